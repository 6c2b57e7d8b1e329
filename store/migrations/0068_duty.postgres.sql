-- The weekly hours in which a lead is on duty for a programme, in the time zone of the programme.
CREATE TABLE duty_hours (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    programme_id UUID NOT NULL REFERENCES programmes (id) ON DELETE CASCADE,
    -- 0 is Monday.
    weekday BIGINT NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    -- Minutes from midnight; an end not after the beginning is on the next day.
    from_minute BIGINT NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
    until_minute BIGINT NOT NULL CHECK (until_minute BETWEEN 0 AND 1439),
    PRIMARY KEY (person_id, programme_id, weekday, from_minute)
);
CREATE INDEX duty_hours_of_programme ON duty_hours (programme_id);

-- Days on which a member of staff is absent, the last one included.
CREATE TABLE staff_absences (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL CHECK (last_day >= first_day),
    PRIMARY KEY (person_id, first_day)
);

-- Who was notified of an alert, and when.
CREATE TABLE alert_notices (
    id UUID PRIMARY KEY,
    alert_id UUID NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    -- Null after an erasure.
    person_id UUID REFERENCES people (id) ON DELETE SET NULL,
    -- How often staff were notified before.
    step BIGINT NOT NULL,
    notified_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX alert_notices_of_alert ON alert_notices (alert_id, notified_at);
CREATE INDEX alert_notices_of_person ON alert_notices (person_id);
CREATE INDEX alerts_by_assignee ON alerts (assigned_to) WHERE handled_at IS NULL;

-- Open cases of those who may no longer handle them wait again, and staff are told at once. The job has the id of its case.
INSERT INTO outbox (id, kind, payload, due_at, attempts, created_at)
SELECT id, 'staff_alert', CAST('{"alert":"' || CAST(id AS TEXT) || '","step":1}' AS JSONB), created_at, 0, created_at
FROM alerts WHERE handled_at IS NULL AND assigned_to IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM people p JOIN staff_grants g ON g.person_id = p.id
    WHERE p.id = alerts.assigned_to AND p.role = 'staff' AND p.is_disabled = FALSE AND g.role = 'safeguarding'
        AND (g.programme_id IS NULL OR g.programme_id = alerts.programme_id));

UPDATE alerts SET assigned_to = NULL WHERE handled_at IS NULL AND assigned_to IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM people p JOIN staff_grants g ON g.person_id = p.id
    WHERE p.id = alerts.assigned_to AND p.role = 'staff' AND p.is_disabled = FALSE AND g.role = 'safeguarding'
        AND (g.programme_id IS NULL OR g.programme_id = alerts.programme_id));
