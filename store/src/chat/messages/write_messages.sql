-- Writes a group of messages in one round trip instead of five. Unless the channels are locked already, it first checks
-- what the writer assumes: the heads are current, all senders are active and not blocked, and no message is a repeat.
-- Returns no rows if it has written; otherwise the heads that differ, or a row without a channel if the drafts need the
-- locked path. Each statement sees what others committed before it, so the lock comes first.
CREATE OR REPLACE FUNCTION pg_temp.write_messages(
    _is_looked_at boolean,
    _channel uuid[], _known bigint[], _known_at timestamptz[], _head bigint[], _head_at timestamptz[],
    _to uuid[], _seq bigint[], _id uuid[], _sender uuid[], _temp_id text[], _body text[], _attachments jsonb[],
    _link_preview jsonb[], _is_broadcast boolean[], _created_at timestamptz[], _reply jsonb[],
    _own_channel uuid[], _own_person uuid[], _own_count bigint[],
    _mention_channel uuid[], _mention_seq bigint[], _mention_person uuid[]
) RETURNS TABLE (channel_id uuid, seq bigint, at timestamptz) LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
    _there uuid[]; _there_seq bigint[]; _there_at timestamptz[];
BEGIN
    IF NOT _is_looked_at THEN
        -- In the order of ids, so that two nodes cannot deadlock.
        SELECT array_agg(c.id), array_agg(c.head_seq), array_agg(c.head_at) INTO _there, _there_seq, _there_at
        FROM (SELECT id, head_seq, head_at FROM channels WHERE id = ANY(_channel) ORDER BY id FOR NO KEY UPDATE) c;
        IF (_there, _there_seq, _there_at) IS DISTINCT FROM (_channel, _known, _known_at) THEN
            RETURN QUERY
                SELECT c.id, c.seq, c.at
                FROM UNNEST(_there, _there_seq, _there_at) AS c (id, seq, at)
                JOIN UNNEST(_channel, _known, _known_at) AS k (id, seq, at) ON k.id = c.id
                WHERE c.seq <> k.seq OR c.at <> k.at;
            IF FOUND THEN
                RETURN;
            END IF;
        END IF;

        RETURN QUERY
            SELECT NULL::uuid, 0::bigint, now()
            FROM UNNEST(_to, _sender, _temp_id) AS i (channel, sender, temp_id)
            LEFT JOIN channels c ON c.id = i.channel
            LEFT JOIN members m ON m.channel_id = i.channel AND m.person_id = i.sender
            LEFT JOIN messages x ON x.temp_id = i.temp_id AND x.sender_id = i.sender AND x.channel_id = i.channel
            WHERE m.status IS DISTINCT FROM 'active' OR x.seq IS NOT NULL OR {is_blocked}
            LIMIT 1;
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;

    WITH stored AS (
        INSERT INTO messages
            (channel_id, seq, id, sender_id, temp_id, body, attachments, link_preview, is_broadcast, created_at, reply)
        SELECT * FROM UNNEST(_to, _seq, _id, _sender, _temp_id, _body, _attachments, _link_preview, _is_broadcast,
            _created_at, _reply)
    ), heads AS (
        UPDATE channels c SET head_seq = h.seq, head_at = h.at
        FROM UNNEST(_channel, _head, _head_at) AS h (id, seq, at) WHERE c.id = h.id
    ), own AS (
        UPDATE members m SET own_unseen = own_unseen + o.count
        FROM UNNEST(_own_channel, _own_person, _own_count) AS o (channel_id, person_id, count)
        WHERE m.channel_id = o.channel_id AND m.person_id = o.person_id
    )
    INSERT INTO mentions (person_id, channel_id, seq)
    SELECT m.person_id, m.channel_id, i.seq
    FROM UNNEST(_mention_channel, _mention_seq, _mention_person) AS i (channel_id, seq, person_id)
    JOIN members m ON m.channel_id = i.channel_id AND m.person_id = i.person_id
    JOIN UNNEST(_to, _seq, _sender) AS x (channel_id, seq, sender_id) ON x.channel_id = i.channel_id AND x.seq = i.seq
    WHERE m.status = 'active' AND NOT {is_separated};
END
$function$;
