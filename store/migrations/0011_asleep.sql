-- What is known of a live table that sleeps, so that a start need not read its log. It holds while the log ends with event seq.
CREATE TABLE asleep (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    wakes    INTEGER NOT NULL,  -- when something is due there; 0: nothing is
    players  TEXT    NOT NULL   -- who sits there, or waits for a seat: a JSON list
) STRICT;
