-- Trusted since PostgreSQL 13: whoever may create tables in this database may create it. It comes with the contrib package.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Texts as they are searched: without case and accents. Same table on SQLite.
CREATE TABLE search_texts (
    -- Time-ordered, so that "newest first" is the order of the keys; see store/src/search/indexer.rs.
    place BIGINT PRIMARY KEY,
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    folded TEXT NOT NULL,
    UNIQUE (channel_id, seq)
);
CREATE INDEX search_index ON search_texts USING gin (folded gin_trgm_ops);

-- Messages whose text is not in the index yet, or was another one when it was. Written by the transaction of the message.
CREATE TABLE search_queue (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL
);
CREATE FUNCTION search_enqueue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO search_queue (channel_id, seq) SELECT channel_id, seq FROM touched;
    RETURN NULL;
END $$;
CREATE FUNCTION search_enqueue_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO search_queue (channel_id, seq) VALUES (new.channel_id, new.seq);
    RETURN NULL;
END $$;
CREATE TRIGGER search_new AFTER INSERT ON messages
    REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue();
CREATE TRIGGER search_gone AFTER DELETE ON messages
    REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue();
CREATE TRIGGER search_changed AFTER UPDATE OF body ON messages
    FOR EACH ROW WHEN (old.body IS DISTINCT FROM new.body) EXECUTE FUNCTION search_enqueue_one();

INSERT INTO search_queue (channel_id, seq) SELECT channel_id, seq FROM messages ORDER BY created_at;
