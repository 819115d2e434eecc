-- What people have chosen for themselves, by key (settings.Preferences); what is not here is the default.
CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    key    TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- The emojis for cards that the application had when they were looked at last.
CREATE TABLE emojis (
    emoji  TEXT PRIMARY KEY,     -- Discord id
    name   TEXT NOT NULL,
    unused INTEGER               -- since when nothing new shows it; NULL: something does
) STRICT, WITHOUT ROWID;
