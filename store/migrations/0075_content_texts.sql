-- The content as it was imported last, where staff changed its texts in the console: what differs was changed by staff. Null elsewhere.
ALTER TABLE content ADD COLUMN imported_body JSONB;

-- When a person agreed to the terms before they were asked again because documents changed.
ALTER TABLE people ADD COLUMN agreed_terms_before TIMESTAMPTZ;

-- What changed in the texts of a definition: by staff, or by an import of what staff had changed before.
CREATE TABLE content_changes (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id UUID REFERENCES people (id) ON DELETE SET NULL,
    -- A JSON object: texts with their places and languages, before and after, and the order of entries if it changed.
    changes JSONB NOT NULL
);
CREATE INDEX content_changes_of_definition ON content_changes (kind, key, changed_at);
CREATE INDEX content_changes_of_actor ON content_changes (actor_id);
