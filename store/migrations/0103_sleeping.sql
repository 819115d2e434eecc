-- What the operator's metrics tell of sleeping tables.
ALTER TABLE asleep ADD COLUMN slow      INTEGER NOT NULL DEFAULT 0; -- 1: a turn takes hours
ALTER TABLE asleep ADD COLUMN scheduled INTEGER NOT NULL DEFAULT 0; -- 1: the match starts at a set time
