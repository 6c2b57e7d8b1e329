-- Crisis cards leave the search index: the indexer removes what is queued and not to be found.
INSERT INTO search_queue (channel_id, seq)
    SELECT m.channel_id, m.seq FROM channels c JOIN messages m ON m.channel_id = c.id
    WHERE c.kind = 'assistant' AND m.temp_id LIKE 'crisis:%';
