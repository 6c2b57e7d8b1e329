-- Questions of quizzes whose right answers staff corrected.
CREATE TABLE answer_key_corrections (
    session_key TEXT NOT NULL,
    quiz_key TEXT NOT NULL,
    question_key TEXT NOT NULL,
    -- A JSON array of options: the right ones as the last import wanted them.
    imported_key JSONB NOT NULL,
    -- A JSON array: the versions of the session that the last correction changed.
    versions JSONB NOT NULL,
    corrected_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (session_key, quiz_key, question_key)
);
