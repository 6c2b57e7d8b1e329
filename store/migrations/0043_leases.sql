-- What one node works on at a time: a background job, a matching round, a channel of the assistant, a recording.
-- `lease_id` and `lease_until` of `assistant_channels` and `leased_until` of `meeting_recordings` stay for version 7.2.0.
CREATE TABLE leases (
    kind TEXT NOT NULL,
    -- Id of the programme, channel or recording; zero for a job of the whole installation.
    subject UUID NOT NULL,
    holder UUID NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (kind, subject)
);
ALTER TABLE matching_schedules DROP COLUMN claimed_until;
