-- When a version was first imported: a session is new to those who opened the learning hub before. Unknown for older versions.
ALTER TABLE definitions ADD COLUMN added_at TIMESTAMPTZ;
