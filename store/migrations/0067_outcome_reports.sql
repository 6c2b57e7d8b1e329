-- Frozen reports of outcomes. They hold only what may be published: counts are never stored as they are.
CREATE TABLE outcome_reports (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    -- The calendar years in which its first and its last school year begin.
    first_year BIGINT NOT NULL,
    last_year BIGINT NOT NULL,
    requested_at TIMESTAMPTZ NOT NULL,
    -- Null for the job of the month, and after an erasure.
    made_by UUID REFERENCES people (id) ON DELETE SET NULL,
    -- The first day of the month of which the job made it.
    month DATE,
    -- Both at once; never changed afterwards.
    computed_at TIMESTAMPTZ,
    figures TEXT,
    UNIQUE (programme_id, month)
);
CREATE INDEX outcome_reports_of_programme ON outcome_reports (programme_id, requested_at);
CREATE INDEX outcome_reports_of_staff ON outcome_reports (made_by);
