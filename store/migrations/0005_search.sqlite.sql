-- Texts as they are searched: without case and accents. Same table on PostgreSQL.
CREATE TABLE search_texts (
    -- Time-ordered, so that "newest first" is the order of the keys; see store/src/search/indexer.rs.
    place INTEGER PRIMARY KEY,
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    folded TEXT NOT NULL,
    UNIQUE (channel_id, seq)
);

-- Which texts hold which three characters. Positions are not kept: who asks compares the text itself.
CREATE VIRTUAL TABLE search_index USING fts5 (
    folded, content = 'search_texts', content_rowid = 'place', detail = none, columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
);

-- Messages whose text is not in the index yet, or was another one when it was. Written by the transaction of the message.
CREATE TABLE search_queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id UUID NOT NULL,
    seq BIGINT NOT NULL
);
CREATE TRIGGER search_new AFTER INSERT ON messages BEGIN
    INSERT INTO search_queue (channel_id, seq) VALUES (new.channel_id, new.seq);
END;
CREATE TRIGGER search_changed AFTER UPDATE OF body ON messages BEGIN
    INSERT INTO search_queue (channel_id, seq) VALUES (new.channel_id, new.seq);
END;
CREATE TRIGGER search_gone AFTER DELETE ON messages BEGIN
    INSERT INTO search_queue (channel_id, seq) VALUES (old.channel_id, old.seq);
END;

INSERT INTO search_queue (channel_id, seq) SELECT channel_id, seq FROM messages ORDER BY created_at;
