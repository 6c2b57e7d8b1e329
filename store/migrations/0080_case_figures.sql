-- The case from whose page staff acted, for its history. Rows of versions before have none.
ALTER TABLE audit ADD COLUMN case_id UUID;
CREATE INDEX audit_of_case ON audit (case_id, created_at) WHERE case_id IS NOT NULL;

-- Numbers of cases by month.
CREATE INDEX alerts_by_time ON alerts (created_at);
CREATE INDEX alerts_by_end ON alerts (handled_at) WHERE handled_at IS NOT NULL;
