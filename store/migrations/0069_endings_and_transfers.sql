-- Why a mentorship ended, as a word of a fixed list; null while it goes on, and of those that ended before. end_reason is the note beside it.
ALTER TABLE mentorships ADD COLUMN end_code TEXT;

-- The conversation of a person with the staff of a programme that they left. The person reads it; it goes on if they come back.
CREATE TABLE former_team_channels (
    channel_id UUID PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    handled_seq BIGINT NOT NULL,
    UNIQUE (person_id, programme_id)
);
CREATE INDEX former_team_channels_of_programme ON former_team_channels (programme_id);
