-- That a person was warned before a message or an edit was delivered, without its text. Rows are deleted after 30 days.
CREATE TABLE message_warnings (
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The sender's own id of the message; of an edit, the id of the message.
    temp_id TEXT NOT NULL,
    warned_at TIMESTAMPTZ NOT NULL,
    -- How often the warning was shown.
    shown INTEGER NOT NULL DEFAULT 1,
    -- What it was about.
    is_contact BOOLEAN NOT NULL,
    is_secrecy BOOLEAN NOT NULL,
    -- When it was delivered all the same.
    sent_at TIMESTAMPTZ,
    PRIMARY KEY (person_id, channel_id, temp_id)
);
CREATE INDEX message_warnings_of_channel ON message_warnings (channel_id);
CREATE INDEX message_warnings_by_age ON message_warnings (warned_at);

-- Later texts of sealed messages, each sealed when detection noticed it. The number of the change orders them.
CREATE TABLE sealed_edits (
    case_id UUID NOT NULL,
    message_id UUID NOT NULL,
    changed BIGINT NOT NULL,
    body TEXT NOT NULL,
    edited_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (case_id, message_id, changed),
    FOREIGN KEY (case_id, message_id) REFERENCES sealed_messages (case_id, message_id) ON DELETE CASCADE
);
