-- What staff may do, and for which programme; NULL is the whole installation. A person without a grant may do nothing.
CREATE TABLE staff_grants (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    programme_id UUID REFERENCES programmes (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('coordinator', 'safeguarding', 'reports', 'administrator')),
    granted_at TIMESTAMPTZ NOT NULL
);
-- Two indexes, because NULL values are distinct in an index.
CREATE UNIQUE INDEX staff_grants_of_programme ON staff_grants (person_id, programme_id, role) WHERE programme_id IS NOT NULL;
CREATE UNIQUE INDEX staff_grants_of_installation ON staff_grants (person_id, role) WHERE programme_id IS NULL;

-- Staff keep what they could do: reports, alerts and recordings of their programme, or of the whole installation.
INSERT INTO staff_grants (person_id, programme_id, role, granted_at)
    SELECT id, programme_id, 'coordinator', created_at FROM people WHERE role = 'staff' AND is_disabled = FALSE;
INSERT INTO staff_grants (person_id, programme_id, role, granted_at)
    SELECT id, programme_id, 'safeguarding', created_at FROM people WHERE role = 'staff' AND is_disabled = FALSE;
INSERT INTO staff_grants (person_id, programme_id, role, granted_at)
    SELECT id, NULL, 'administrator', created_at FROM people
    WHERE role = 'staff' AND is_disabled = FALSE AND programme_id IS NULL;

-- Name and address without case and accents, for search. NULL until a node fills it.
ALTER TABLE people ADD COLUMN search_text TEXT;
