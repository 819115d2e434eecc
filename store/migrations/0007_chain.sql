-- Of each event and the one before it (chain.go). NULL in logs that began before there were chains.
ALTER TABLE events ADD COLUMN hash BLOB;

-- How far the chain of each log goes. It is here as well as in the log, so that a log that has lost its end is found.
CREATE TABLE chains (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    first    INTEGER NOT NULL CHECK (first > 0),  -- the first event with a hash; in older logs of tables that are over, the one that never came
    last     INTEGER NOT NULL,                    -- the last event
    head     BLOB    NOT NULL CHECK (length(head) = 32),
    since    INTEGER NOT NULL                     -- when the chain began to speak for the log
) STRICT;

-- The last table whose log began before there were chains: one row.
CREATE TABLE unchained (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL
) STRICT;
INSERT INTO unchained (one, last) SELECT 1, coalesce(max(id), 0) FROM tables;
