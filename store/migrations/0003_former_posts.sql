-- A message that is posted in the place of another: the other is still to lose its buttons.
ALTER TABLE posts ADD COLUMN former TEXT NOT NULL DEFAULT '';
