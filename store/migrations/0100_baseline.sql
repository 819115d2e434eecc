-- The tables of version 1.0. Numbers below 100 belong to programs from before it (engine.Steps.Fits).
-- Times are unix milliseconds.

-- This program's mark in the file's header.
PRAGMA application_id = 0x44657563;

-- A table is a match in a channel. Numbers are never used again, because records and links name them.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    parent  TEXT    NOT NULL,  -- channel of the thread that was opened for the table; '': it has no thread of its own
    system  TEXT    NOT NULL,
    opener  INTEGER NOT NULL,  -- player towards whose limit the table counts while it is live
    opened  INTEGER NOT NULL,
    ended   INTEGER,           -- NULL while the log has no Ended
    lost    INTEGER            -- when the table was given up because its log could not be read; NULL for all others
) STRICT;
CREATE INDEX tables_live ON tables (id) WHERE ended IS NULL;
CREATE INDEX tables_guild ON tables (guild, id);
CREATE INDEX tables_opener ON tables (opener) WHERE ended IS NULL;

-- The log of each table: what was decided, and chance. Everything about matches follows from it.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),  -- from 1, without gaps
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,                  -- JSON
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),  -- of this event and the one before it (chain.go)
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- The end of each log's chain. It is stored here as well, so that a log that has lost its end is found.
CREATE TABLE chains (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    last     INTEGER NOT NULL,  -- number of the last event
    head     BLOB    NOT NULL CHECK (length(head) = 32)
) STRICT;

-- What a start needs to know of a sleeping table without reading its log. It is valid while the log ends with event seq.
CREATE TABLE asleep (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    wakes    INTEGER NOT NULL,  -- when something is due at the table; 0: nothing is
    players  TEXT    NOT NULL   -- who sits there, or waits for a seat: a JSON list
) STRICT;

-- Settlements follow from the logs. They are stored because a sum over a month, a rating or a player's
-- history would otherwise take minutes. The end of a round and the end of the match are two rows, even if one
-- event brought both, so that a log gives the same rows however its events were grouped.
CREATE TABLE settlements (
    id         INTEGER PRIMARY KEY,
    match      INTEGER NOT NULL REFERENCES tables (id),
    round      INTEGER NOT NULL,
    finished   INTEGER NOT NULL CHECK (finished IN (0, 1)),  -- 1: the end of the match, after this round
    guild      TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    system     TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    season     INTEGER NOT NULL,  -- 0: none
    counts     INTEGER NOT NULL CHECK (counts IN (0, 1, 2)),  -- standing.Rounds
    people     INTEGER NOT NULL,  -- number of seats of people
    bots       INTEGER NOT NULL,
    bot_titles TEXT    NOT NULL,  -- each followed by a space
    UNIQUE (match, round, finished)  -- nothing is settled twice
) STRICT;
-- Rounds of a guild in the order in which they ended, which ratings and title runs follow.
CREATE INDEX settlements_order ON settlements (guild, at, match, round);

CREATE TABLE entries (
    settlement INTEGER NOT NULL REFERENCES settlements (id),
    n          INTEGER NOT NULL,  -- index in standing.Settlement.Entries
    player     INTEGER NOT NULL,  -- outlives the row in people
    place      INTEGER NOT NULL,  -- 0: no round was played
    points     INTEGER NOT NULL,
    title      TEXT    NOT NULL,  -- '': none
    winner     INTEGER NOT NULL CHECK (winner IN (0, 1)),
    left_early INTEGER NOT NULL CHECK (left_early IN (0, 1)),
    finish     TEXT    NOT NULL,  -- cards with which the player went out, in the notation of records; '': none
    PRIMARY KEY (settlement, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_player ON entries (player, settlement);

-- A scope is what is summed together: a guild, one system or all of them (''), a period ('' for all time, a month
-- '2026-01' in UTC, a season 's1'), and the rounds up to a value of settlements.counts. A scope with a higher value
-- exists once such a round was settled in it; until then it would have the same sums.
CREATE TABLE scopes (
    id     INTEGER PRIMARY KEY,
    guild  TEXT    NOT NULL,
    system TEXT    NOT NULL,
    period TEXT    NOT NULL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1, 2)),
    UNIQUE (guild, system, period, counts)
) STRICT;

-- Sums of entries by scope and player.
CREATE TABLE standings (
    scope      INTEGER NOT NULL REFERENCES scopes (id),
    player     INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    rounds     INTEGER NOT NULL,  -- finished
    matches    INTEGER NOT NULL,  -- with a winner
    wins       INTEGER NOT NULL,
    left_early INTEGER NOT NULL,
    mu         INTEGER,           -- rating in millionths after the scope's last rated round; NULL: there was none
    sigma      INTEGER,
    rating     INTEGER,           -- the rating by which boards are sorted, so that an index has all of it
    PRIMARY KEY (scope, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_points ON standings (scope, points DESC, player);
CREATE INDEX standings_wins ON standings (scope, wins DESC, player);
CREATE INDEX standings_rating ON standings (scope, rating DESC, player);

CREATE TABLE titles (
    scope  INTEGER NOT NULL REFERENCES scopes (id),
    player INTEGER NOT NULL,
    title  TEXT    NOT NULL,
    held   INTEGER NOT NULL,
    PRIMARY KEY (scope, player, title)
) STRICT, WITHOUT ROWID;
CREATE INDEX titles_held ON titles (scope, title, held DESC, player);

-- Ratings before and after each round that counts, in millionths: among the guild's rounds of the system, and among all
-- its rounds (overall).
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

-- Title runs (standing.TitleRun) of a guild (channel '') and of each of its channels.
CREATE TABLE reigns (
    guild          TEXT    NOT NULL,
    channel        TEXT    NOT NULL,
    system         TEXT    NOT NULL,
    title          TEXT    NOT NULL,
    began_at       INTEGER NOT NULL,  -- key of the first round
    began_match    INTEGER NOT NULL,
    began_round    INTEGER NOT NULL,
    player         INTEGER NOT NULL,
    rounds         INTEGER NOT NULL,
    last_at        INTEGER NOT NULL,  -- when the last round ended
    running        INTEGER NOT NULL CHECK (running IN (0, 1)),
    deposed        INTEGER NOT NULL,  -- who held the title in the round before; 0: nobody, or several
    deposed_rounds INTEGER NOT NULL,
    taken_by       INTEGER NOT NULL,  -- who got the title in the round after; 0: nobody, or several
    PRIMARY KEY (guild, channel, system, title, began_at, began_match, began_round)
) STRICT, WITHOUT ROWID;
CREATE INDEX reigns_running ON reigns (guild, channel, system, title) WHERE running = 1;
CREATE INDEX reigns_longest ON reigns (guild, channel, rounds DESC, last_at DESC);
CREATE INDEX reigns_player ON reigns (player);

-- Seasons of a guild, in order and without overlap. The one without an end is the current one.
CREATE TABLE seasons (
    guild  TEXT    NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    plan   TEXT    NOT NULL,
    began  INTEGER NOT NULL,  -- 0: with the first round
    ended  INTEGER,           -- the first moment after it
    due    INTEGER,           -- planned end; NULL: an admin ends it
    told   INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),  -- its end was announced
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seasons_on ON seasons (guild) WHERE ended IS NULL;

-- Which way of deriving settlements, sums, ratings and title runs from the logs made the present ones: one row.
CREATE TABLE derived (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL
) STRICT;

-- Settings of guilds that differ from the default (settings.Guild).
CREATE TABLE settings (
    guild TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- Options to which a guild gave a name.
CREATE TABLE presets (
    guild    TEXT    NOT NULL,
    key      TEXT    NOT NULL,  -- the name in lower case
    name     TEXT    NOT NULL,
    system   TEXT    NOT NULL,
    options  TEXT    NOT NULL,  -- a JSON object of strings
    channels TEXT    NOT NULL,  -- a JSON list of Discord ids
    locked   INTEGER NOT NULL CHECK (locked IN (0, 1)),
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- Options that a channel played last, by system, to offer them again. Rows are deleted with their guild.
CREATE TABLE last_options (
    channel TEXT NOT NULL,
    system  TEXT NOT NULL,
    guild   TEXT NOT NULL,
    options TEXT NOT NULL,  -- a JSON object of strings
    PRIMARY KEY (channel, system)
) STRICT, WITHOUT ROWID;

-- Guilds that removed the bot (guilds.go).
CREATE TABLE removed (
    guild TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL,
    going INTEGER NOT NULL DEFAULT 0  -- the guild's data is being deleted, up to this table; 0: it isn't
) STRICT, WITHOUT ROWID;

-- Guilds that the bot has greeted, which it does once.
CREATE TABLE greeted (
    guild TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who a player is. Numbers are never used again.
CREATE TABLE people (
    player  INTEGER PRIMARY KEY AUTOINCREMENT,
    discord TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL  -- last seen
) STRICT;

-- What a guild calls a person, if it isn't the person's own name. It is shown only in that guild.
CREATE TABLE nicknames (
    guild  TEXT    NOT NULL,
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX nicknames_player ON nicknames (player);

-- Preferences of people that differ from the default (settings.Person).
CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    key    TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- Messages of a table that must be found again after a crash (Post).
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind     TEXT    NOT NULL,
    channel  TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    former   TEXT    NOT NULL,
    edition  TEXT    NOT NULL,
    posted   INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind)
) STRICT, WITHOUT ROWID;

-- When the program was last known to run: one row.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- The application's emojis of cards.
CREATE TABLE emojis (
    emoji  TEXT PRIMARY KEY,  -- Discord id
    name   TEXT NOT NULL,
    unused INTEGER            -- since when nothing new shows it; NULL: something does
) STRICT, WITHOUT ROWID;
