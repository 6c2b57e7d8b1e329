-- Replies, edits, reactions; reports, blocks and alerts; muted channels.

-- Every change of a message takes the next number of its channel, so that "what changed since" is a comparison.
ALTER TABLE channels ADD COLUMN change_seq BIGINT NOT NULL DEFAULT 0;

-- The number of the last change; 0 for a message that is as it was sent.
ALTER TABLE messages ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN edited_at TIMESTAMPTZ;
-- What the message answers, as it read at that moment.
ALTER TABLE messages ADD COLUMN reply JSONB;
-- The reactions as they are shown: the sum of the rows in `reactions`, written with them.
ALTER TABLE messages ADD COLUMN reactions JSONB NOT NULL DEFAULT '[]';
CREATE INDEX messages_changed ON messages (channel_id, changed) WHERE changed > 0;

-- What a message said before each edit.
CREATE TABLE message_versions (
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    -- The number of the change that replaced this text.
    until_change BIGINT NOT NULL,
    body TEXT NOT NULL,
    written_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, seq, until_change)
);

CREATE TABLE reactions (
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    emoji TEXT NOT NULL,
    person_id UUID NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, seq, emoji, person_id)
);

-- A channel whose news make no noise for this member.
ALTER TABLE members ADD COLUMN is_muted BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE blocks (
    blocker_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    blocked_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id, blocker_id);

-- No foreign keys to what is reported: a report outlives it.
CREATE TABLE reports (
    id UUID PRIMARY KEY,
    reporter_id UUID NOT NULL,
    subject_id UUID NOT NULL,
    channel_id UUID NOT NULL,
    -- The message that was reported, as it read at that moment; none if it is the person.
    message_id UUID,
    message_body TEXT,
    -- Whose staff look after it; none: all staff.
    programme_id UUID,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    resolved_at TIMESTAMPTZ,
    resolved_by UUID,
    resolution TEXT
);
CREATE INDEX reports_newest ON reports (created_at);
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_at);

-- What staff must look at, whatever brought it up.
CREATE TABLE alerts (
    id UUID PRIMARY KEY,
    -- 'report' and whatever else calls for staff.
    kind TEXT NOT NULL,
    -- What it is about: the id of the report, of the message.
    subject_id UUID NOT NULL,
    channel_id UUID,
    -- Whose staff are called; none: all staff.
    programme_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    handled_at TIMESTAMPTZ
);
CREATE INDEX alerts_open ON alerts (created_at) WHERE handled_at IS NULL;
