-- What the team of a programme announces to its people.
CREATE TABLE announcements (
    -- Of the page that wrote it: sent again, it is one.
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    -- By language: {"en": {"title": "…", "body": "…"}}.
    texts JSONB NOT NULL,
    -- The first title, and all of them folded, for lists.
    title TEXT NOT NULL,
    search_text TEXT NOT NULL,
    for_mentees BOOLEAN NOT NULL,
    for_mentors BOOLEAN NOT NULL,
    among TEXT NOT NULL CHECK (among IN ('all', 'matched', 'unmatched')),
    by_push BOOLEAN NOT NULL,
    by_mail BOOLEAN NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'sent', 'taken_back')),
    -- Grows with each change.
    revision BIGINT NOT NULL,
    author_id UUID REFERENCES people (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    -- When it is to be sent; kept by a draft that was scheduled before.
    send_at TIMESTAMPTZ,
    sent_at TIMESTAMPTZ,
    corrected_at TIMESTAMPTZ,
    taken_back_at TIMESTAMPTZ,
    -- How far it has been delivered, in the order of the ids of people: on their pages, and by push and mail.
    placed_upto UUID,
    placed_at TIMESTAMPTZ,
    notified_upto UUID
);
CREATE INDEX announcements_of_programme ON announcements (programme_id, sent_at);
CREATE INDEX announcements_of_author ON announcements (author_id);

-- Whom an announcement reached, and when they read it.
CREATE TABLE announcement_recipients (
    announcement_id UUID NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    read_at TIMESTAMPTZ,
    PRIMARY KEY (announcement_id, person_id)
);
CREATE INDEX announcement_recipients_of_person ON announcement_recipients (person_id);
