-- Logos of programmes, as WebP; their names are digests of their bytes. Rules of programmes name them.
CREATE TABLE programme_logos (
    name TEXT PRIMARY KEY,
    bytes BYTEA NOT NULL,
    added_at TIMESTAMPTZ NOT NULL
);
