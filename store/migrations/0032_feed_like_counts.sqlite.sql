-- How many people like an item: a page of the feed would otherwise count the likes of all its items. Triggers keep the count,
-- because likes also go with the people who are erased.
CREATE TABLE feed_like_counts (
    item_key TEXT PRIMARY KEY NOT NULL,
    likes BIGINT NOT NULL
);

CREATE TRIGGER feed_like_added AFTER INSERT ON feed_likes BEGIN
    INSERT OR IGNORE INTO feed_like_counts (item_key, likes) VALUES (new.item_key, 0);
    UPDATE feed_like_counts SET likes = likes + 1 WHERE item_key = new.item_key;
END;

CREATE TRIGGER feed_like_removed AFTER DELETE ON feed_likes BEGIN
    UPDATE feed_like_counts SET likes = likes - 1 WHERE item_key = old.item_key;
END;

INSERT INTO feed_like_counts (item_key, likes) SELECT item_key, COUNT(*) FROM feed_likes GROUP BY item_key;
