-- Of a guild whose data is being deleted: whether there is still something of what follows from its
-- logs (settlements, sums, ratings, reigns, seasons). It is deleted bit by bit, and adds up to nothing.
ALTER TABLE removed ADD COLUMN derived INTEGER NOT NULL DEFAULT 0 CHECK (derived IN (0, 1));
