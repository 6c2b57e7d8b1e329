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

-- Addresses to which events are sent, signed after the specification of Standard Webhooks.
CREATE TABLE webhooks (
    id UUID PRIMARY KEY,
    -- Null: events of all programmes, and those of none.
    programme_id UUID REFERENCES programmes (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Names of events, each between commas.
    events TEXT NOT NULL,
    secret TEXT NOT NULL,
    -- The secret before, and until when it signs, too.
    former_secret TEXT,
    former_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    -- When the address answered that it is gone for good; nothing is sent since then.
    gone_at TIMESTAMPTZ
);
CREATE INDEX webhooks_of_programme ON webhooks (programme_id);

-- What was sent, or waits for it. The job of the outbox has the same id.
CREATE TABLE webhook_deliveries (
    id UUID PRIMARY KEY,
    webhook_id UUID NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    -- A JSON object with ids and kinds, without names and texts.
    data TEXT NOT NULL,
    -- The page of the console, below the address of the installation.
    page TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts BIGINT NOT NULL,
    attempted_at TIMESTAMPTZ,
    -- The status of the last answer; null without an answer.
    status BIGINT
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, created_at);
