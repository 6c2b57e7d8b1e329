-- How the columns of a spreadsheet were read in the last import of a programme with the same names of columns.
CREATE TABLE import_columns (
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    -- Keyed, and no names: in a file without a header they are the data of a person.
    header_hash TEXT NOT NULL,
    -- JSON: what a column holds, with the place of its name among the sorted names.
    mapping TEXT NOT NULL,
    used_at TIMESTAMPTZ NOT NULL,
    -- Null for the command line, and after an erasure.
    used_by UUID REFERENCES people (id) ON DELETE SET NULL,
    PRIMARY KEY (programme_id, header_hash)
);
CREATE INDEX import_columns_of_staff ON import_columns (used_by);

-- The address of a guardian that an import named; empty without one, and with the end of the invitation.
ALTER TABLE invitations ADD COLUMN guardian_email TEXT NOT NULL DEFAULT '';
CREATE INDEX invitations_with_guardian ON invitations (id) WHERE guardian_email <> '';

-- The same of people with an account, until their guardian is asked. It is no consent, and proves nothing.
CREATE TABLE proposed_guardians (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    proposed_at TIMESTAMPTZ NOT NULL
);
