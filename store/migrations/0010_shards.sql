-- Shards are shared out among several processes, which a file does not have: nothing changes here.
-- postgres/0010_shards.sql has the tables.
SELECT 1;
