-- What people think of their conversations and of the notes of their calls.

-- When a member stopped being active: calls after that are none of theirs. Known only by messages until now.
ALTER TABLE members ADD COLUMN until_at TIMESTAMPTZ;
UPDATE members SET until_at = COALESCE(
    (SELECT m.created_at FROM messages m WHERE m.channel_id = members.channel_id AND m.seq = members.until_seq), joined_at)
WHERE status <> 'active';

-- One row per time that a person was asked, skipped or not.
CREATE TABLE chat_ratings (
    id UUID PRIMARY KEY,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The newest message of the channel then: so many later ones make the next rating due.
    at_seq BIGINT NOT NULL,
    -- All three from 1 to 5, or all NULL: skipped, and left out of every average.
    accuracy BIGINT CHECK (accuracy BETWEEN 1 AND 5),
    relevance BIGINT CHECK (relevance BETWEEN 1 AND 5),
    resolution BIGINT CHECK (resolution BETWEEN 1 AND 5),
    rated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (channel_id, person_id, at_seq),
    CHECK ((accuracy IS NULL) = (relevance IS NULL) AND (accuracy IS NULL) = (resolution IS NULL))
);

-- Recorded calls. recorded, transcribed, summarised, ready, each after the one before; failed with a reason out of any of
-- the first three; purged out of any.
CREATE TABLE meeting_recordings (
    id UUID PRIMARY KEY,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    started_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ,
    state TEXT NOT NULL CHECK (state IN ('recorded', 'transcribed', 'summarised', 'ready', 'failed', 'purged')),
    -- A stable code, in state failed only.
    failure TEXT,
    -- When it came to be ready: from then on people are asked what they think of its summary.
    ready_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    CHECK ((state = 'failed') = (failure IS NOT NULL)),
    CHECK (state <> 'ready' OR ready_at IS NOT NULL)
);
CREATE INDEX meeting_recordings_of_channel ON meeting_recordings (channel_id, started_at, id);

-- What was said in a call, and the short of it. Rows and not files: a step of the recording and its text are one
-- transaction, and so is purging both.
CREATE TABLE meeting_texts (
    recording_id UUID NOT NULL REFERENCES meeting_recordings (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('summary', 'transcript')),
    body TEXT NOT NULL,
    PRIMARY KEY (recording_id, kind)
);

CREATE TABLE meeting_ratings (
    recording_id UUID NOT NULL REFERENCES meeting_recordings (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- NULL: skipped.
    rating BIGINT CHECK (rating BETWEEN 1 AND 5),
    rated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (recording_id, person_id)
);
