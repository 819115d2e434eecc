-- ../0102_daily_boards.sql for PostgreSQL, which says what the tables and columns mean.

CREATE TABLE daily_people (
    guild TEXT COLLATE "C" NOT NULL,
    player BIGINT NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    PRIMARY KEY (guild, player)
);
CREATE INDEX daily_people_player ON daily_people (player);

CREATE TABLE outages (
    began BIGINT PRIMARY KEY,
    ended BIGINT NOT NULL
);

CREATE TABLE daily_shares (
    day BIGINT NOT NULL,
    player BIGINT NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    PRIMARY KEY (day, player)
);
CREATE INDEX daily_shares_player ON daily_shares (player);

CREATE TABLE daily_posts (
    guild TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (guild, day)
);
