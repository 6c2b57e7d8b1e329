-- One text for SQLite and PostgreSQL. SQLite takes the type names as they are; ids and times always come from Rust.

-- Keys the installation makes for itself: token signing, file links.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- Switches that hold on every node at once.
CREATE TABLE switches (
    name TEXT PRIMARY KEY,
    is_on BOOLEAN NOT NULL
);

CREATE TABLE programmes (
    id UUID PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    settings JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE people (
    id UUID PRIMARY KEY,
    -- Trimmed and lower-cased: the form in which it is looked up.
    email TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    bio TEXT NOT NULL,
    picture TEXT,
    phone_number TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('mentor', 'mentee', 'staff')),
    -- Who vouches for the sign-in: 'normal' is a password here, 'google' a social account.
    provider TEXT NOT NULL CHECK (provider IN ('normal', 'google')),
    password_hash TEXT,
    programme_id UUID REFERENCES programmes (id),
    language TEXT NOT NULL,
    -- What staff granted or took from this one person, over what the programme gives: experience name to use, show or hide.
    experience_overrides JSONB NOT NULL,
    is_disabled BOOLEAN NOT NULL,
    email_verified_at TIMESTAMPTZ,
    agreed_terms_at TIMESTAMPTZ,
    failed_sign_ins BIGINT NOT NULL,
    blocked_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE sessions (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- SHA-256 of the refresh token now valid, and of the one before it.
    refresh_hash BYTEA NOT NULL UNIQUE,
    previous_hash BYTEA,
    user_agent TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    refreshed_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ
);
CREATE INDEX sessions_of_person ON sessions (person_id);
CREATE INDEX sessions_previous ON sessions (previous_hash);
CREATE INDEX sessions_ended ON sessions (ended_at);

CREATE TABLE channels (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('direct', 'group', 'assistant', 'broadcast')),
    name TEXT NOT NULL,
    programme_id UUID REFERENCES programmes (id),
    -- The number of the newest message; 0 while there is none.
    head_seq BIGINT NOT NULL,
    head_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE members (
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- active: reads and writes. inactive: reads what was written while active. absent: sees nothing.
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'absent')),
    is_pair_manager BOOLEAN NOT NULL,
    last_seen_seq BIGINT NOT NULL,
    last_seen_at TIMESTAMPTZ,
    -- Own messages after last_seen_seq: unread = head - last_seen_seq - own_unseen, without counting anything.
    own_unseen BIGINT NOT NULL,
    -- The newest message an inactive member may read.
    until_seq BIGINT,
    -- When an inactive member may write again, if that is known.
    resumes_at TIMESTAMPTZ,
    joined_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, person_id)
);
CREATE INDEX members_of_person ON members (person_id);

-- No foreign keys here: a message is written only by the statement that found its sender among the members, and PostgreSQL
-- would check each row again.
CREATE TABLE messages (
    channel_id UUID NOT NULL,
    -- Dense from 1 in each channel: paging, gaps and unread are arithmetic.
    seq BIGINT NOT NULL,
    id UUID NOT NULL UNIQUE,
    sender_id UUID NOT NULL,
    temp_id TEXT NOT NULL,
    body TEXT NOT NULL,
    attachments JSONB NOT NULL,
    is_broadcast BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (channel_id, seq),
    -- Begins with the time-ordered part: new entries land side by side, which doubles SQLite's write rate.
    UNIQUE (temp_id, sender_id, channel_id)
);

CREATE TABLE mentions (
    person_id UUID NOT NULL,
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (person_id, channel_id, seq)
);

CREATE TABLE attachments (
    id UUID PRIMARY KEY,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    owner_id UUID NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

-- Side effects, written in the transaction that causes them, worked off by leases.
CREATE TABLE outbox (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL,
    payload JSONB NOT NULL,
    due_at TIMESTAMPTZ NOT NULL,
    attempts BIGINT NOT NULL,
    -- Why it was given up; such a job is never due again.
    dead_reason TEXT,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX outbox_due ON outbox (kind, due_at);
