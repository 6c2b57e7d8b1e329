-- One-time codes that prove an e-mail address. One per purpose and address: a new one takes the place of the old.
CREATE TABLE codes (
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_up', 'reset_password')),
    -- Trimmed and lower-cased, as in people.
    email TEXT NOT NULL,
    -- HMAC-SHA256 of purpose, address and code under a key of the installation: six digits alone would be guessed.
    hash BYTEA NOT NULL,
    wrong_tries BIGINT NOT NULL,
    sent_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- Until when the right code, once given, may be used for what it was asked for.
    verified_until TIMESTAMPTZ,
    PRIMARY KEY (purpose, email)
);

-- Wrong codes of the whole installation, by the hour in which they were tried.
CREATE TABLE wrong_codes (
    hour TIMESTAMPTZ PRIMARY KEY,
    count BIGINT NOT NULL
);

ALTER TABLE people ADD COLUMN institution_code TEXT;
