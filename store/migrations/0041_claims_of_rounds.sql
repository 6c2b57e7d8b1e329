-- The node that claims a round has until then; if it stops, another one goes on.
ALTER TABLE matching_schedules ADD COLUMN claimed_until TIMESTAMPTZ;
