-- ../0101_daily.sql for PostgreSQL, which says what the tables and columns mean.

CREATE TABLE days (
    day BIGINT PRIMARY KEY,
    system TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    playouts BIGINT NOT NULL,
    weights TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL
);

CREATE TABLE weights (
    name TEXT COLLATE "C" PRIMARY KEY,
    data BYTEA NOT NULL
);

CREATE TABLE dailies (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    day BIGINT NOT NULL,
    deal BIGINT NOT NULL,
    player BIGINT NOT NULL,
    points BIGINT,
    place BIGINT,
    own BIGINT CHECK (own IN (0, 1)),
    UNIQUE (player, day, deal)
);
CREATE INDEX dailies_day ON dailies (day, deal);
