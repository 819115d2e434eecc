-- What people have chosen for themselves, by key (settings.Preferences); what is not here is the default.
CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES people (player) ON DELETE CASCADE,
    key    TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- The application's own emojis that nothing new shows any more, and since when (emojis.Keeper).
CREATE TABLE unused_emojis (
    emoji TEXT    PRIMARY KEY,  -- Discord id
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
