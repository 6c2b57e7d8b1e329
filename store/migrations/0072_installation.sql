-- When a job was given up. Null in jobs that are not, and in those that an older program gave up.
ALTER TABLE outbox ADD COLUMN dead_at TIMESTAMPTZ;
CREATE INDEX outbox_dead ON outbox (kind) WHERE dead_reason IS NOT NULL;

-- What each process reports of itself, twice a minute.
CREATE TABLE node_reports (
    node_id UUID PRIMARY KEY,
    version TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    reported_at TIMESTAMPTZ NOT NULL,
    -- A JSON array of its background jobs.
    jobs TEXT NOT NULL
);
