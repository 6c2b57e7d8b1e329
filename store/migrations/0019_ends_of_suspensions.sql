-- The hub looks every second for suspensions that have ended; few members are suspended.

CREATE INDEX members_by_end_of_suspension ON members (resumes_at) WHERE resumes_at IS NOT NULL;
