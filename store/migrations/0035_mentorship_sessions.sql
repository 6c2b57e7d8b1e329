-- The sessions of each mentorship, from the curriculum of its programme. `session_id` is their id for clients and in the tables
-- of progress.
CREATE TABLE mentorship_sessions (
    session_id TEXT PRIMARY KEY,
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    session_key TEXT NOT NULL,
    -- In the curriculum, from 0.
    position BIGINT NOT NULL,
    -- The last day on which it is on time, in the time zone of the programme.
    due_on DATE NOT NULL,
    -- Of its definition, for all members, since one of them began it.
    version BIGINT,
    -- When all active members had completed it.
    completed_at TIMESTAMPTZ,
    UNIQUE (mentorship_id, session_key)
);

-- Steps that people opened, and when last: who is where, and where to go on.
CREATE TABLE visited_steps (
    person_id UUID NOT NULL,
    session_id TEXT NOT NULL,
    step_key TEXT NOT NULL,
    visited_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, session_id, step_key),
    FOREIGN KEY (person_id, session_id) REFERENCES session_progress (person_id, session_id) ON DELETE CASCADE
);

-- What a person earned with a session of a mentorship. It is shown once all active members have completed the session.
CREATE TABLE badges (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES mentorship_sessions (session_id) ON DELETE CASCADE,
    tier TEXT NOT NULL CHECK (tier IN ('Gold', 'Silver', 'Bronze')),
    -- When the person completed the session.
    earned_at TIMESTAMPTZ NOT NULL,
    awarded_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ,
    revoke_reason TEXT,
    UNIQUE (person_id, session_id)
);
CREATE INDEX badges_of_session ON badges (session_id);
