-- Events of mentorships. A deleted one stays for 30 days, as a cancellation in the calendars of phones.
CREATE TABLE calendar_events (
    id UUID PRIMARY KEY,
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    author_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    session_key TEXT,
    is_mentoring_call BOOLEAN NOT NULL,
    scheduled_at TIMESTAMPTZ NOT NULL,
    -- Of the author: a weekly event keeps its local time there.
    time_zone TEXT NOT NULL,
    repeats_until DATE,
    -- The number of the change, for the calendars of phones.
    sequence BIGINT NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ
);
CREATE INDEX calendar_events_of_mentorship ON calendar_events (mentorship_id, scheduled_at);
CREATE INDEX calendar_events_deleted ON calendar_events (deleted_at);
CREATE INDEX calendar_events_of_author ON calendar_events (author_id);

-- The address under which a member's phone reads the calendar: only the digest of its key.
CREATE TABLE calendar_feeds (
    mentorship_id UUID NOT NULL REFERENCES mentorships (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    key_digest TEXT NOT NULL UNIQUE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (mentorship_id, person_id)
);
CREATE INDEX calendar_feeds_of_person ON calendar_feeds (person_id);

-- When people have time for calls, every week. Minutes after midnight.
CREATE TABLE availabilities (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- 1 is Monday.
    weekday BIGINT NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    from_minute BIGINT NOT NULL CHECK (from_minute >= 0),
    until_minute BIGINT NOT NULL CHECK (until_minute <= 1440 AND until_minute > from_minute),
    -- The same in all rows of a person.
    time_zone TEXT NOT NULL,
    PRIMARY KEY (person_id, weekday, from_minute)
);

-- Deadlines of which a person was reminded. A deadline that moves is a new one.
CREATE TABLE deadline_reminders (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES mentorship_sessions (session_id) ON DELETE CASCADE,
    due_on DATE NOT NULL,
    reminded_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, session_id, due_on)
);
CREATE INDEX deadline_reminders_of_session ON deadline_reminders (session_id);
CREATE INDEX mentorship_sessions_due ON mentorship_sessions (due_on);

-- Mails a day before events and three days before deadlines.
ALTER TABLE notification_settings ADD COLUMN reminder_mails BOOLEAN NOT NULL DEFAULT TRUE;
