-- Groups of people within a programme, such as the class of a school. A removed one keeps its name for what was sent to it.
CREATE TABLE cohorts (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- In lower case: of the same name there is one.
    name_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    removed_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX cohorts_by_name ON cohorts (programme_id, name_key) WHERE removed_at IS NULL;

-- The cohort of a person; it counts in the programme of the cohort only.
ALTER TABLE people ADD COLUMN cohort_id UUID REFERENCES cohorts (id) ON DELETE SET NULL;
CREATE INDEX people_of_cohort ON people (cohort_id) WHERE cohort_id IS NOT NULL;
-- The cohort of the person who accepts it.
ALTER TABLE invitations ADD COLUMN cohort_id UUID REFERENCES cohorts (id) ON DELETE SET NULL;
CREATE INDEX invitations_of_cohort ON invitations (cohort_id) WHERE cohort_id IS NOT NULL;

-- Null: all people of the roles. A cohort that is gone means no one, so the rows go with it.
ALTER TABLE announcements ADD COLUMN cohort_id UUID REFERENCES cohorts (id) ON DELETE CASCADE;
CREATE INDEX announcements_of_cohort ON announcements (cohort_id) WHERE cohort_id IS NOT NULL;
ALTER TABLE survey_windows ADD COLUMN cohort_id UUID REFERENCES cohorts (id) ON DELETE CASCADE;
CREATE INDEX survey_windows_of_cohort ON survey_windows (cohort_id) WHERE cohort_id IS NOT NULL;
