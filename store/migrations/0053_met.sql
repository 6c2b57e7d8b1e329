-- When a member was last in a call or finished a session, as far as it was looked through.
ALTER TABLE mentorship_members ADD COLUMN met_at TIMESTAMPTZ;
UPDATE mentorship_members SET met_at = (
    SELECT MAX(q.completed_at) FROM mentorship_sessions d JOIN session_progress q ON q.session_id = d.session_id
    WHERE d.mentorship_id = mentorship_members.mentorship_id AND q.person_id = mentorship_members.person_id);
-- Whether the participants of a call that ended have been looked through for it.
ALTER TABLE calls ADD COLUMN is_met BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX calls_to_meet ON calls (channel_id) WHERE ended_at IS NOT NULL AND NOT is_met;
