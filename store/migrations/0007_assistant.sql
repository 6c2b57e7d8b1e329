-- The assistant: who speaks for programs, whose channel is whose, and what became of each question.

-- People that are programs. They never sign in.
CREATE TABLE bots (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    role_type TEXT NOT NULL UNIQUE
);

-- One channel per person. A question is a message after `handled_seq`: it needs no job of its own that could be lost
-- between two commits.
CREATE TABLE assistant_channels (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    channel_id UUID NOT NULL UNIQUE REFERENCES channels (id) ON DELETE CASCADE,
    -- Every message up to here is answered, or needs no answer.
    handled_seq BIGINT NOT NULL,
    -- Who works on this channel now. A worker that dies gives it back by doing nothing.
    lease_id UUID,
    lease_until TIMESTAMPTZ
);

-- What became of a question. Decided once, before it is said: whoever comes second says the same.
CREATE TABLE assistant_turns (
    question_id UUID NOT NULL,
    -- 1, and one more each time somebody asks for another try.
    attempt BIGINT NOT NULL,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    programme_id UUID,
    -- None while another try is waited for.
    outcome TEXT CHECK (outcome IN ('answer', 'apology', 'budget', 'crisis')),
    body TEXT NOT NULL,
    -- What the model said that it took.
    tokens BIGINT NOT NULL,
    -- Whether it stands in the channel.
    is_delivered BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (question_id, attempt)
);
CREATE INDEX assistant_turns_of_person ON assistant_turns (person_id, created_at);
CREATE INDEX assistant_turns_of_programme ON assistant_turns (programme_id, created_at);
CREATE INDEX assistant_turns_open ON assistant_turns (channel_id, created_at) WHERE is_delivered = FALSE;
