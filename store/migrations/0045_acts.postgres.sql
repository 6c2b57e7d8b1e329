-- Every act of staff, of the command line or of a job.
ALTER TABLE audit ALTER COLUMN actor_id DROP NOT NULL;
ALTER TABLE audit ALTER COLUMN channel_id DROP NOT NULL;
ALTER TABLE audit ALTER COLUMN subject_id DROP NOT NULL;
ALTER TABLE audit ALTER COLUMN reason DROP NOT NULL;
ALTER TABLE audit ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'staff';
-- The name of the command line's user or of a job, which have no person.
ALTER TABLE audit ADD COLUMN actor_name TEXT;
-- What the act was about. The version before writes reports and alerts only, without their kind.
ALTER TABLE audit ADD COLUMN target_kind TEXT NOT NULL DEFAULT 'case';
ALTER TABLE audit ADD COLUMN programme_id UUID;
-- What changed, as JSON objects without texts of people.
ALTER TABLE audit ADD COLUMN old_values TEXT;
ALTER TABLE audit ADD COLUMN new_values TEXT;
CREATE INDEX audit_of_subject ON audit (subject_id, created_at);
CREATE INDEX audit_of_programme ON audit (programme_id, created_at, id);
CREATE INDEX audit_by_time ON audit (created_at, id);

-- What was written before is about reports and alerts, whose programmes are known.
UPDATE audit SET target_kind = 'report', programme_id = (SELECT programme_id FROM reports WHERE reports.id = audit.subject_id)
    WHERE EXISTS (SELECT 1 FROM reports WHERE reports.id = audit.subject_id);
UPDATE audit SET target_kind = 'alert', programme_id = (SELECT programme_id FROM alerts WHERE alerts.id = audit.subject_id)
    WHERE EXISTS (SELECT 1 FROM alerts WHERE alerts.id = audit.subject_id);
