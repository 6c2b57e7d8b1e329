//! Read positions and unread counts. Unread is arithmetic: head less last seen less own messages since.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::bus::Event;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// What a person has not seen of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Unread {
    /// The channel.
    pub channel_id: ChannelId,
    /// Whose count it is.
    pub person_id: PersonId,
    /// Messages of others that were not seen.
    pub count: i64,
    /// Whether one of them mentions the person.
    pub is_tagged: bool,
}

/// A read position that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The newest message seen.
    pub seq: i64,
    /// When.
    pub at: DateTime<Utc>,
}

/// Moves a read position forward, to the newest readable message if `upto` is None or beyond it, and tells the bus.
/// None if there was nothing to move: seen before, or not a member.
pub async fn mark_seen(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    upto: Option<(MessageId, i64)>,
) -> Result<Option<Seen>> {
    let at = store.clock.now();
    // What is subtracted was committed before `upto` was seen by anyone, so a message that this person sends at this
    // very moment is neither counted twice nor forgotten.
    let seq: Option<i64> = on!(&store.db, returning_one, sqlx::query_scalar(
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
         RETURNING members.last_seen_seq"
    )
    .bind(channel)
    .bind(person)
    .bind(upto.map_or(i64::MAX, |(_, seq)| seq))
    .bind(at)
    )?;
    let Some(seq) = seq else { return Ok(None) };
    let message = match upto {
        Some((id, named)) if named == seq => Some(id),
        _ => crate::messages::id_at(store, channel, seq).await?,
    };
    store.bus.publish(vec![Event::Seen { channel, person, message, seq, at }]);
    Ok(Some(Seen { seq, at }))
}

macro_rules! unread_columns {
    () => {
        "SELECT m.channel_id, m.person_id, \
         CASE WHEN m.until_seq < c.head_seq THEN m.until_seq ELSE c.head_seq END - m.last_seen_seq - m.own_unseen AS count, \
         EXISTS (SELECT 1 FROM mentions t WHERE t.person_id = m.person_id AND t.channel_id = m.channel_id \
             AND t.seq > m.last_seen_seq) AS is_tagged \
         FROM members m JOIN channels c ON c.id = m.channel_id "
    };
}

/// All counts of a person, zero ones included.
pub async fn unread_of(store: &Store, person: PersonId) -> Result<Vec<Unread>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        unread_columns!(),
        "WHERE m.person_id = $1 AND m.status <> 'absent' ORDER BY m.channel_id"
    ))
    .bind(person)
    .fetch_all(pool)
    .await)?)
}

/// The counts of some people in some channels, by person. Absent members have none.
pub async fn unread_among(
    store: &Store,
    channels: &[ChannelId],
    people: &[PersonId],
) -> Result<HashMap<PersonId, Vec<Unread>>> {
    let mut by_person: HashMap<PersonId, Vec<Unread>> = HashMap::new();
    for people in people.chunks(400) {
        for channels in channels.chunks(400) {
            let rows: Vec<Unread> = on!(&store.db, |pool, Engine| {
                let mut query = sqlx::QueryBuilder::<Engine>::new(concat!(
                    unread_columns!(),
                    "WHERE m.status <> 'absent' AND m.channel_id IN ("
                ));
                let mut list = query.separated(", ");
                for channel in channels {
                    list.push_bind(*channel);
                }
                query.push(") AND m.person_id IN (");
                let mut list = query.separated(", ");
                for person in people {
                    list.push_bind(*person);
                }
                query.push(")").build_query_as().persistent(false).fetch_all(pool).await
            })?;
            for unread in rows {
                by_person.entry(unread.person_id).or_default().push(unread);
            }
        }
    }
    Ok(by_person)
}
