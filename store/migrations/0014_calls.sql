-- Calls: a room that lives in a channel for a while, who is in it, and what they said about being recorded.

CREATE TABLE calls (
    id UUID PRIMARY KEY,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    -- 128 random bits: what the room is called towards browsers and the conference server.
    room TEXT NOT NULL UNIQUE,
    provider TEXT NOT NULL CHECK (provider IN ('jitsi', 'builtin')),
    started_by UUID REFERENCES people (id) ON DELETE SET NULL,
    started_at TIMESTAMPTZ NOT NULL,
    -- The call is over by then, whoever is in it.
    expires_at TIMESTAMPTZ NOT NULL,
    -- Since when everybody who was in it has been gone; NULL while somebody is, and before anybody was.
    empty_since TIMESTAMPTZ,
    ended_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX calls_live ON calls (channel_id) WHERE ended_at IS NULL;
CREATE INDEX calls_of_channel ON calls (channel_id, started_at);

-- One row per tab that is or was in a call. Whoever left keeps the row: it says who was there while something was recorded.
CREATE TABLE call_participants (
    call_id UUID NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    -- The tab's own name in a built-in call, or the conference server's for it.
    peer TEXT NOT NULL,
    -- NULL: the conference server let somebody in whom we do not know.
    person_id UUID REFERENCES people (id) ON DELETE CASCADE,
    -- Who says so: the socket of a built-in call, the page (a hint), or the conference server (believed first).
    source TEXT NOT NULL CHECK (source IN ('socket', 'page', 'webhook')),
    joined_at TIMESTAMPTZ NOT NULL,
    -- Without another word they count as gone from then on.
    alive_until TIMESTAMPTZ NOT NULL,
    left_at TIMESTAMPTZ,
    microphone BOOLEAN NOT NULL,
    camera BOOLEAN NOT NULL,
    screen BOOLEAN NOT NULL,
    PRIMARY KEY (call_id, peer)
);
CREATE INDEX call_participants_here ON call_participants (call_id) WHERE left_at IS NULL;

-- What people answered when they were asked whether the call may be recorded. Only ever added to: the newest counts.
CREATE TABLE call_consents (
    id UUID PRIMARY KEY,
    call_id UUID NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    consent BOOLEAN NOT NULL,
    -- Which text they answered, and in which language it was shown.
    version TEXT NOT NULL,
    language TEXT NOT NULL,
    given_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX call_consents_of_call ON call_consents (call_id, person_id, given_at);

-- Who took the call and who declined it.
CREATE TABLE call_answers (
    call_id UUID NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    accepted BOOLEAN NOT NULL,
    answered_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (call_id, person_id)
);

-- What the conference server told already, so that it is not told twice.
CREATE TABLE call_webhooks (
    id TEXT PRIMARY KEY,
    received_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX call_webhooks_by_age ON call_webhooks (received_at);

-- Which call was recorded, and the work on the recording.
ALTER TABLE meeting_recordings ADD COLUMN call_id UUID REFERENCES calls (id) ON DELETE SET NULL;
-- The conference server's name for it.
ALTER TABLE meeting_recordings ADD COLUMN external_id TEXT;
-- Where the sound can be fetched, until there is a transcript.
ALTER TABLE meeting_recordings ADD COLUMN link TEXT;
-- When the step that is due has taken too long; NULL once nothing is due.
ALTER TABLE meeting_recordings ADD COLUMN deadline_at TIMESTAMPTZ;
-- When everything that was said is deleted.
ALTER TABLE meeting_recordings ADD COLUMN purge_at TIMESTAMPTZ;
-- Until then one node works on it.
ALTER TABLE meeting_recordings ADD COLUMN leased_until TIMESTAMPTZ;
CREATE UNIQUE INDEX meeting_recordings_external ON meeting_recordings (external_id);
CREATE INDEX meeting_recordings_of_call ON meeting_recordings (call_id);
CREATE INDEX meeting_recordings_due ON meeting_recordings (deadline_at);
CREATE INDEX meeting_recordings_purge ON meeting_recordings (purge_at);
