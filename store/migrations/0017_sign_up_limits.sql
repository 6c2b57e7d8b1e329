-- When a mailbox last got a code. Addresses with a tag (tom+a@, tom+b@) lead to one mailbox.
CREATE TABLE code_mails (
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_up', 'reset_password')),
    -- HMAC-SHA256 of the mailbox.
    mailbox_hash BYTEA NOT NULL,
    sent_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (purpose, mailbox_hash)
);

-- The verified address of a browser that has not signed up yet, and its chosen password.
CREATE TABLE sign_up_drafts (
    -- SHA-256 of the secret in the browser's cookie.
    hash BYTEA PRIMARY KEY,
    email TEXT NOT NULL,
    -- Argon2id.
    password_hash TEXT,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sign_up_drafts_of_email ON sign_up_drafts (email);

-- Wrong institution codes, by hour and group of institutions: the programme that names the domain of the address, or '' for all
-- programmes without domains.
CREATE TABLE wrong_institution_codes (
    hour TIMESTAMPTZ NOT NULL,
    programme TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (hour, programme)
);
