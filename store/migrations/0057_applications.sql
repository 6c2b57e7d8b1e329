-- Applications of people who signed up where staff decide who takes part. Without a row there is nothing to decide.
CREATE TABLE applications (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
    -- Since when the person has done all that they can.
    complete_at TIMESTAMPTZ,
    decided_at TIMESTAMPTZ,
    -- What staff wrote to the person whom they declined.
    note TEXT NOT NULL,
    -- When the account is erased that was declined or withdrawn.
    erase_at TIMESTAMPTZ
);
CREATE INDEX applications_by_state ON applications (state, complete_at);
