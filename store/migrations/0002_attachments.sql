-- What is known of a sent file beside its bytes, and which message carries it.
ALTER TABLE attachments ADD COLUMN width BIGINT;
ALTER TABLE attachments ADD COLUMN height BIGINT;
ALTER TABLE attachments ADD COLUMN has_thumbnail BOOLEAN NOT NULL DEFAULT FALSE;
-- The sender's name for the message it goes with. Null: only uploaded so far. Empty: being removed.
ALTER TABLE attachments ADD COLUMN temp_id TEXT;
-- Since when it waits to be seen in a stored message. Null: it was.
ALTER TABLE attachments ADD COLUMN waits_since TIMESTAMPTZ;

-- Until now a file was kept just before its message: that is the next one of its sender with a file.
UPDATE attachments SET waits_since = created_at, temp_id = (
    SELECT m.temp_id FROM messages m
    WHERE m.channel_id = attachments.channel_id AND m.sender_id = attachments.owner_id
        AND m.created_at >= attachments.created_at AND CAST(m.attachments AS TEXT) <> '[]'
    ORDER BY m.seq LIMIT 1
);

CREATE INDEX attachments_waiting ON attachments (waits_since) WHERE waits_since IS NOT NULL;
CREATE INDEX attachments_waiting_of_owner ON attachments (owner_id) WHERE waits_since IS NOT NULL;
