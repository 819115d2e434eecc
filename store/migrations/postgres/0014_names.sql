CREATE TABLE nicknames (
    guild  TEXT COLLATE "C" NOT NULL,
    player BIGINT NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    name   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX nicknames_player ON nicknames (player);

ALTER TABLE last_options ADD COLUMN guild TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE last_options SET guild = t.guild
    FROM (SELECT channel, min(guild) AS guild FROM (SELECT channel, guild FROM tables UNION SELECT parent, guild FROM tables) AS c GROUP BY channel) AS t
    WHERE t.channel = last_options.channel;

ALTER TABLE tables ADD COLUMN opener BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_opener ON tables (opener) WHERE ended IS NULL;
