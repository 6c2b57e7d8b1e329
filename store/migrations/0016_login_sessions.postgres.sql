-- A login session is not a session of learning content.
ALTER TABLE sessions RENAME TO login_sessions;

-- Constraints first: those with an index rename it, too.
DO $$
DECLARE
    _name text;
BEGIN
    FOR _name IN
        SELECT conname FROM pg_constraint WHERE conrelid = 'login_sessions'::regclass AND conname LIKE 'sessions\_%'
    LOOP
        EXECUTE format('ALTER TABLE login_sessions RENAME CONSTRAINT %I TO %I', _name, 'login_' || _name);
    END LOOP;
    FOR _name IN
        SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'login_sessions'::regclass AND c.relname LIKE 'sessions\_%'
    LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', _name, 'login_' || _name);
    END LOOP;
END
$$;

-- Nodes of the version before use this view during a rolling upgrade. It is updatable: their writes reach the table.
CREATE VIEW sessions AS
    SELECT id, person_id, refresh_hash, previous_hash, user_agent, created_at, refreshed_at, expires_at, ended_at
    FROM login_sessions;
