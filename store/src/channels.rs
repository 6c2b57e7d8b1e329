//! Channels and who is in them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::blocks::is_blocked;
use crate::bus::Event;
use crate::db::on;
use crate::people::Role;
use crate::{ChannelId, MessageId, PersonId, PictureId, ProgrammeId, Result, SessionId, Store};

/// What a channel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ChannelKind)]
pub enum Kind {
    /// Two people.
    Direct,
    /// Several people, with a name.
    Group,
    /// One person and the assistant.
    Assistant,
    /// Staff speak, others read.
    Broadcast,
}

/// How a person belongs to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = MembershipStatus)]
pub enum Status {
    /// Reads and writes.
    Active,
    /// Reads what was written while active.
    Inactive,
    /// Sees nothing.
    Absent,
}

/// A channel as one person sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Membership {
    /// The channel.
    pub channel_id: ChannelId,
    /// What it is for.
    pub kind: Kind,
    /// Its name; empty for direct ones.
    pub name: String,
    /// Whose quiet times hold in it.
    pub programme_id: Option<ProgrammeId>,
    /// The number of its newest message.
    pub head_seq: i64,
    /// When something last happened in it.
    pub head_at: DateTime<Utc>,
    /// How the person belongs to it.
    pub status: Status,
    /// The newest message the person has seen.
    pub last_seen_seq: i64,
    /// The person's own messages after that.
    pub own_unseen: i64,
    /// The newest message an inactive member may read.
    pub until_seq: Option<i64>,
    /// When an inactive member may write again, if known.
    pub resumes_at: Option<DateTime<Utc>>,
    /// The number of the newest change of a message.
    pub change_seq: i64,
    /// Whether its news make no noise for this person.
    pub is_muted: bool,
    /// Whether nobody of two can write because one blocked the other; it does not say who.
    pub is_blocked: bool,
}

impl Membership {
    /// The newest message this person may read.
    pub fn readable_head(&self) -> i64 {
        match self.status {
            Status::Active => self.head_seq,
            Status::Inactive => self.until_seq.map_or(self.head_seq, |until| until.min(self.head_seq)),
            Status::Absent => 0,
        }
    }
}

/// A member as the others see them.
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
    /// What they are.
    pub role: Role,
    /// How they belong to the channel.
    pub status: Status,
    /// Whether they look after the pair without being part of it.
    pub is_pair_manager: bool,
    /// The newest message they have seen.
    pub last_seen_seq: i64,
    /// When they saw it.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Its id.
    pub last_seen_id: Option<MessageId>,
}

/// Makes a channel without members.
pub async fn create(store: &Store, kind: Kind, name: &str, programme: Option<ProgrammeId>) -> Result<ChannelId> {
    let id = store.clock.id();
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO channels (id, kind, name, programme_id, head_seq, head_at, created_at)
         VALUES ($1, $2, $3, $4, 0, $5, $5)"
        )
        .bind(id)
        .bind(kind)
        .bind(name)
        .bind(programme)
        .bind(store.clock.now())
    )?;
    Ok(id)
}

/// Locks a channel, as the writer does: how far an inactive member may read must not change under a message that is
/// just being stored, and whoever changes several members waits here instead of crosswise.
const LOCK: &str = "UPDATE channels SET head_seq = head_seq WHERE id = $1";

/// Makes people active members. Who joins a group has seen what was said before; a direct channel is all unread.
/// Whoever was a member before is active again and keeps the read position.
pub async fn join(store: &Store, channel: ChannelId, people: &[PersonId]) -> Result<()> {
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        sqlx::query(LOCK).bind(channel).execute(&mut *tx).await?;
        for person in people {
            sqlx::query(
                "INSERT INTO members (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, joined_at)
                 SELECT id, $2, 'active', FALSE, CASE WHEN kind = 'direct' THEN 0 ELSE head_seq END, 0, $3
                 FROM channels WHERE id = $1
                 ON CONFLICT (channel_id, person_id)
                 DO UPDATE SET status = 'active', until_seq = NULL, until_at = NULL, resumes_at = NULL",
            )
            .bind(channel)
            .bind(*person)
            .bind(now)
            .execute(&mut *tx)
            .await?;
        }
    })?;
    tell_members(store, channel).await
}

/// Makes a member inactive (until a known time, perhaps) or absent, or active again.
pub async fn set_status(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    status: Status,
    resumes_at: Option<DateTime<Utc>>,
) -> Result<()> {
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        sqlx::query(LOCK).bind(channel).execute(&mut *tx).await?;
        sqlx::query(
            "UPDATE members SET status = $3, resumes_at = $4, until_seq = CASE
                 WHEN $3 = 'active' THEN NULL
                 WHEN until_seq IS NOT NULL THEN until_seq
                 ELSE (SELECT head_seq FROM channels WHERE id = $1) END,
             until_at = CASE WHEN $3 = 'active' THEN NULL WHEN until_at IS NOT NULL THEN until_at ELSE $5 END
             WHERE channel_id = $1 AND person_id = $2",
        )
        .bind(channel)
        .bind(person)
        .bind(status)
        .bind(resumes_at)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    })?;
    tell_members(store, channel).await
}

/// Marks a member as one who looks after the pair.
pub async fn set_pair_manager(store: &Store, channel: ChannelId, person: PersonId, is_manager: bool) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query("UPDATE members SET is_pair_manager = $3 WHERE channel_id = $1 AND person_id = $2")
            .bind(channel)
            .bind(person)
            .bind(is_manager)
    )?;
    tell_members(store, channel).await
}

async fn tell_members(store: &Store, channel: ChannelId) -> Result<()> {
    let people = on!(&store.db, |pool| sqlx::query_scalar("SELECT person_id FROM members WHERE channel_id = $1")
        .bind(channel)
        .fetch_all(pool)
        .await)?;
    store.bus.publish(vec![Event::ChannelsChanged { people }]);
    Ok(())
}

macro_rules! membership_columns {
    () => {
        concat!(
            "c.id AS channel_id, c.kind, c.name, c.programme_id, c.head_seq, c.head_at, m.status, m.last_seen_seq, \
             m.own_unseen, m.until_seq, m.resumes_at, c.change_seq, m.is_muted, ",
            is_blocked!(),
            " AS is_blocked"
        )
    };
}

macro_rules! select_membership {
    () => {
        concat!("SELECT ", membership_columns!(), " FROM members m JOIN channels c ON c.id = m.channel_id ")
    };
}

/// The channels of a person, newest activity first; an assistant that nobody talked to yet comes last. Those they are
/// absent from are left out.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<Membership>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        select_membership!(),
        "WHERE m.person_id = $1 AND m.status <> 'absent' \
         ORDER BY CASE WHEN c.kind = 'assistant' AND c.head_seq = 0 THEN 1 ELSE 0 END, c.head_at DESC, c.id"
    ))
    .bind(person)
    .fetch_all(pool)
    .await)?)
}

/// What a channel is for; None if it does not exist.
pub async fn kind_of(store: &Store, channel: ChannelId) -> Result<Option<Kind>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT kind FROM channels WHERE id = $1")
        .bind(channel)
        .fetch_optional(pool)
        .await)?)
}

/// How a person belongs to a channel; None if they never did, or it does not exist.
pub async fn membership(store: &Store, channel: ChannelId, person: PersonId) -> Result<Option<Membership>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        select_membership!(),
        "WHERE m.channel_id = $1 AND m.person_id = $2"
    ))
    .bind(channel)
    .bind(person)
    .fetch_optional(pool)
    .await)?)
}

/// What opening a channel in a socket needs to know.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Opening {
    /// How the person belongs to it.
    #[sqlx(flatten)]
    pub membership: Membership,
    /// The channel's last message.
    pub head_id: Option<MessageId>,
    /// The number of the message that was asked for; None if it is none of this channel.
    pub after_seq: Option<i64>,
}

/// How a person belongs to a channel that they open, perhaps after a message that they have already; one statement,
/// because everybody comes back at once when a node restarts.
pub async fn opening(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    after: Option<MessageId>,
) -> Result<Option<Opening>> {
    let _turn = store.arrivals.acquire().await;
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        "SELECT ",
        membership_columns!(),
        ", h.id AS head_id, a.seq AS after_seq FROM members m JOIN channels c ON c.id = m.channel_id \
         LEFT JOIN messages h ON h.channel_id = c.id AND h.seq = c.head_seq \
         LEFT JOIN messages a ON a.id = $3 AND a.channel_id = c.id \
         WHERE m.channel_id = $1 AND m.person_id = $2"
    ))
    .bind(channel)
    .bind(person)
    .bind(after)
    .fetch_optional(pool)
    .await)?)
}

/// The channels in which whoever has this session hears what is said now; None if the session is ended or expired.
pub async fn of_session(store: &Store, session: SessionId) -> Result<Option<Vec<ChannelId>>> {
    let _turn = store.arrivals.acquire().await;
    let rows: Vec<Option<ChannelId>> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT m.channel_id FROM sessions s \
         LEFT JOIN members m ON m.person_id = s.person_id AND m.status = 'active' \
         WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2"
    )
    .bind(session)
    .bind(store.clock.now())
    .fetch_all(pool)
    .await)?;
    // A session without channels is a row without a channel.
    Ok((!rows.is_empty()).then(|| rows.into_iter().flatten().collect()))
}

/// The members of all channels of a person that are not absent, at most `most` of each channel, longest members first.
pub async fn members_around(store: &Store, person: PersonId, most: i64) -> Result<Vec<Member>> {
    Ok(on!(&store.db, |pool| {
        sqlx::query_as(
        "SELECT o.channel_id, o.person_id, p.first_name, p.last_name, p.picture_id, p.role, o.status, o.is_pair_manager,
             o.last_seen_seq, o.last_seen_at, s.id AS last_seen_id
         FROM (
             SELECT n.*, ROW_NUMBER() OVER (PARTITION BY n.channel_id
                 ORDER BY CASE WHEN n.person_id = $1 THEN 0 ELSE 1 END, n.joined_at, n.person_id) AS place
             FROM members n
             WHERE n.status <> 'absent' AND n.channel_id IN
                 (SELECT channel_id FROM members WHERE person_id = $1 AND status <> 'absent')
         ) o
         JOIN people p ON p.id = o.person_id
         LEFT JOIN messages s ON s.channel_id = o.channel_id AND s.seq = o.last_seen_seq
         WHERE o.place <= $2
         ORDER BY o.channel_id, o.place"
    )
    .bind(person)
    .bind(most)
    .fetch_all(pool)
    .await
    })?)
}

/// How many members each channel of a person has.
pub async fn member_counts(store: &Store, person: PersonId) -> Result<Vec<(ChannelId, i64)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT n.channel_id, COUNT(*) FROM members n
         WHERE n.status <> 'absent' AND n.channel_id IN
             (SELECT channel_id FROM members WHERE person_id = $1 AND status <> 'absent')
         GROUP BY n.channel_id"
    )
    .bind(person)
    .fetch_all(pool)
    .await)?)
}

/// Says whether a channel makes noise for a member, on all their devices. False if they are no member of it.
pub async fn set_muted(store: &Store, channel: ChannelId, person: PersonId, muted: bool) -> Result<bool> {
    let found = on!(
        &store.db,
        execute,
        sqlx::query("UPDATE members SET is_muted = $3 WHERE channel_id = $1 AND person_id = $2 AND status <> 'absent'")
            .bind(channel)
            .bind(person)
            .bind(muted)
    )?;
    if found > 0 {
        store.bus.publish(vec![Event::ChannelsChanged { people: vec![person] }]);
    }
    Ok(found > 0)
}

/// How far a channel has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Head {
    /// The channel.
    pub id: ChannelId,
    /// Its newest message.
    pub head_seq: i64,
    /// The newest change of a message.
    pub change_seq: i64,
}

/// How far each of these channels has come.
pub async fn heads(store: &Store, channels: &[ChannelId]) -> Result<Vec<Head>> {
    let mut heads = Vec::with_capacity(channels.len());
    for some in channels.chunks(500) {
        let found: Vec<Head> = on!(&store.db, |pool, Engine| {
            let mut query =
                sqlx::QueryBuilder::<Engine>::new("SELECT id, head_seq, change_seq FROM channels WHERE id IN (");
            let mut ids = query.separated(", ");
            for id in some {
                ids.push_bind(*id);
            }
            query.push(")").build_query_as().persistent(false).fetch_all(pool).await
        })?;
        heads.extend(found);
    }
    Ok(heads)
}
