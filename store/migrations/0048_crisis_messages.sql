-- Whether a person's crisis in a channel raised an alert within the last hour.
CREATE INDEX alerts_by_channel ON alerts (channel_id, created_at);
