-- Of a table in a thread that was opened for it: the channel that it was opened from, whose people see it; '': none.
ALTER TABLE tables ADD COLUMN parent TEXT NOT NULL DEFAULT '';
UPDATE tables SET parent = coalesce((
    SELECT CASE WHEN json_valid(body) THEN body ->> '$.parent' END FROM events WHERE table_id = id AND seq = 1), '');
