-- Sessions that people began, each with the version of its definition. In the learning hub `session_id` is the key of the
-- session; a session of a mentorship has an id of its own.
CREATE TABLE session_progress (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    session_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    completed_at TIMESTAMPTZ,
    -- Feedback after the session; 0 to 5.
    rating BIGINT,
    review TEXT,
    PRIMARY KEY (person_id, session_id)
);
CREATE INDEX session_progress_of_session ON session_progress (session_key, completed_at);

CREATE TABLE completed_steps (
    person_id UUID NOT NULL,
    session_id TEXT NOT NULL,
    step_key TEXT NOT NULL,
    completed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, session_id, step_key),
    FOREIGN KEY (person_id, session_id) REFERENCES session_progress (person_id, session_id) ON DELETE CASCADE
);

-- Submitted quizzes. The last attempt counts; earlier ones are kept.
CREATE TABLE quiz_attempts (
    person_id UUID NOT NULL,
    session_id TEXT NOT NULL,
    quiz_key TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    step_key TEXT NOT NULL,
    -- Accepted answers by question key.
    answers JSONB NOT NULL,
    -- The client's own id of the submission: a repeated request is the same attempt.
    request_id TEXT NOT NULL,
    submitted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, session_id, quiz_key, attempt),
    UNIQUE (person_id, request_id),
    FOREIGN KEY (person_id, session_id) REFERENCES session_progress (person_id, session_id) ON DELETE CASCADE
);

CREATE TABLE session_bookmarks (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session_key TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, session_key)
);

-- When a person last opened the learning hub, and the time before: sessions published in between are new during this visit.
CREATE TABLE learning_hub_visits (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    visited_at TIMESTAMPTZ NOT NULL,
    previous_at TIMESTAMPTZ
);
