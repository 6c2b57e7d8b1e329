-- Since when the year of a programme is closed; null while it is open.
ALTER TABLE programmes ADD COLUMN year_closed_at TIMESTAMPTZ;
-- Since when it is archived.
ALTER TABLE programmes ADD COLUMN archived_at TIMESTAMPTZ;

-- Since when a person does not take part any more, whose account is open.
ALTER TABLE people ADD COLUMN left_programme_at TIMESTAMPTZ;

-- Years that were closed.
CREATE TABLE school_years (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    closed_at TIMESTAMPTZ NOT NULL,
    -- Null: not a person, or one who was erased.
    closed_by UUID REFERENCES people (id) ON DELETE SET NULL,
    -- When the next year begins; null until staff have said.
    opens_at TIMESTAMPTZ,
    opened_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX school_years_closed ON school_years (programme_id) WHERE opened_at IS NULL;
CREATE INDEX school_years_of_programme ON school_years (programme_id);

-- The mentorships that went on when a year was closed.
CREATE TABLE school_year_endings (
    year_id UUID NOT NULL REFERENCES school_years (id) ON DELETE CASCADE,
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    -- waiting, ended, failed, or kept: it goes on.
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    try_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (year_id, mentorship_id)
);
CREATE INDEX school_year_endings_waiting ON school_year_endings (try_at) WHERE state = 'waiting';
CREATE INDEX school_year_endings_of_mentorship ON school_year_endings (mentorship_id);

-- What staff decided about people for the next year, and whom its opening reaches. Without a row a person goes on.
CREATE TABLE school_year_people (
    year_id UUID NOT NULL REFERENCES school_years (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- continues, continues_first or leaves.
    choice TEXT NOT NULL,
    -- When they got the mail that the next year begins.
    welcomed_at TIMESTAMPTZ,
    PRIMARY KEY (year_id, person_id)
);
CREATE INDEX school_year_people_waiting ON school_year_people (year_id, person_id) WHERE welcomed_at IS NULL;
CREATE INDEX school_year_people_of_person ON school_year_people (person_id);
CREATE INDEX school_years_of_closer ON school_years (closed_by) WHERE closed_by IS NOT NULL;
