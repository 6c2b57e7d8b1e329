-- Meetings outside the product, as staff and mentors logged them. One of a kind on a day.
CREATE TABLE logged_meetings (
    id UUID PRIMARY KEY,
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    met_on DATE NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('in_person', 'phone', 'video')),
    minutes BIGINT CHECK (minutes > 0),
    -- When it counts as contact of its members.
    met_at TIMESTAMPTZ NOT NULL,
    entered_by UUID REFERENCES people (id) ON DELETE SET NULL,
    entered_at TIMESTAMPTZ NOT NULL,
    UNIQUE (mentorship_id, met_on, kind)
);
CREATE INDEX logged_meetings_of_author ON logged_meetings (entered_by);

-- After how many weeks without contact a mentorship counts as silent. Written with the settings, which hold the rules.
ALTER TABLE programmes ADD COLUMN contact_weeks BIGINT NOT NULL DEFAULT 2;

-- The last day of a pause; null where the version before entered it.
ALTER TABLE mentorship_pauses ADD COLUMN ends_on DATE;
UPDATE mentorship_pauses SET ends_on = date(starts_on, '+' || (days - 1) || ' days');
