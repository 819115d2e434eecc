-- Which rounds count (standing.Rounds): 0 among people alone; 1 with bots, that counts; 2 with bots, for the
-- profile and the board with bots alone. Scopes hold the sums of those up to a number; the highest
-- is there once such a round was settled in it.

-- From when on a guild's rounds count so. Those that ended before keep the count they had. No row: all do.
CREATE TABLE counted (
    guild TEXT    PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counted (guild, since) SELECT guild, began FROM seasons WHERE ended IS NULL AND began > 0;

ALTER TABLE settlements ADD COLUMN counts INTEGER NOT NULL DEFAULT 0 CHECK (counts IN (0, 1, 2));
ALTER TABLE settlements ADD COLUMN people INTEGER NOT NULL DEFAULT 0;      -- how many seats they had
ALTER TABLE settlements ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settlements ADD COLUMN bot_titles TEXT NOT NULL DEFAULT '';  -- each followed by a space
UPDATE settlements SET counts = 2 * computers, bots = computers;
ALTER TABLE settlements DROP COLUMN computers;

-- The sums are made anew at the start that follows.
DROP TABLE titles;
DROP TABLE standings;
DROP TABLE scopes;
CREATE TABLE scopes (
    id        INTEGER PRIMARY KEY,
    guild     TEXT    NOT NULL,
    system    TEXT    NOT NULL,
    period    TEXT    NOT NULL,
    counts    INTEGER NOT NULL CHECK (counts IN (0, 1, 2)),
    UNIQUE (guild, system, period, counts)
) STRICT;

-- Sums of entries by scope and player.
CREATE TABLE standings (
    scope      INTEGER NOT NULL REFERENCES scopes (id),
    player     INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    rounds     INTEGER NOT NULL,  -- played to their end
    matches    INTEGER NOT NULL,  -- that somebody won
    wins       INTEGER NOT NULL,  -- of these
    left_early INTEGER NOT NULL,
    -- The rating in millionths after the last rated round in the scope, NULL: there was none.
    mu         INTEGER,
    sigma      INTEGER,
    -- What boards are sorted by, so that an index holds all of it: the rating that is almost surely
    -- deserved, and the share of matches won, NULL with few of them.
    rating     INTEGER,
    rate       REAL,
    PRIMARY KEY (scope, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_points ON standings (scope, points DESC, player);
CREATE INDEX standings_wins ON standings (scope, wins DESC, player);
CREATE INDEX standings_rate ON standings (scope, rate DESC, player);
CREATE INDEX standings_rating ON standings (scope, rating DESC, player);

CREATE TABLE titles (
    scope  INTEGER NOT NULL REFERENCES scopes (id),
    player INTEGER NOT NULL,
    title  TEXT    NOT NULL,
    held   INTEGER NOT NULL,
    PRIMARY KEY (scope, player, title)
) STRICT, WITHOUT ROWID;
CREATE INDEX titles_held ON titles (scope, title, held DESC, player);
