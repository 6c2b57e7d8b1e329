-- When each item of the feed was first imported: a page is cut against a time, so that new items do not shift it.
CREATE TABLE feed_items (
    item_key TEXT PRIMARY KEY NOT NULL,
    added_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE feed_likes (
    item_key TEXT NOT NULL,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (item_key, person_id)
);
CREATE INDEX feed_likes_of_person ON feed_likes (person_id);

-- Clicks on links of the feed; one per person and day.
CREATE TABLE feed_clicks (
    item_key TEXT NOT NULL,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    clicked_on DATE NOT NULL,
    PRIMARY KEY (item_key, person_id, clicked_on)
);
CREATE INDEX feed_clicks_of_person ON feed_clicks (person_id);
