-- Surveys of which a person was notified, or that were open when the person registered the first device.
CREATE TABLE survey_openings (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    survey_key TEXT NOT NULL,
    noted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, survey_key)
);

-- People who must not be matched, such as relatives: the smaller id first.
CREATE TABLE person_conflicts (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    other_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    noted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, other_id)
);
CREATE INDEX person_conflicts_of_other ON person_conflicts (other_id);
