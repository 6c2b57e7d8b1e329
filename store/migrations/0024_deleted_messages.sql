-- Null unless the sender deleted the message. Its row stays, because numbers are dense, and is empty.
ALTER TABLE messages ADD COLUMN deleted_at TIMESTAMPTZ;
-- Deleted messages do not count as unread.
CREATE INDEX messages_deleted ON messages (channel_id, seq) WHERE deleted_at IS NOT NULL;

-- What deleted messages said. Only staff read it, with a reason.
CREATE TABLE deleted_messages (
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    sender_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    attachments JSONB NOT NULL,
    link_preview JSONB,
    reply JSONB,
    deleted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, seq)
);
CREATE INDEX deleted_messages_of_sender ON deleted_messages (sender_id);

-- Since when the file is no longer served to members, because its message was deleted.
ALTER TABLE attachments ADD COLUMN withdrawn_at TIMESTAMPTZ;
