-- No leaderboard is sorted by the share of matches won any more.
DROP INDEX standings_rate;
ALTER TABLE standings DROP COLUMN rate;
