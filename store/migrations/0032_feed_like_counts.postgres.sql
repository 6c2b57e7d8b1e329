-- How many people like an item: a page of the feed would otherwise count the likes of all its items. Triggers keep the count,
-- because likes also go with the people who are erased, and nodes of the version before know nothing of it.
CREATE TABLE feed_like_counts (
    item_key TEXT PRIMARY KEY NOT NULL,
    likes BIGINT NOT NULL
);

-- In the order of the keys, so that two erasures at once wait for each other and never both.
CREATE FUNCTION feed_like_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO feed_like_counts AS counted (item_key, likes)
        SELECT item_key, CASE WHEN tg_op = 'INSERT' THEN COUNT(*) ELSE -COUNT(*) END
        FROM touched GROUP BY item_key ORDER BY item_key
    ON CONFLICT (item_key) DO UPDATE SET likes = counted.likes + excluded.likes;
    RETURN NULL;
END $$;
CREATE TRIGGER feed_like_added AFTER INSERT ON feed_likes
    REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION feed_like_count();
CREATE TRIGGER feed_like_removed AFTER DELETE ON feed_likes
    REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION feed_like_count();

-- The triggers lock the table until the end of the migration: no like is missed or counted twice.
INSERT INTO feed_like_counts (item_key, likes) SELECT item_key, COUNT(*) FROM feed_likes GROUP BY item_key;
