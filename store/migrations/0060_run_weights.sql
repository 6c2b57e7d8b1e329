-- JSON: the weights by criterion that staff tried in a rehearsal and drafted the run with; NULL for those of the programme.
ALTER TABLE matching_runs ADD COLUMN weights TEXT;
-- Counts the changes by staff; below 0 while the run is being stored.
ALTER TABLE matching_runs ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
