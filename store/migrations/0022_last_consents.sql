-- The newest answer of a person, which the question about the next call preselects.
CREATE INDEX call_consents_of_person ON call_consents (person_id, given_at);
