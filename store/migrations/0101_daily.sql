-- The daily deals (package daily).

-- What all tables of a day have in common, as it was when the first person asked for the day's deals. The deals follow
-- from the secret, which nobody sees before the day is over.
CREATE TABLE days (
    day      INTEGER PRIMARY KEY,
    system   TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    playouts INTEGER NOT NULL,
    weights  TEXT    NOT NULL,
    secret   TEXT    NOT NULL
) STRICT;

-- Weights of networks with which a day began, so that a newer program can finish it.
CREATE TABLE weights (
    name TEXT PRIMARY KEY,  -- a hash of them
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Which deal a table is for, and its result. It follows from the logs.
CREATE TABLE dailies (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    day      INTEGER NOT NULL,
    deal     INTEGER NOT NULL,
    player   INTEGER NOT NULL,
    points   INTEGER,  -- NULL: the deal isn't over
    place    INTEGER,
    own      INTEGER CHECK (own IN (0, 1)),  -- 1: nobody played for the player
    UNIQUE (player, day, deal)  -- one try
) STRICT;
CREATE INDEX dailies_day ON dailies (day, deal);
