-- As migrations/0009_threads.sql has it.
ALTER TABLE tables ADD COLUMN parent TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE tables SET parent = coalesce((SELECT body::json ->> 'parent' FROM events WHERE table_id = id AND seq = 1), '');
