-- When the person accepted the declaration of their role, which stands between choosing a role and the account.
ALTER TABLE people ADD COLUMN declared_at TIMESTAMPTZ;
