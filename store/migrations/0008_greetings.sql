-- Guilds that the bot has greeted, which it does once. Those that are known count as greeted, and so
-- does every guild that the bot had joined before this step: the row without a guild says when that was.
CREATE TABLE greeted (
    guild TEXT    PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO greeted (guild, at) SELECT guild, unixepoch() * 1000 FROM (
    SELECT guild FROM tables UNION SELECT guild FROM settings UNION SELECT guild FROM presets UNION SELECT guild FROM removed);
INSERT INTO greeted (guild, at) SELECT '', unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM alive);
