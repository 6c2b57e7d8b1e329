-- Why a mentee left a group that goes on, as a word of the list of endings, with the note of staff. Null for members of today, for those
-- who stayed until the end, and for those who left before.
ALTER TABLE mentorship_members ADD COLUMN left_code TEXT;
ALTER TABLE mentorship_members ADD COLUMN left_note TEXT;
