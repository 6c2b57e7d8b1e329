-- Authenticator apps of staff.
CREATE TABLE second_factors (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    -- Shared with the app.
    secret BYTEA NOT NULL,
    set_up_at TIMESTAMPTZ NOT NULL,
    -- The last accepted step of 30 seconds: each code is accepted once.
    last_step BIGINT NOT NULL,
    -- Wrong codes since the last right one.
    wrong_tries BIGINT NOT NULL DEFAULT 0,
    blocked_until TIMESTAMPTZ
);

-- Codes that replace the app once each.
CREATE TABLE recovery_codes (
    person_id UUID NOT NULL REFERENCES second_factors (person_id) ON DELETE CASCADE,
    hash BYTEA NOT NULL,
    PRIMARY KEY (person_id, hash)
);

-- When a second factor was last presented; NULL where there was none. Grants count only with one.
ALTER TABLE login_sessions ADD COLUMN second_factor_at TIMESTAMPTZ;

-- Staff sign in again, with a second factor.
UPDATE login_sessions SET ended_at = refreshed_at
    WHERE ended_at IS NULL AND person_id IN (SELECT id FROM people WHERE role = 'staff');
