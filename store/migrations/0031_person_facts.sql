-- What rules need to know about a person; staff set it, or a survey asks for it.
ALTER TABLE people ADD COLUMN vetted_until DATE;
ALTER TABLE people ADD COLUMN guardian_consent_at TIMESTAMPTZ;
ALTER TABLE people ADD COLUMN birth_month TEXT;
