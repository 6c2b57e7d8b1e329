-- Facts that conditions of a programme ask for; staff record them.
ALTER TABLE people ADD COLUMN vetted_until DATE;
-- The first day of the month.
ALTER TABLE people ADD COLUMN birth_month DATE;
ALTER TABLE people ADD COLUMN guardian_consent_at TIMESTAMPTZ;

-- People who must not be matched: relatives, the same school or employer. `first_id` < `second_id`.
CREATE TABLE conflicts (
    first_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    second_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX conflicts_of_second ON conflicts (second_id);
