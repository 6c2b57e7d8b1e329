-- Imports of content did not write what a programme demands: as in 0054.
UPDATE programmes SET
    needs_vetting = COALESCE(CAST(settings -> 'matching' ->> 'needs_vetting' AS TEXT), '') IN ('1', 'true'),
    needs_guardian_consent =
        COALESCE(CAST(settings -> 'matching' ->> 'needs_guardian_consent' AS TEXT), '') IN ('1', 'true');
