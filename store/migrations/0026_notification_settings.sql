-- How a person is notified. Without a row: at any time, and no mails.
CREATE TABLE notification_settings (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    -- IANA name, as the person's browser reports it.
    time_zone TEXT NOT NULL,
    -- Quiet hours in minutes after midnight, in this zone: both or neither.
    quiet_from BIGINT,
    quiet_until BIGINT,
    -- The outbox job that ends these quiet hours; set while pushes are held.
    release_job_id UUID,
    -- After how many hours a mail reports unread messages; null for never.
    mail_after_hours BIGINT,
    -- Only messages after this time cause such a mail.
    mail_since TIMESTAMPTZ NOT NULL,
    mailed_at TIMESTAMPTZ
);

-- Channels with a push that quiet hours held back.
CREATE TABLE held_pushes (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    PRIMARY KEY (person_id, channel_id)
);
CREATE INDEX held_pushes_of_channel ON held_pushes (channel_id);
