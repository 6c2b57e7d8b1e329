-- When a member last wrote in the conversation of the mentorship, among the messages that were looked through.
ALTER TABLE mentorship_members ADD COLUMN wrote_at TIMESTAMPTZ;
-- The newest message that was looked through.
ALTER TABLE mentorships ADD COLUMN contact_seq BIGINT NOT NULL DEFAULT 0;
-- The name of a group as it is searched: without case and accents. NULL for those of earlier versions.
ALTER TABLE mentorships ADD COLUMN folded_name TEXT;
