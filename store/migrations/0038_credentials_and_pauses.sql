-- Keys that sign the credentials of badges. The newest one signs; older ones stay, so that what they signed can be verified.
CREATE TABLE credential_keys (
    -- The thumbprint of the public key (RFC 7638).
    id TEXT PRIMARY KEY,
    -- PKCS #8.
    private_key BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    -- How many credentials it signed: the positions of its status list that are taken.
    issued BIGINT NOT NULL
);

-- Badges that their owners published as credentials (Open Badges 3.0). A position without a row is revoked in the status list.
CREATE TABLE badge_credentials (
    badge_id UUID PRIMARY KEY REFERENCES badges (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- In public addresses; random.
    public_id TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL REFERENCES credential_keys (id),
    position BIGINT NOT NULL,
    -- Whether it names the person.
    has_name BOOLEAN NOT NULL,
    -- As signed.
    token TEXT NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    UNIQUE (key_id, position)
);
CREATE INDEX badge_credentials_of_person ON badge_credentials (person_id);

-- Times without mentoring, which have moved the deadlines. Weeks within them do not end a streak.
CREATE TABLE mentorship_pauses (
    id UUID PRIMARY KEY,
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    starts_on DATE NOT NULL,
    days BIGINT NOT NULL CHECK (days > 0),
    -- The mentor who entered it; null for staff.
    entered_by UUID REFERENCES people (id) ON DELETE SET NULL,
    entered_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX mentorship_pauses_of_mentorship ON mentorship_pauses (mentorship_id);
CREATE INDEX mentorship_pauses_of_author ON mentorship_pauses (entered_by);

-- People who do not want to see streaks.
CREATE TABLE hidden_streaks (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    hidden_at TIMESTAMPTZ NOT NULL
);
