-- What staff recorded of the vetting of a person, by the kinds that programmes ask for. Rows that are held have no end. The kind "vetting"
-- holds as people.vetted_until says, also what a version without kinds writes; its rows are the history.
CREATE TABLE vettings (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The programme whose staff recorded it; others see neither them nor their words.
    programme_id UUID REFERENCES programmes (id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    -- The last day; NULL: without an end.
    valid_until DATE,
    reference TEXT NOT NULL,
    recorded_by UUID REFERENCES people (id) ON DELETE SET NULL,
    recorded_at TIMESTAMPTZ NOT NULL,
    -- When another one replaced it, or when it was withdrawn.
    ended_at TIMESTAMPTZ,
    withdrawn_by UUID REFERENCES people (id) ON DELETE SET NULL,
    -- Why it was withdrawn; NULL if it was replaced.
    withdrawal TEXT,
    -- The fewest days before the end of which the mentor was warned; NULL before the first warning.
    warned_days BIGINT
);
CREATE UNIQUE INDEX vettings_held ON vettings (person_id, kind) WHERE ended_at IS NULL;
CREATE INDEX vettings_of_person ON vettings (person_id);
CREATE INDEX vettings_of_programme ON vettings (programme_id) WHERE programme_id IS NOT NULL;
CREATE INDEX vettings_recorded ON vettings (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX vettings_withdrawn ON vettings (withdrawn_by) WHERE withdrawn_by IS NOT NULL;

-- The kinds that a programme demands besides "vetting", for lists. Written with the settings, which hold the rules.
CREATE TABLE demanded_vettings (
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    PRIMARY KEY (programme_id, kind)
);
