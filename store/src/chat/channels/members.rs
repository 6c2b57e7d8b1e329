//! Members and authors as other members see them.

use chrono::{DateTime, Utc};

use super::{Status, is_resting};
use crate::db::{QueryBuilder, query_as};
use crate::role::Role;
use crate::{ChannelId, MessageId, PersonId, PictureId, Result, Store};

/// SQL: whether a block silences member `m` in channel `c`. Blocks apply in direct channels only.
pub(crate) const IS_BLOCKED: &str = "CASE WHEN c.kind = 'direct' THEN EXISTS (
         SELECT 1 FROM members o JOIN blocks b
             ON (b.blocker_id = m.person_id AND b.blocked_id = o.person_id)
             OR (b.blocked_id = m.person_id AND b.blocker_id = o.person_id)
         WHERE o.channel_id = c.id) ELSE FALSE END";

/// A member as other members see them.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Member {
    /// The channel.
    pub channel_id: ChannelId,
    /// The person.
    pub person_id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Their picture.
    pub picture_id: Option<PictureId>,
    /// Their role.
    pub role: Role,
    /// Their status.
    pub status: Status,
    /// Whether they supervise the pair without being part of it.
    pub is_pair_manager: bool,
    /// The newest message they have ever seen, also if they marked it as unread; 0 while the contact of a pair rests.
    pub last_seen_seq: i64,
    /// When they saw it.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Its id.
    pub last_seen_id: Option<MessageId>,
}

/// Returns the members of all channels of a person, except absent ones, at most `limit` per channel, longest members
/// first.
pub async fn members_around(store: &Store, person: PersonId, limit: i64) -> Result<Vec<Member>> {
    query_as([
        "SELECT o.channel_id, o.person_id, p.first_name, p.last_name, p.picture_id, p.role, o.status, o.is_pair_manager,
             o.receipt_seq AS last_seen_seq, o.last_seen_at, s.id AS last_seen_id
         FROM (
             SELECT n.channel_id, n.person_id, n.status, n.is_pair_manager,
                 CASE WHEN n.is_hidden THEN NULL ELSE n.last_seen_at END AS last_seen_at,
                 CASE WHEN n.is_hidden THEN 0 WHEN n.receipt_seq > n.last_seen_seq THEN n.receipt_seq
                     ELSE n.last_seen_seq END AS receipt_seq,
                 ROW_NUMBER() OVER (PARTITION BY n.channel_id
                 ORDER BY CASE WHEN n.person_id = $1 THEN 0 ELSE 1 END, n.joined_at, n.person_id) AS place
             FROM (
                 SELECT m.*, m.person_id <> $1 AND ",
        is_resting!("c.kind", "m.person_id", "m.status", "$1", "own.status"),
        " AS is_hidden
                 FROM members own JOIN channels c ON c.id = own.channel_id JOIN members m ON m.channel_id = own.channel_id
                 WHERE own.person_id = $1 AND own.status <> 'absent' AND m.status <> 'absent'
             ) n
         ) o
         JOIN people p ON p.id = o.person_id
         LEFT JOIN messages s ON s.channel_id = o.channel_id AND s.seq = o.receipt_seq
         WHERE o.place <= $2
         ORDER BY o.channel_id, o.place",
    ])
    .bind(person)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}

/// Returns the number of members of each channel of a person.
pub async fn member_counts(store: &Store, person: PersonId) -> Result<Vec<(ChannelId, i64)>> {
    query_as(
        "SELECT n.channel_id, COUNT(*) FROM members n
         WHERE n.status <> 'absent' AND n.channel_id IN
             (SELECT channel_id FROM members WHERE person_id = $1 AND status <> 'absent')
         GROUP BY n.channel_id",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await
}

/// A present or former member, as the author of messages.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Author {
    /// The person.
    pub person_id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Their picture.
    pub picture_id: Option<PictureId>,
    /// Their role.
    pub role: Role,
    /// Their status in the channel.
    pub status: Status,
}

/// Returns those of these people who are or were members of a channel.
pub async fn authors(store: &Store, channel: ChannelId, people: &[PersonId]) -> Result<Vec<Author>> {
    let mut query = QueryBuilder::new(
        "SELECT p.id AS person_id, p.first_name, p.last_name, p.picture_id, p.role, m.status
         FROM members m JOIN people p ON p.id = m.person_id WHERE m.channel_id = ",
    );
    query.push_bind(channel).push(" AND m.person_id IN (").push_list(people.iter().copied()).push(")");
    query.build_query_as().fetch_all(&store.db).await
}
