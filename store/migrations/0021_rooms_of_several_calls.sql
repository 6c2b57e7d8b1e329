-- A room stays open for three hours after its invitation: several calls can take place in it, one after the other.

-- The first call of the room, whose `room` names it. NULL: this call opened the room. The own `room` of a later call names nothing.
ALTER TABLE calls ADD COLUMN room_of UUID REFERENCES calls (id) ON DELETE CASCADE;
-- The call whose invitation led here. NULL: this call rang and has its own invitation.
ALTER TABLE calls ADD COLUMN invited_by UUID REFERENCES calls (id) ON DELETE CASCADE;
CREATE INDEX calls_of_room ON calls (room_of, started_at);
CREATE INDEX calls_of_invitation ON calls (invited_by);
