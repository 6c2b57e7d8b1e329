-- The newest message that the person had seen before they marked messages as unread: others keep seeing it as read.
ALTER TABLE members ADD COLUMN receipt_seq BIGINT;

-- Messages that people keep for themselves.
CREATE TABLE saved_messages (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    message_id UUID NOT NULL,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    saved_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, message_id)
);
CREATE INDEX saved_messages_newest ON saved_messages (person_id, saved_at);
CREATE INDEX saved_messages_of_message ON saved_messages (channel_id, seq);

-- Messages that members keep in view for all.
CREATE TABLE pinned_messages (
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    message_id UUID NOT NULL,
    pinned_by UUID REFERENCES people (id) ON DELETE SET NULL,
    pinned_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, seq)
);
CREATE INDEX pinned_messages_of_person ON pinned_messages (pinned_by);
