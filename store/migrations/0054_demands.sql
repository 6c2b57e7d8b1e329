-- What a programme demands of its people, for lists. Written with the settings, which hold the rules.
ALTER TABLE programmes ADD COLUMN needs_vetting BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE programmes ADD COLUMN needs_guardian_consent BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE programmes SET
    needs_vetting = COALESCE(CAST(settings -> 'matching' ->> 'needs_vetting' AS TEXT), '') IN ('1', 'true'),
    needs_guardian_consent =
        COALESCE(CAST(settings -> 'matching' ->> 'needs_guardian_consent' AS TEXT), '') IN ('1', 'true');

-- Whether a safeguarding lead or the command line suspended a person: coordinators do not end that.
ALTER TABLE people ADD COLUMN is_suspended_by_lead BOOLEAN NOT NULL DEFAULT TRUE;
