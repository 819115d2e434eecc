-- What follows from the logs is made anew after this migration (Store.Stale): sums get another shape
-- and settlements say more than they did.
DROP TABLE titles;
DROP TABLE standings;
DROP TABLE scopes;

ALTER TABLE settlements ADD COLUMN computers INTEGER NOT NULL DEFAULT 0 CHECK (computers IN (0, 1));
-- The season that it counts in; 0: none.
ALTER TABLE settlements ADD COLUMN season INTEGER NOT NULL DEFAULT 0;
-- Rounds of a guild in the order in which they ended: what ratings and reigns follow.
CREATE INDEX settlements_order ON settlements (guild, at, match, round);

-- What the player went out with, in the notation of records; '': nothing.
ALTER TABLE entries ADD COLUMN finish TEXT NOT NULL DEFAULT '';
CREATE INDEX entries_player ON entries (player, settlement);

-- A scope is what is summed together: a guild, one system or all of them (''), a period ('' for all
-- time, a month '2026-01' in UTC, a season 's1'), and rounds among people alone (computers = 0) or
-- those with computer players too. The latter is there once such a round was settled in it; until
-- then it would be the same.
CREATE TABLE scopes (
    id        INTEGER PRIMARY KEY,
    guild     TEXT    NOT NULL,
    system    TEXT    NOT NULL,
    period    TEXT    NOT NULL,
    computers INTEGER NOT NULL CHECK (computers IN (0, 1)),
    UNIQUE (guild, system, period, computers)
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

-- Ratings before and after each round among people, in millionths: of the guild's rounds of the
-- system, and of all its rounds (overall).
CREATE TABLE ratings (
    settlement   INTEGER NOT NULL REFERENCES settlements (id),
    overall      INTEGER NOT NULL CHECK (overall IN (0, 1)),
    player       INTEGER NOT NULL,
    mu_before    INTEGER NOT NULL,
    sigma_before INTEGER NOT NULL,
    mu           INTEGER NOT NULL,
    sigma        INTEGER NOT NULL,
    PRIMARY KEY (settlement, overall, player)
) STRICT, WITHOUT ROWID;

-- Titles held over rounds in a row among people, in a guild (channel '') and in each of its
-- channels: those that run, and those of two rounds or more that have ended.
CREATE TABLE reigns (
    guild       TEXT    NOT NULL,
    channel     TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    began_at    INTEGER NOT NULL,  -- the first round
    began_match INTEGER NOT NULL,
    began_round INTEGER NOT NULL,
    player      INTEGER NOT NULL,
    rounds      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,  -- when the last round ended
    running     INTEGER NOT NULL CHECK (running IN (0, 1)),
    deposed        INTEGER NOT NULL,  -- who had it in the round before, 0: nobody, or several
    deposed_rounds INTEGER NOT NULL,
    taken_by       INTEGER NOT NULL,  -- who had it in the round after, 0: nobody, or several
    PRIMARY KEY (guild, channel, system, title, began_at, began_match, began_round)
) STRICT, WITHOUT ROWID;
CREATE INDEX reigns_running ON reigns (guild, channel, system, title) WHERE running = 1;
CREATE INDEX reigns_longest ON reigns (guild, channel, rounds DESC, last_at DESC);
CREATE INDEX reigns_player ON reigns (player);

-- Seasons of a guild, in order and without overlap. One is on: the one without an end.
CREATE TABLE seasons (
    guild  TEXT    NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    plan   TEXT    NOT NULL,
    began  INTEGER NOT NULL,  -- 0: since the first round
    ended  INTEGER,           -- the first moment after it
    due    INTEGER,           -- when it ends by its plan; NULL: by hand
    told   INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seasons_on ON seasons (guild) WHERE ended IS NULL;

-- Options that a guild gave a name.
CREATE TABLE presets (
    guild    TEXT    NOT NULL,
    key      TEXT    NOT NULL,  -- the name in lower case
    name     TEXT    NOT NULL,
    system   TEXT    NOT NULL,
    options  TEXT    NOT NULL,  -- a JSON object of strings
    channels TEXT    NOT NULL,  -- a JSON array of Discord ids
    locked   INTEGER NOT NULL CHECK (locked IN (0, 1)),
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- Guilds that the bot was removed from.
CREATE TABLE removed (
    guild TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL,
    -- Its data is being deleted, up to this table: what is left of these adds up to nothing. 0: it isn't.
    going INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_guild ON tables (guild, id);

-- Which way of deriving settlements, sums, ratings and reigns from the logs made those that are
-- there: one row, none where it was an older one.
CREATE TABLE derived (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL
) STRICT;
