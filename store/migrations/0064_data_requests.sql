-- What people demand of their record: a copy, a correction, the erasure.
CREATE TABLE data_requests (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'correction', 'erasure')),
    -- In their own words; empty where none are needed.
    words TEXT NOT NULL,
    received_on DATE NOT NULL,
    due_on DATE NOT NULL,
    -- Why staff take two months more, as the person reads it.
    extension TEXT,
    -- Whether staff entered it, and who; the name goes with the account.
    is_entered BOOLEAN NOT NULL,
    entered_by UUID REFERENCES people (id) ON DELETE SET NULL,
    entered_at TIMESTAMPTZ NOT NULL,
    outcome TEXT CHECK (outcome IN ('done', 'declined', 'withdrawn')),
    -- What the person reads with the outcome.
    answer TEXT NOT NULL,
    closed_at TIMESTAMPTZ,
    closed_by UUID REFERENCES people (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX data_requests_open ON data_requests (person_id, kind) WHERE closed_at IS NULL;
CREATE INDEX data_requests_of_person ON data_requests (person_id, entered_at);
CREATE INDEX data_requests_of_author ON data_requests (entered_by);
CREATE INDEX data_requests_of_closer ON data_requests (closed_by);
CREATE INDEX data_requests_to_erase ON data_requests (closed_at) WHERE kind = 'erasure' AND outcome = 'done';
