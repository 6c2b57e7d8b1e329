-- Pictures of people, kept as files. The row comes before its file, so no file is ever without one; people.picture_id says which of
-- them is shown.
CREATE TABLE pictures (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX pictures_of_person ON pictures (person_id);

-- An address that nothing ever wrote.
ALTER TABLE people DROP COLUMN picture;
ALTER TABLE people ADD COLUMN picture_id UUID;
