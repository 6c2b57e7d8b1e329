-- The last day on which a member of staff got the mail about what waits, in the time zone of their programme.
ALTER TABLE people ADD COLUMN worklist_mailed_on DATE;
