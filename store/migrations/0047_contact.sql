-- Whether people may write to each other and call each other, as the facts about them and the rules of their programme say.

-- Since when a person may have no contact; NULL while they may.
ALTER TABLE people ADD COLUMN contact_closed_at TIMESTAMPTZ;
-- When that is to be computed again; NULL if time alone changes nothing.
ALTER TABLE people ADD COLUMN clearance_due_at TIMESTAMPTZ;
-- Since and until when staff suspended a person; without an end until staff lift it.
ALTER TABLE people ADD COLUMN suspended_at TIMESTAMPTZ;
ALTER TABLE people ADD COLUMN suspended_until TIMESTAMPTZ;
CREATE INDEX people_by_clearance_due ON people (clearance_due_at) WHERE clearance_due_at IS NOT NULL;

-- From when missing facts close contact. NULL: staff have not set it since the upgrade, which closes no running mentorship.
ALTER TABLE programmes ADD COLUMN contact_binds_from TIMESTAMPTZ;
UPDATE programmes SET contact_binds_from = created_at WHERE NOT EXISTS (
    SELECT 1 FROM mentorships WHERE mentorships.programme_id = programmes.id AND ended_at IS NULL);
-- Computed by the first node that runs this version.
UPDATE people SET clearance_due_at = created_at WHERE programme_id IN (
    SELECT id FROM programmes WHERE contact_binds_from IS NOT NULL);

-- What a member's status is again once contact is allowed; NULL while it is not paused.
ALTER TABLE members ADD COLUMN paused_status TEXT;

-- Since when a report keeps its two people apart, and when staff lifted that.
ALTER TABLE reports ADD COLUMN silenced_at TIMESTAMPTZ;
ALTER TABLE reports ADD COLUMN silence_lifted_at TIMESTAMPTZ;
CREATE INDEX silences_by_reporter ON reports (reporter_id, subject_id)
    WHERE silenced_at IS NOT NULL AND silence_lifted_at IS NULL;
CREATE INDEX silences_by_subject ON reports (subject_id, reporter_id)
    WHERE silenced_at IS NOT NULL AND silence_lifted_at IS NULL;

-- The member of staff who works on a case; NULL before the first one takes it.
ALTER TABLE alerts ADD COLUMN assigned_to UUID;
