-- People who do not want to see likes.
CREATE TABLE hidden_likes (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    hidden_at TIMESTAMPTZ NOT NULL
);
