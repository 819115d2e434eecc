-- Whether the player had gone when the round ended, so that others finished it for them.
ALTER TABLE entries ADD COLUMN left_early INTEGER NOT NULL DEFAULT 0 CHECK (left_early IN (0, 1));
ALTER TABLE standings ADD COLUMN left_early INTEGER NOT NULL DEFAULT 0;

-- When a table was given up because its log could not be read, and its channel told; NULL for all others.
ALTER TABLE tables ADD COLUMN lost INTEGER;

-- When this program last showed to live: one row.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
