-- What a message shows of the page it links to, as it was when the message was sent.
ALTER TABLE messages ADD COLUMN link_preview JSONB;

-- What pages said about themselves, for a day; null where there was nothing worth showing.
CREATE TABLE link_previews (
    url TEXT PRIMARY KEY,
    preview JSONB,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX link_previews_expiry ON link_previews (expires_at);

-- Their pictures, re-encoded and small.
CREATE TABLE preview_pictures (
    id UUID PRIMARY KEY,
    media_type TEXT NOT NULL,
    bytes BYTEA NOT NULL,
    -- Whether a message shows it; others are forgotten after two days.
    is_kept BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX preview_pictures_age ON preview_pictures (is_kept, created_at);
