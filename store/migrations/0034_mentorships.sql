-- A mentor with one mentee (1to1) or a group (1toM). It is active until it ends.
CREATE TABLE mentorships (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id),
    kind TEXT NOT NULL CHECK (kind IN ('1to1', '1toM')),
    -- Of a group; empty for a pair.
    name TEXT NOT NULL,
    channel_id UUID NOT NULL REFERENCES channels (id),
    started_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ,
    end_reason TEXT
);
CREATE INDEX mentorships_of_programme ON mentorships (programme_id, started_at);

CREATE TABLE mentorship_members (
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('mentor', 'mentee')),
    joined_at TIMESTAMPTZ NOT NULL,
    left_at TIMESTAMPTZ,
    PRIMARY KEY (mentorship_id, person_id)
);
CREATE INDEX mentorship_members_of_person ON mentorship_members (person_id);
