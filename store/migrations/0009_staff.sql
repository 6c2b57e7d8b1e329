-- What staff do about reports and alerts, and what they looked at for it.

-- Who closed an alert, and what came of it. Those of a report stand on the report.
ALTER TABLE alerts ADD COLUMN handled_by UUID;
ALTER TABLE alerts ADD COLUMN resolution TEXT;

-- What staff did that others must be able to ask about later. Rows are only ever added; no foreign keys, they outlive what they name.
CREATE TABLE audit (
    id UUID PRIMARY KEY,
    actor_id UUID NOT NULL,
    action TEXT NOT NULL,
    -- Where, and about what.
    channel_id UUID NOT NULL,
    subject_id UUID NOT NULL,
    -- Why, in the words of the actor.
    reason TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX audit_of_channel ON audit (channel_id, created_at);
CREATE INDEX audit_of_actor ON audit (actor_id, created_at);
