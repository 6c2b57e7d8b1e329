-- That a person was warned before a message or an edit was delivered, without its text. Rows are deleted after 30 days.
CREATE TABLE message_warnings (
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The sender's own id of the message; of an edit, the id of the message.
    temp_id TEXT NOT NULL,
    warned_at TIMESTAMPTZ NOT NULL,
    -- When it was delivered all the same.
    sent_at TIMESTAMPTZ,
    PRIMARY KEY (person_id, channel_id, temp_id)
);
CREATE INDEX message_warnings_of_channel ON message_warnings (channel_id);
CREATE INDEX message_warnings_by_age ON message_warnings (warned_at);
