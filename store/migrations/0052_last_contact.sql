-- When a member last wrote in the conversation of the mentorship, among the messages that were looked through.
ALTER TABLE mentorship_members ADD COLUMN wrote_at TIMESTAMPTZ;
-- The newest message that was looked through.
ALTER TABLE mentorships ADD COLUMN contact_seq BIGINT NOT NULL DEFAULT 0;
