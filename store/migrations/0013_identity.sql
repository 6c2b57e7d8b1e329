-- Accounts that people have elsewhere, and devices that are told of what happens while nobody looks.

-- Who a provider says that somebody is. The subject is theirs for ever; an address may get another owner.
CREATE TABLE social_accounts (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    linked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (person_id, issuer)
);

-- A browser that was sent to a provider and has not come back. Whoever comes back takes the row away.
CREATE TABLE social_attempts (
    -- SHA-256 of the state, and of the secret in the browser's cookie.
    state_hash BYTEA PRIMARY KEY,
    browser_hash BYTEA NOT NULL,
    provider TEXT NOT NULL,
    nonce TEXT NOT NULL,
    -- The secret of PKCE: who asks for the token is who asked for the code.
    verifier TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX social_attempts_expiry ON social_attempts (expires_at);

-- Somebody whom a provider knows and we do not yet: the proof of their address, for one sign-up.
CREATE TABLE social_tickets (
    -- SHA-256 of the ticket.
    hash BYTEA PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX social_tickets_expiry ON social_tickets (expires_at);

-- Identity tokens that came without an attempt of ours: each signs in once.
CREATE TABLE social_used_tokens (
    hash BYTEA PRIMARY KEY,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX social_used_tokens_expiry ON social_used_tokens (expires_at);

-- The push service of a browser. A session is one browser, and the device ends with it.
CREATE TABLE push_devices (
    session_id UUID PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- Where messages for it are posted: as good as a password for writing to it.
    endpoint TEXT NOT NULL UNIQUE,
    -- What messages are encrypted with: a point of P-256, and 16 secret bytes.
    public_key BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    registered_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX push_devices_of_person ON push_devices (person_id);

-- The newest message of a channel that a person's devices were told of. There is no second word until they have read it.
CREATE TABLE push_marks (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    PRIMARY KEY (person_id, channel_id)
);

-- Processes that hold sockets. One that dies is believed for a moment longer, and then its people are away.
CREATE TABLE hub_nodes (
    id UUID PRIMARY KEY,
    alive_until TIMESTAMPTZ NOT NULL
);

-- Who has a socket, and where.
CREATE TABLE presence (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    node_id UUID NOT NULL REFERENCES hub_nodes (id) ON DELETE CASCADE,
    PRIMARY KEY (person_id, node_id)
);
CREATE INDEX presence_of_node ON presence (node_id);
