-- What a programme says: documents, questions, cards, declarations, languages, translations. It comes from a bundle of
-- files as a whole, is read as a whole, and nothing refers to it, so one table holds every kind.
CREATE TABLE content (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    -- The order in which the bundle has them.
    position BIGINT NOT NULL,
    body JSONB NOT NULL,
    PRIMARY KEY (kind, key)
);

-- Pictures of content. Small: every node has them, and every backup.
CREATE TABLE content_pictures (
    name TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    bytes BYTEA NOT NULL
);

-- How ready for work a person was found, by area and day.
CREATE TABLE work_readiness (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    measured_on DATE NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    max DOUBLE PRECISION NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (person_id, name, measured_on)
);
