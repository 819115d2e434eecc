-- A person's name in people is their own. What a server calls them instead is the server's, and shown only there.
CREATE TABLE nicknames (
    guild  TEXT    NOT NULL,
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX nicknames_player ON nicknames (player);

-- Rows are deleted with their guild, also those of channels in which only threads had tables.
ALTER TABLE last_options ADD COLUMN guild TEXT NOT NULL DEFAULT '';
UPDATE last_options SET guild = t.guild
    FROM (SELECT channel, min(guild) AS guild FROM (SELECT channel, guild FROM tables UNION SELECT parent, guild FROM tables) AS c GROUP BY channel) AS t
    WHERE t.channel = last_options.channel;

-- Who opened a table, towards whose limit it counts while it is live; 0: it was opened before this was stored.
ALTER TABLE tables ADD COLUMN opener INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_opener ON tables (opener) WHERE ended IS NULL;
