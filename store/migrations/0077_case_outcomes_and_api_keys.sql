-- What became of a closed case, as a word of a fixed list; null while it is open, and in those that were closed before.
ALTER TABLE alerts ADD COLUMN outcome TEXT;

-- Keys with which programs read reports of outcomes. The key itself is stored nowhere.
CREATE TABLE api_keys (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    -- The SHA-256 hash of the key.
    hash BYTEA NOT NULL UNIQUE,
    created_by UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The last day of its use, in UTC.
    last_used_on DATE
);
CREATE INDEX api_keys_by_creator ON api_keys (created_by);
CREATE TABLE api_key_programmes (
    key_id UUID NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    PRIMARY KEY (key_id, programme_id)
);
CREATE INDEX api_key_programmes_of_programme ON api_key_programmes (programme_id);
