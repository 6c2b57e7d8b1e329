-- A further kind of channel. Making the table anew would delete what refers to its rows; SQLite documents this way for a CHECK. The tables
-- below change the number of the schema, at which other connections read it again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''assistant'', ''broadcast'')', '''assistant'', ''broadcast'', ''team'')')
    WHERE type = 'table' AND name = 'channels';
PRAGMA writable_schema = RESET;
-- Fails if the text of the table was another one.
CREATE TABLE has_team (is_there BOOLEAN NOT NULL CHECK (is_there));
INSERT INTO has_team SELECT instr(sql, '''team''') > 0 FROM sqlite_schema WHERE type = 'table' AND name = 'channels';
DROP TABLE has_team;

-- The conversation of a person with the staff of their programme. Its channel has two members: the person and the bot of the team.
CREATE TABLE team_channels (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    channel_id UUID NOT NULL UNIQUE REFERENCES channels (id) ON DELETE CASCADE,
    -- Messages of the person up to this number are answered, or need no answer.
    handled_seq BIGINT NOT NULL,
    -- Who of staff takes care of it.
    assigned_to UUID REFERENCES people (id) ON DELETE SET NULL
);
CREATE INDEX team_channels_of_staff ON team_channels (assigned_to);

-- Who of staff wrote a message of the bot.
CREATE TABLE team_answers (
    message_id UUID PRIMARY KEY,
    channel_id UUID NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    author_id UUID REFERENCES people (id) ON DELETE SET NULL,
    UNIQUE (channel_id, seq)
);
CREATE INDEX team_answers_of_staff ON team_answers (author_id);

-- What staff note about a person, for staff.
CREATE TABLE person_notes (
    id UUID PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    author_id UUID REFERENCES people (id) ON DELETE SET NULL,
    body TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX person_notes_of_person ON person_notes (person_id, created_at);
CREATE INDEX person_notes_of_staff ON person_notes (author_id);
