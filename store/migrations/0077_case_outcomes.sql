-- What became of a closed case, as a word of a fixed list; null while it is open, and in those that were closed before.
ALTER TABLE alerts ADD COLUMN outcome TEXT;
