-- The id that the author's page gave to its request for an event. The same request again creates no second event.
ALTER TABLE calendar_events ADD COLUMN request_id TEXT;
CREATE UNIQUE INDEX calendar_events_of_request ON calendar_events (mentorship_id, author_id, request_id);

-- The refresh before the last one: until then the device had a network before it lost it.
ALTER TABLE login_sessions ADD COLUMN refreshed_before_at TIMESTAMPTZ;
