-- The rules as the content was imported last: what differs was changed by staff. Null after a version without the column wrote the row.
ALTER TABLE programmes ADD COLUMN imported_settings JSONB;
UPDATE programmes SET imported_settings = settings;
