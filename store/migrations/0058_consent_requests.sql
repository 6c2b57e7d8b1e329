-- Guardians who are asked by mail whether a mentee may take part.
CREATE TABLE consent_requests (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The guardian's; empty when the request is over without a consent that stands.
    email TEXT NOT NULL,
    -- A keyed hash of the mailbox, which stays for the limits.
    mailbox_hash TEXT NOT NULL,
    language TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'given', 'refused', 'withdrawn', 'ended')),
    requested_at TIMESTAMPTZ NOT NULL,
    -- The last mail that asks.
    mailed_at TIMESTAMPTZ NOT NULL,
    is_reminded BOOLEAN NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    answered_at TIMESTAMPTZ,
    -- What the guardian read and agreed to.
    version TEXT,
    text TEXT,
    withdrawn_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX consent_requests_open ON consent_requests (person_id) WHERE state = 'open';
CREATE INDEX consent_requests_of_person ON consent_requests (person_id);
