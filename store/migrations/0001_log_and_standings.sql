-- Deuces' own mark in the file's header, so that no other program's database is mistaken for one.
PRAGMA application_id = 0x44657563;

-- A table is a match in a channel. Numbers are never used again: records and links name them.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    system  TEXT    NOT NULL,
    opened  INTEGER NOT NULL,  -- unix milliseconds, as all times here
    ended   INTEGER            -- NULL while the log has no Ended
) STRICT;
CREATE INDEX tables_live ON tables (id) WHERE ended IS NULL;

-- The log: what was decided at each table, and chance. It is the truth; rows are only ever added.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),  -- from 1, no gaps
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,                  -- JSON
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

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
    UNIQUE (match, round, finished)  -- nothing settles twice
) STRICT;

CREATE TABLE entries (
    settlement INTEGER NOT NULL REFERENCES settlements (id),
    n          INTEGER NOT NULL,  -- position in standing.Settlement.Entries
    player     INTEGER NOT NULL,  -- outlives the row in people
    place      INTEGER NOT NULL,  -- 0: no round was played
    points     INTEGER NOT NULL,
    title      TEXT    NOT NULL,  -- '': none
    winner     INTEGER NOT NULL CHECK (winner IN (0, 1)),
    PRIMARY KEY (settlement, n)
) STRICT, WITHOUT ROWID;

-- A scope is what is summed together: a guild with one system, or with all of them (''). A month or
-- a season is a column more here, and its sums a query over settlements and entries.
CREATE TABLE scopes (
    id     INTEGER PRIMARY KEY,
    guild  TEXT NOT NULL,
    system TEXT NOT NULL,
    UNIQUE (guild, system)
) STRICT;

-- Sums of entries by scope and player.
CREATE TABLE standings (
    scope   INTEGER NOT NULL REFERENCES scopes (id),
    player  INTEGER NOT NULL,
    points  INTEGER NOT NULL,
    rounds  INTEGER NOT NULL,
    wins    INTEGER NOT NULL,
    -- The title of the last round the player was in, '' for none, and which round that was. Rounds at
    -- two tables may be stored in another order than they are summed in again, so the order is kept.
    running    TEXT    NOT NULL DEFAULT '',
    last_at    INTEGER NOT NULL DEFAULT 0,
    last_match INTEGER NOT NULL DEFAULT 0,
    last_round INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (scope, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_points ON standings (scope, points DESC, player);
CREATE INDEX standings_wins ON standings (scope, wins DESC, player);

CREATE TABLE titles (
    scope  INTEGER NOT NULL REFERENCES scopes (id),
    player INTEGER NOT NULL,
    title  TEXT    NOT NULL,
    held   INTEGER NOT NULL,
    PRIMARY KEY (scope, player, title)
) STRICT, WITHOUT ROWID;
CREATE INDEX titles_held ON titles (scope, title, held DESC, player);

-- The one place that knows who a number is. Numbers are never used again.
CREATE TABLE people (
    player  INTEGER PRIMARY KEY AUTOINCREMENT,
    discord TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL  -- last seen
) STRICT;

-- Messages of a table that must be found again after a crash.
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind     TEXT    NOT NULL,  -- 'board', 'mention'
    channel  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    edition  TEXT    NOT NULL,
    posted   INTEGER NOT NULL,
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
