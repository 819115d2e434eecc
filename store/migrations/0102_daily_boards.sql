-- What the daily deals show besides their results.

-- People who asked for the daily deals in a guild. Its boards list them.
CREATE TABLE daily_people (
    guild  TEXT    NOT NULL,
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_people_player ON daily_people (player);

-- Times in which the bot was away. The row that ends at 0 says when it was last seen.
CREATE TABLE outages (
    began INTEGER PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT;

-- Results that people have shared, which they do once.
CREATE TABLE daily_shares (
    day    INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    PRIMARY KEY (day, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_shares_player ON daily_shares (player);

-- Days whose best three were posted in a guild.
CREATE TABLE daily_posts (
    guild TEXT    NOT NULL,
    day   INTEGER NOT NULL,
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;
