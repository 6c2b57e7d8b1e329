-- Why a mentorship ended, as a word of a fixed list; null while it goes on, and of those that ended before. end_reason is the note beside it.
ALTER TABLE mentorships ADD COLUMN end_code TEXT;
