-- The tables begin here, with what the migrations before had made: databases of version 11 are as this makes them.

-- Deuces' own mark in the file's header, so that no other program's database is mistaken for one.
PRAGMA application_id = 0x44657563;

-- A table is a match in a channel. Numbers are never used again: records and links name them.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    system  TEXT    NOT NULL,
    opened  INTEGER NOT NULL,  -- unix milliseconds, as all times here
    ended   INTEGER,           -- NULL while the log has no Ended
    lost    INTEGER,           -- when it was given up because its log could not be read, and its channel told; NULL for all others
    parent  TEXT NOT NULL DEFAULT ''  -- of a table in a thread that was opened for it: the channel that it was opened from, whose people see it; '': none
) STRICT;
CREATE INDEX tables_live ON tables (id) WHERE ended IS NULL;
CREATE INDEX tables_guild ON tables (guild, id);

-- The log: what was decided at each table, and chance. It is the truth; rows are only ever added.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),  -- from 1, no gaps
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,                  -- JSON
    hash     BLOB,                              -- of this event and the one before it (chain.go); NULL in logs that began before there were chains
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

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
INSERT INTO unchained (one, last) VALUES (1, 0);

-- What is known of a live table that sleeps, so that a start need not read its log. It holds while the log ends with event seq.
CREATE TABLE asleep (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    wakes    INTEGER NOT NULL,  -- when something is due there; 0: nothing is
    players  TEXT    NOT NULL   -- who sits there, or waits for a seat: a JSON list
) STRICT;

-- Settlements follow from the log. They are kept as rows because a sum over a month, a rating or a
-- player's history is a query over them, where folding every log anew would take minutes. A round's
-- end and the match's are two rows, also where one event brought both: so a log gives the same rows
-- however its events came together.
CREATE TABLE settlements (
    id       INTEGER PRIMARY KEY,
    match    INTEGER NOT NULL REFERENCES tables (id),
    round    INTEGER NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)),  -- 1: the match's end, after this round
    guild    TEXT    NOT NULL,
    channel  TEXT    NOT NULL,
    system   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    computers INTEGER NOT NULL DEFAULT 0 CHECK (computers IN (0, 1)),
    season   INTEGER NOT NULL DEFAULT 0,  -- that it counts in; 0: none
    UNIQUE (match, round, finished)  -- nothing settles twice
) STRICT;
-- Rounds of a guild in the order in which they ended: what ratings and reigns follow.
CREATE INDEX settlements_order ON settlements (guild, at, match, round);

CREATE TABLE entries (
    settlement INTEGER NOT NULL REFERENCES settlements (id),
    n          INTEGER NOT NULL,  -- position in standing.Settlement.Entries
    player     INTEGER NOT NULL,  -- outlives the row in people
    place      INTEGER NOT NULL,  -- 0: no round was played
    points     INTEGER NOT NULL,
    title      TEXT    NOT NULL,  -- '': none
    winner     INTEGER NOT NULL CHECK (winner IN (0, 1)),
    left_early INTEGER NOT NULL DEFAULT 0 CHECK (left_early IN (0, 1)),  -- the player had gone when the round ended, and others finished it for them
    finish     TEXT NOT NULL DEFAULT '',  -- what the player went out with, in the notation of records; '': nothing
    PRIMARY KEY (settlement, n)
) STRICT, WITHOUT ROWID;
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
    going INTEGER NOT NULL DEFAULT 0,
    -- While it is deleted: whether there is still something of what follows from its logs (settlements, sums,
    -- ratings, reigns, seasons). It is deleted bit by bit, and adds up to nothing.
    derived INTEGER NOT NULL DEFAULT 0 CHECK (derived IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Guilds that the bot has greeted, which it does once. A row without a guild says that every guild that the bot had joined
-- before it counts as greeted.
CREATE TABLE greeted (
    guild TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which way of deriving settlements, sums, ratings and reigns from the logs made those that are
-- there: one row, none where it was an older one.
CREATE TABLE derived (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL
) STRICT;

-- The one place that knows who a number is. Numbers are never used again.
CREATE TABLE people (
    player  INTEGER PRIMARY KEY AUTOINCREMENT,
    discord TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL  -- last seen
) STRICT;

-- What people have chosen for themselves, by key (settings.Person); what is not here is the default.
CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    key    TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- Messages of a table that must be found again after a crash.
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind     TEXT    NOT NULL,  -- PostKind
    channel  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    edition  TEXT    NOT NULL,
    posted   INTEGER NOT NULL,
    former   TEXT NOT NULL DEFAULT '',  -- the message in whose place it is posted, which is still to lose its buttons
    PRIMARY KEY (table_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    guild TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- What a channel played last, by system, so that it is offered again.
CREATE TABLE last_options (
    channel TEXT NOT NULL,
    system  TEXT NOT NULL,
    options TEXT NOT NULL,  -- a JSON object of strings
    PRIMARY KEY (channel, system)
) STRICT, WITHOUT ROWID;

-- When this program last showed to live: one row.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- The emojis for cards that the application had when they were looked at last.
CREATE TABLE emojis (
    emoji  TEXT PRIMARY KEY,     -- Discord id
    name   TEXT NOT NULL,
    unused INTEGER               -- since when nothing new shows it; NULL: something does
) STRICT, WITHOUT ROWID;
