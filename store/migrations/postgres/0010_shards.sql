-- Several processes share a database: docs/decisions/016-shards-by-lease.md. Times are milliseconds since 1970.

-- The processes that live, or lived a moment ago.
CREATE TABLE processes (
    id      BIGINT PRIMARY KEY,                                -- a number of deuces.term: never used again
    shards  BIGINT NOT NULL CHECK (shards > 0),                -- in how many all guilds are divided; the same for all
    expires BIGINT NOT NULL,                                   -- by the database's clock; after it, others take its shards
    alive   BIGINT NOT NULL,                                   -- by its machine's clock: when it was last known to live
    leaving BIGINT NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)) -- it hands over what it has
);

-- Who has which shard. Every write of a guild is made under its shard's term.
CREATE TABLE shards (
    shard     BIGINT PRIMARY KEY,
    owner     BIGINT NOT NULL,                                   -- of processes; 0: nobody
    term      BIGINT NOT NULL,                                   -- of deuces.term: another one with each owner
    heir      BIGINT NOT NULL DEFAULT 0,                         -- who is to have it next; 0: nobody
    connected BIGINT NOT NULL DEFAULT 0 CHECK (connected IN (0, 1)), -- the heir hears its events
    alive     BIGINT NOT NULL DEFAULT 0,                         -- when the owner before was last known to live; 0: there was none
    answered  TEXT COLLATE "C" NOT NULL DEFAULT ''               -- interactions that the owner before has seen to
);

-- When a session may be started next, for each class of shards that may not start together.
CREATE TABLE identifies (
    class BIGINT PRIMARY KEY,
    next  BIGINT NOT NULL  -- by the database's clock
);

-- How many sessions were started in an hour.
CREATE TABLE starts (
    hour     BIGINT PRIMARY KEY,
    sessions BIGINT NOT NULL
);
