//! Read positions and unread counts. Unread is arithmetic: the head, less the read position, less own messages since,
//! less deleted messages of others since.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::bus::Event;
use crate::channels::is_resting;
use crate::chat_access::ChatAccess;
use crate::db::{QueryBuilder, query, query_as};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

pub use crate::bus::MarkedUnread;

/// The unread messages of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Unread {
    /// The channel.
    pub channel_id: ChannelId,
    /// The member.
    pub person_id: PersonId,
    /// Unread messages of others.
    pub count: i64,
    /// Whether one of them mentions the member.
    pub is_tagged: bool,
}

/// A new read position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The newest message that was seen.
    pub seq: i64,
    /// When.
    pub at: DateTime<Utc>,
}

/// Moves a read position forward, at most to the newest readable message, and publishes it. None stands for the newest.
/// Returns None if nothing moved: seen before, or not a member.
pub async fn mark_seen(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    upto: Option<(MessageId, i64)>,
) -> Result<Option<Seen>> {
    let at = store.clock.now();
    // The subtracted messages were committed before a client could see `upto`, so a message that this person sends at
    // the same time is neither counted twice nor lost.
    let moved: Option<(i64, Option<MessageId>, bool)> = query_as([
        "UPDATE members SET last_seen_seq = t.seq, last_seen_at = $4, own_unseen = own_unseen - (
             SELECT COUNT(*) FROM messages s
             WHERE s.channel_id = $1 AND s.sender_id = $2 AND s.seq > members.last_seen_seq AND s.seq <= t.seq)
         FROM (
             SELECT m.person_id, CASE WHEN $3 < r.head THEN $3 ELSE r.head END AS seq
             FROM members m
             JOIN (
                 SELECT n.person_id AS reader, CASE WHEN n.until_seq < c.head_seq THEN n.until_seq ELSE c.head_seq END AS head
                 FROM channels c JOIN members n ON n.channel_id = c.id WHERE c.id = $1 AND n.person_id = $2
             ) r ON r.reader = m.person_id
             WHERE m.channel_id = $1 AND m.person_id = $2 AND m.status <> 'absent'
         ) t
         WHERE members.channel_id = $1 AND members.person_id = $2 AND members.last_seen_seq < t.seq
         RETURNING members.last_seen_seq, CASE WHEN members.last_seen_seq <> $3 THEN (SELECT x.id FROM messages x
             WHERE x.channel_id = members.channel_id AND x.seq = members.last_seen_seq) END,
             EXISTS (SELECT 1 FROM channels c JOIN members o ON o.channel_id = c.id
             WHERE c.id = members.channel_id AND o.person_id <> members.person_id AND ",
        is_resting!("c.kind", "o.person_id", "o.status", "members.person_id", "members.status"),
        ")",
    ])
    .bind(channel)
    .bind(person)
    .bind(upto.map_or(i64::MAX, |(_, seq)| seq))
    .bind(at).fetch_optional(store.db.writer()).await?;
    let Some((seq, other, is_private)) = moved else { return Ok(None) };
    let message = upto.filter(|(_, named)| *named == seq).map(|(id, _)| id).or(other);
    store.bus.publish(vec![Event::Seen { channel, person, message, seq, at, is_private }]);
    Ok(Some(Seen { seq, at }))
}

/// SQL: the deleted messages of others that member `m` of channel `c` may read and has not seen. Looked up in an index of
/// deleted messages, which is almost empty.
pub(crate) const DELETED_UNSEEN: &str = "(SELECT COUNT(*) FROM messages d WHERE d.deleted_at IS NOT NULL \
         AND d.channel_id = m.channel_id AND d.seq > m.last_seen_seq AND d.sender_id <> m.person_id \
         AND d.seq <= CASE WHEN m.until_seq < c.head_seq THEN m.until_seq ELSE c.head_seq END)";

/// Moves a read position back to before a message, and publishes it. Others keep seeing as read what was read before.
/// Returns None if nothing moved: unread already, not readable, or not a member.
pub async fn mark_unread(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    from: i64,
) -> Result<Option<MarkedUnread>> {
    let mut tx = store.db.begin().await?;
    // Locks the membership, so that the next statement sees every own message that is counted in it.
    let locked = query("UPDATE members SET own_unseen = own_unseen WHERE channel_id = $1 AND person_id = $2")
        .bind(channel)
        .bind(person)
        .execute(&mut tx)
        .await?;
    let moved = query(
        "UPDATE members SET last_seen_seq = $3 - 1,
             receipt_seq = CASE WHEN receipt_seq > last_seen_seq THEN receipt_seq ELSE last_seen_seq END,
             own_unseen = (SELECT COUNT(*) FROM messages s
                 WHERE s.channel_id = $1 AND s.sender_id = $2 AND s.seq >= $3)
         WHERE channel_id = $1 AND person_id = $2 AND status <> 'absent' AND last_seen_seq >= $3 AND $3 > 0",
    )
    .bind(channel)
    .bind(person)
    .bind(from)
    .execute(&mut tx)
    .await?;
    if locked == 0 || moved == 0 {
        return Ok(None);
    }
    // The next message is announced again.
    query("DELETE FROM push_marks WHERE channel_id = $1 AND person_id = $2")
        .bind(channel)
        .bind(person)
        .execute(&mut tx)
        .await?;
    let [columns, deleted, from_members] = SELECT_UNREAD;
    let unread: Unread = query_as([columns, deleted, from_members, "WHERE m.channel_id = $1 AND m.person_id = $2"])
        .bind(channel)
        .bind(person)
        .fetch_one(&mut tx)
        .await?;
    tx.commit().await?;
    let marked = MarkedUnread { seq: from - 1, count: unread.count, is_tagged: unread.is_tagged };
    store.bus.publish(vec![Event::MarkedUnread { channel, person, marked }]);
    Ok(Some(marked))
}

const SELECT_UNREAD: [&str; 3] = [
    "SELECT m.channel_id, m.person_id, \
         CASE WHEN m.until_seq < c.head_seq THEN m.until_seq ELSE c.head_seq END - m.last_seen_seq - m.own_unseen - ",
    DELETED_UNSEEN,
    " AS count, \
         EXISTS (SELECT 1 FROM mentions t WHERE t.person_id = m.person_id AND t.channel_id = m.channel_id \
             AND t.seq > m.last_seen_seq) AS is_tagged \
         FROM members m JOIN channels c ON c.id = m.channel_id ",
];

/// Returns all counts of a person in the channels that they may use, including zeros.
pub async fn unread_of(store: &Store, person: PersonId, access: ChatAccess) -> Result<Vec<Unread>> {
    let [columns, deleted, from] = SELECT_UNREAD;
    query_as([
        columns,
        deleted,
        from,
        "WHERE m.person_id = $1 AND m.status <> 'absent' AND CASE c.kind WHEN 'assistant' THEN $2 WHEN 'team' THEN $4 ELSE $3 END \
         ORDER BY m.channel_id",
    ])
    .bind(person)
    .bind(access.assistant)
    .bind(access.people)
    .bind(access.team)
    .fetch_all(&store.db)
    .await
}

/// Returns the counts of people in channels, by person. Absent members have none.
pub async fn unread_among(
    store: &Store,
    channels: &[ChannelId],
    people: &[PersonId],
) -> Result<HashMap<PersonId, Vec<Unread>>> {
    let mut by_person: HashMap<PersonId, Vec<Unread>> = HashMap::new();
    for people in people.chunks(400) {
        for channels in channels.chunks(400) {
            let [columns, deleted, from] = SELECT_UNREAD;
            let mut query = QueryBuilder::new(columns);
            query.push(deleted).push(from).push("WHERE m.status <> 'absent' AND m.channel_id IN (");
            let rows: Vec<Unread> = query
                .push_list(channels.iter().copied())
                .push(") AND m.person_id IN (")
                .push_list(people.iter().copied())
                .push(")")
                .build_query_as()
                .fetch_all(&store.db)
                .await?;
            for unread in rows {
                by_person.entry(unread.person_id).or_default().push(unread);
            }
        }
    }
    Ok(by_person)
}
