-- Deleted texts leave the index at once. Otherwise their groups of three letters stay until segments are merged.
INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1);
