-- Surveys that people began, each with the version of its definition.
CREATE TABLE survey_progress (
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    survey_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    completed_at TIMESTAMPTZ,
    PRIMARY KEY (person_id, survey_key)
);
CREATE INDEX survey_progress_of_survey ON survey_progress (survey_key, completed_at);

-- Stages with a draft or a submission.
CREATE TABLE survey_stages (
    person_id UUID NOT NULL,
    survey_key TEXT NOT NULL,
    stage_key TEXT NOT NULL,
    submitted_at TIMESTAMPTZ,
    -- Counts saved drafts: a device that has seen an older one does not overwrite a newer one.
    draft_revision BIGINT NOT NULL,
    PRIMARY KEY (person_id, survey_key, stage_key),
    FOREIGN KEY (person_id, survey_key) REFERENCES survey_progress (person_id, survey_key) ON DELETE CASCADE
);

-- Answers of drafts and of submitted stages. Question keys are unique in a survey.
CREATE TABLE survey_answers (
    person_id UUID NOT NULL,
    survey_key TEXT NOT NULL,
    question_key TEXT NOT NULL,
    stage_key TEXT NOT NULL,
    -- JSON. As JSONB, SQLite would turn the text of a number into a number.
    answer TEXT NOT NULL,
    answered_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, survey_key, question_key),
    FOREIGN KEY (person_id, survey_key) REFERENCES survey_progress (person_id, survey_key) ON DELETE CASCADE
);
CREATE INDEX survey_answers_of_question ON survey_answers (survey_key, question_key);

-- Files in answers of surveys and quizzes. Uploaded first; unclaimed ones are removed after a day.
CREATE TABLE answer_files (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    -- What the answer that names it belongs to: "survey:KEY:QUESTION" or "quiz:SESSION:QUIZ:QUESTION". A file is claimed once.
    claimed_by TEXT,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX answer_files_of_person ON answer_files (person_id);
CREATE INDEX answer_files_unclaimed ON answer_files (created_at) WHERE claimed_by IS NULL;
