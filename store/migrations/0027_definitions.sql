-- All versions of surveys and sessions. Progress names a key and a version, so that people finish what they began.
CREATE TABLE definitions (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version BIGINT NOT NULL,
    body JSONB NOT NULL,
    PRIMARY KEY (kind, key, version)
);
INSERT INTO definitions (kind, key, version, body)
    SELECT kind, key, 1, body FROM content WHERE kind IN ('survey', 'session');

-- Counts imports: processes that keep parsed content in memory compare it. One row.
CREATE TABLE content_revision (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);
INSERT INTO content_revision (id, revision) VALUES (1, 1);
