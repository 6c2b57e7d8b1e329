-- New entries gather in a list that is worked off at once when it is full. At 4 MB that took a processor for 40 ms, and messages
-- that were sent meanwhile waited; a search reads the whole list besides.
ALTER INDEX search_index SET (gin_pending_list_limit = 256);
