-- The fewest days before the end of their vetting of which a mentor was warned; NULL before the first warning.
ALTER TABLE people ADD COLUMN vetting_warned_days BIGINT;
