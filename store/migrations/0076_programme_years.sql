-- Since when the account is closed; null while it is open, and where a version without the column closed it.
ALTER TABLE people ADD COLUMN closed_at TIMESTAMPTZ;
UPDATE people SET closed_at = (SELECT MAX(a.created_at) FROM audit a
    WHERE a.target_kind = 'person' AND a.subject_id = people.id AND a.action = 'close_account')
WHERE is_disabled = TRUE;

-- People who left, who read by mail when they are erased.
CREATE TABLE retention_warnings (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    warned_at TIMESTAMPTZ NOT NULL,
    erase_on DATE NOT NULL,
    -- Since when the erasure goes on: it is not taken back any more.
    begun_at TIMESTAMPTZ
);

-- What the rule did in a programme on a day, without people.
CREATE TABLE retention_days (
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    day DATE NOT NULL,
    warned BIGINT NOT NULL,
    erased BIGINT NOT NULL,
    -- People whose day had come, and who were kept; a person counts for each reason.
    kept_protection BIGINT NOT NULL,
    kept_requests BIGINT NOT NULL,
    kept_mentorships BIGINT NOT NULL,
    PRIMARY KEY (programme_id, day)
);

-- Whether staff created it in the console, and no bundle has named it since: imports do not close it.
ALTER TABLE programmes ADD COLUMN is_of_console BOOLEAN NOT NULL DEFAULT FALSE;
