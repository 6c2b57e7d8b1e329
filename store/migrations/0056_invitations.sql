-- People whom staff invite to a programme.
CREATE TABLE invitations (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('mentor', 'mentee')),
    -- What is known of the person, until they have an account, or the invitation is over: then these are empty.
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    language TEXT NOT NULL,
    birth_month TEXT,
    search_text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The last mail.
    mailed_at TIMESTAMPTZ NOT NULL,
    -- Whether the person was reminded without being asked to by staff.
    is_reminded BOOLEAN NOT NULL,
    accepted_at TIMESTAMPTZ,
    person_id UUID REFERENCES people (id) ON DELETE SET NULL,
    withdrawn_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX invitations_open ON invitations (email, programme_id) WHERE email <> '';
CREATE INDEX invitations_of_programme ON invitations (programme_id);
CREATE INDEX invitations_of_person ON invitations (person_id);
