-- A login session is not a session of learning content. Nothing else uses a SQLite database during an upgrade.
ALTER TABLE sessions RENAME TO login_sessions;

DROP INDEX sessions_of_person;
DROP INDEX sessions_previous;
DROP INDEX sessions_ended;
CREATE INDEX login_sessions_of_person ON login_sessions (person_id);
CREATE INDEX login_sessions_previous ON login_sessions (previous_hash);
CREATE INDEX login_sessions_ended ON login_sessions (ended_at);
