-- Every act of staff, of the command line or of a job. SQLite cannot drop NOT NULL, so the table is made anew.
CREATE TABLE acts (
    id UUID PRIMARY KEY,
    actor_kind TEXT NOT NULL DEFAULT 'staff',
    -- The person who acted; NULL for the command line and jobs, which have a name.
    actor_id UUID,
    actor_name TEXT,
    action TEXT NOT NULL,
    -- What the act was about. The version before writes reports and alerts only, without their kind.
    target_kind TEXT NOT NULL DEFAULT 'case',
    subject_id UUID,
    programme_id UUID,
    channel_id UUID,
    reason TEXT,
    -- What changed, as JSON objects without texts of people.
    old_values TEXT,
    new_values TEXT,
    created_at TIMESTAMPTZ NOT NULL
);
INSERT INTO acts (id, actor_id, action, channel_id, subject_id, reason, created_at)
    SELECT id, actor_id, action, channel_id, subject_id, reason, created_at FROM audit;
DROP TABLE audit;
ALTER TABLE acts RENAME TO audit;
CREATE INDEX audit_of_channel ON audit (channel_id, created_at);
CREATE INDEX audit_of_actor ON audit (actor_id, created_at);
CREATE INDEX audit_of_subject ON audit (subject_id, created_at);
CREATE INDEX audit_of_programme ON audit (programme_id, created_at, id);
CREATE INDEX audit_by_time ON audit (created_at, id);

-- What was written before is about reports and alerts, whose programmes are known.
UPDATE audit SET target_kind = 'report', programme_id = (SELECT programme_id FROM reports WHERE reports.id = audit.subject_id)
    WHERE EXISTS (SELECT 1 FROM reports WHERE reports.id = audit.subject_id);
UPDATE audit SET target_kind = 'alert', programme_id = (SELECT programme_id FROM alerts WHERE alerts.id = audit.subject_id)
    WHERE EXISTS (SELECT 1 FROM alerts WHERE alerts.id = audit.subject_id);
