-- When staff ask people to take a survey.
CREATE TABLE survey_windows (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    survey_key TEXT NOT NULL,
    asks_mentors BOOLEAN NOT NULL,
    asks_mentees BOOLEAN NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('dates', 'week', 'exit')),
    -- The last day of a window between dates, in the programme's zone, and the times at which it opens and closes.
    closes_on DATE,
    opens_at TIMESTAMPTZ NOT NULL,
    closes_at TIMESTAMPTZ,
    -- After how many weeks of a mentorship people are asked, and for how many weeks they can answer.
    week BIGINT,
    open_weeks BIGINT,
    -- Days from the question to each reminder, such as "7,14".
    remind_after TEXT NOT NULL,
    created_by UUID REFERENCES people (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL,
    stopped_at TIMESTAMPTZ,
    -- When staff last had everyone reminded who had not answered.
    reminded_at TIMESTAMPTZ,
    revision BIGINT NOT NULL
);
CREATE INDEX survey_windows_of_programme ON survey_windows (programme_id, survey_key);
CREATE INDEX survey_windows_of_staff ON survey_windows (created_by);

-- People who were asked.
CREATE TABLE survey_invites (
    window_id UUID NOT NULL REFERENCES survey_windows (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    -- The mentorship that reached the week or ended.
    mentorship_id UUID REFERENCES mentorships (id) ON DELETE SET NULL,
    asked_at TIMESTAMPTZ NOT NULL,
    closes_on DATE NOT NULL,
    closes_at TIMESTAMPTZ NOT NULL,
    -- When push and mail were enqueued; until then null.
    notified_at TIMESTAMPTZ,
    -- When the next reminder is due.
    remind_at TIMESTAMPTZ,
    reminded_at TIMESTAMPTZ,
    PRIMARY KEY (window_id, person_id)
);
CREATE INDEX survey_invites_of_person ON survey_invites (person_id);
CREATE INDEX survey_invites_of_mentorship ON survey_invites (mentorship_id);
CREATE INDEX survey_invites_to_notify ON survey_invites (window_id, person_id) WHERE notified_at IS NULL;
CREATE INDEX survey_invites_to_remind ON survey_invites (remind_at) WHERE remind_at IS NOT NULL;
