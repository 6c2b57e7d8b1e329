-- The file that came with a reported message, as it was at the time of the report, like the text.
ALTER TABLE reports ADD COLUMN attachments JSONB;
UPDATE reports SET attachments = (
    SELECT m.attachments FROM messages m WHERE m.channel_id = reports.channel_id AND m.id = reports.message_id
) WHERE message_id IS NOT NULL AND message_body IS NOT NULL;
