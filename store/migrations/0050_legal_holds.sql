-- Copies that reports and alerts seal: they outlive the erasure of their people until staff end the hold.
CREATE TABLE legal_holds (
    case_id UUID PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
    -- The person whom the case is about, and the names at the time of the case. Not references: people may be erased.
    about_id UUID,
    about_name TEXT NOT NULL,
    reporter_name TEXT NOT NULL,
    sealed_at TIMESTAMPTZ NOT NULL,
    -- When staff decide again whether the copies are needed, and when they were reminded of it.
    review_at TIMESTAMPTZ NOT NULL,
    reminded_at TIMESTAMPTZ
);
CREATE INDEX legal_holds_by_review ON legal_holds (review_at);
CREATE TABLE sealed_messages (
    case_id UUID NOT NULL REFERENCES legal_holds (case_id) ON DELETE CASCADE,
    message_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    sender_id UUID NOT NULL,
    sender_name TEXT NOT NULL,
    body TEXT NOT NULL,
    attachments JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    PRIMARY KEY (case_id, message_id)
);
CREATE INDEX sealed_messages_by_sender ON sealed_messages (sender_id);

-- Whether a file belongs to sealed copies only: its owner was erased.
ALTER TABLE attachments ADD COLUMN is_sealed BOOLEAN NOT NULL DEFAULT FALSE;

-- Open cases of before keep what their message says. Their review is due at once.
INSERT INTO legal_holds (case_id, about_id, about_name, reporter_name, sealed_at, review_at)
SELECT a.id, s.id, COALESCE(s.first_name || ' ' || s.last_name, ''), COALESCE(w.first_name || ' ' || w.last_name, ''), a.created_at,
    a.created_at
FROM alerts a LEFT JOIN reports r ON a.kind = 'report' AND r.id = a.subject_id
    LEFT JOIN messages m ON a.kind = 'crisis' AND m.id = a.subject_id
    LEFT JOIN people s ON s.id = COALESCE(r.subject_id, m.sender_id)
    LEFT JOIN people w ON w.id = r.reporter_id
WHERE a.handled_at IS NULL;
INSERT INTO sealed_messages (case_id, message_id, seq, sender_id, sender_name, body, attachments, created_at)
SELECT h.case_id, m.id, m.seq, m.sender_id, h.about_name, COALESCE(r.message_body, m.body), COALESCE(r.attachments, m.attachments),
    m.created_at
FROM legal_holds h JOIN alerts a ON a.id = h.case_id
    LEFT JOIN reports r ON a.kind = 'report' AND r.id = a.subject_id
    JOIN messages m ON m.id = COALESCE(r.message_id, a.subject_id) AND m.sender_id = h.about_id;
