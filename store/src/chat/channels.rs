//! Channels and their members.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bus::Event;
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::reads::DELETED_UNSEEN;
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

mod direct;
mod members;
mod opening;
mod pauses;
mod separation;

pub(crate) use direct::{open_direct_in, reopen_direct_in};
pub(crate) use members::IS_BLOCKED;
pub use members::{Author, Member, authors, member_counts, members_around};
pub use opening::{Connecting, Opening, of_session, opening};
pub(crate) use pauses::{follow_contact_in, shared_in};
pub(crate) use separation::{
    is_blocked, is_blocked_by, is_resting, is_separated, is_silenced, is_silenced_by, team_conversations,
};

/// The kind of a channel.
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
    /// Staff write, others read.
    Broadcast,
    /// One person and the staff of their programme, who answer as one.
    Team,
}

impl Kind {
    /// Whether it belongs to one person, who writes with a bot: no calls, GIFs, blackouts and pauses.
    pub fn is_personal(self) -> bool {
        matches!(self, Self::Assistant | Self::Team)
    }
}

/// The status of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = MembershipStatus)]
pub enum Status {
    /// Reads and writes.
    Active,
    /// Reads messages of the active time.
    Inactive,
    /// Has no access.
    Absent,
}

/// A channel as one member sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Membership {
    /// The channel.
    pub channel_id: ChannelId,
    /// Its kind.
    pub kind: Kind,
    /// Its name; empty for direct channels.
    pub name: String,
    /// The programme whose blackouts apply.
    pub programme_id: Option<ProgrammeId>,
    /// The number of its newest message.
    pub head_seq: i64,
    /// When its newest message was sent.
    pub head_at: DateTime<Utc>,
    /// The status of the member.
    pub status: Status,
    /// The newest message that the member has seen.
    pub last_seen_seq: i64,
    /// The member's own messages after that.
    pub own_unseen: i64,
    /// Deleted messages of others after that, as far as the member may read.
    pub deleted_unseen: i64,
    /// The newest message an inactive member may read.
    pub until_seq: Option<i64>,
    /// When an inactive member may write again, if known.
    pub resumes_at: Option<DateTime<Utc>>,
    /// The number of the newest change of a message.
    pub change_seq: i64,
    /// Whether the member has muted it.
    pub is_muted: bool,
    /// Whether a block between the two members prevents messages; it does not say which of them blocked.
    pub is_blocked: bool,
}

impl Membership {
    /// Returns the newest message that this member may read.
    pub fn readable_head(&self) -> i64 {
        match self.status {
            Status::Active => self.head_seq,
            Status::Inactive => self.until_seq.map_or(self.head_seq, |until| until.min(self.head_seq)),
            Status::Absent => 0,
        }
    }

    /// Returns the number of unread messages.
    pub fn unread(&self) -> i64 {
        self.readable_head() - self.last_seen_seq - self.own_unseen - self.deleted_unseen
    }
}

/// Creates a channel without members.
pub async fn create(store: &Store, kind: Kind, name: &str, programme: Option<ProgrammeId>) -> Result<ChannelId> {
    let mut tx = store.db.begin().await?;
    let id = create_in(&mut tx, store, kind, name, programme).await?;
    tx.commit().await?;
    Ok(id)
}

/// [`create`] within a transaction.
pub(crate) async fn create_in(
    tx: &mut Tx,
    store: &Store,
    kind: Kind,
    name: &str,
    programme: Option<ProgrammeId>,
) -> Result<ChannelId> {
    let id = store.clock.id();
    query(
        "INSERT INTO channels (id, kind, name, programme_id, head_seq, head_at, created_at)
         VALUES ($1, $2, $3, $4, 0, $5, $5)",
    )
    .bind(id)
    .bind(kind)
    .bind(name.to_owned())
    .bind(programme)
    .bind(store.clock.now())
    .execute(tx)
    .await?;
    Ok(id)
}

/// Locks a channel, as the writer does. What an inactive member may read must not change while a message is stored, and
/// changes of several members must not deadlock.
const LOCK: &str = "UPDATE channels SET head_seq = head_seq WHERE id = $1";

/// Makes people active members. New members of a group have seen its history; a direct channel is unread. Former
/// members keep their read position.
pub async fn join(store: &Store, channel: ChannelId, people: &[PersonId]) -> Result<()> {
    let mut tx = store.db.begin().await?;
    // What closes contact of these people holds their locks.
    for person in people.iter().collect::<BTreeSet<_>>() {
        query("UPDATE people SET role = role WHERE id = $1").bind(*person).execute(&mut tx).await?;
    }
    join_in(&mut tx, store, channel, people).await?;
    commit_and_publish(store, tx, channel).await
}

/// [`join`] within a transaction that holds the locks of these people. The caller publishes the change.
pub(crate) async fn join_in(tx: &mut Tx, store: &Store, channel: ChannelId, people: &[PersonId]) -> Result<()> {
    query(LOCK).bind(channel).execute(&mut *tx).await?;
    for person in people {
        query(
            "INSERT INTO members (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, joined_at)
             SELECT id, $2, 'active', FALSE, CASE WHEN kind = 'direct' THEN 0 ELSE head_seq END, 0, $3
             FROM channels WHERE id = $1
             ON CONFLICT (channel_id, person_id)
             DO UPDATE SET status = 'active', paused_status = NULL, until_seq = NULL, until_at = NULL, resumes_at = NULL",
        )
        .bind(channel)
        .bind(*person)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
    }
    pauses::follow_contact_in(tx, store, channel).await?;
    Ok(())
}

/// Sets the status of a member; `resumes_at` is when an inactive member becomes active again.
pub async fn set_status(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    status: Status,
    resumes_at: Option<DateTime<Utc>>,
) -> Result<()> {
    let mut tx = store.db.begin().await?;
    set_status_in(&mut tx, store, channel, person, status, resumes_at).await?;
    commit_and_publish(store, tx, channel).await
}

/// [`set_status`] within a transaction. The caller publishes the change.
pub(crate) async fn set_status_in(
    tx: &mut Tx,
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    status: Status,
    resumes_at: Option<DateTime<Utc>>,
) -> Result<()> {
    query(LOCK).bind(channel).execute(&mut *tx).await?;
    query(
        "UPDATE members SET
             status = CASE WHEN paused_status IS NULL OR $3 = 'absent' THEN $3 ELSE status END,
             paused_status = CASE WHEN paused_status IS NULL OR $3 = 'absent' THEN NULL ELSE $3 END,
             resumes_at = $4,
             until_seq = CASE
                 WHEN $3 = 'active' AND paused_status IS NULL THEN NULL
                 WHEN until_seq IS NOT NULL THEN until_seq
                 ELSE (SELECT head_seq FROM channels WHERE id = $1) END,
             until_at = CASE WHEN $3 = 'active' AND paused_status IS NULL THEN NULL
                 WHEN until_at IS NOT NULL THEN until_at ELSE $5 END
         WHERE channel_id = $1 AND person_id = $2",
    )
    .bind(channel)
    .bind(person)
    .bind(status)
    .bind(resumes_at)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    pauses::follow_contact_in(tx, store, channel).await?;
    Ok(())
}

/// Makes the members active again whose suspension has ended. Returns their number. Several nodes may call it at once.
pub async fn resume_due(store: &Store) -> Result<usize> {
    let now = store.clock.now();
    let due: Vec<(ChannelId, PersonId)> = query_as(
        "SELECT channel_id, person_id FROM members WHERE resumes_at <= $1 AND COALESCE(paused_status, status) = 'inactive'
         ORDER BY channel_id, person_id LIMIT 500",
    )
    .bind(now)
    .fetch_all(&store.db)
    .await?;
    let mut count = 0;
    for (channel, person) in due {
        let mut tx = store.db.begin().await?;
        query(LOCK).bind(channel).execute(&mut tx).await?;
        // Staff may have prolonged the suspension meanwhile, or another node was first.
        let resumed = query(
            "UPDATE members SET resumes_at = NULL,
                 status = CASE WHEN paused_status IS NULL THEN 'active' ELSE status END,
                 until_seq = CASE WHEN paused_status IS NULL THEN NULL ELSE until_seq END,
                 until_at = CASE WHEN paused_status IS NULL THEN NULL ELSE until_at END,
                 paused_status = CASE WHEN paused_status IS NULL THEN NULL ELSE 'active' END
             WHERE channel_id = $1 AND person_id = $2 AND COALESCE(paused_status, status) = 'inactive'
                 AND resumes_at <= $3",
        )
        .bind(channel)
        .bind(person)
        .bind(now)
        .execute(&mut tx)
        .await?;
        if resumed > 0 {
            commit_and_publish(store, tx, channel).await?;
            count += 1;
        }
    }
    Ok(count)
}

/// Sets whether a member supervises the pair.
pub async fn set_pair_manager(store: &Store, channel: ChannelId, person: PersonId, is_manager: bool) -> Result<()> {
    let mut tx = store.db.begin().await?;
    set_pair_manager_in(&mut tx, channel, person, is_manager).await?;
    commit_and_publish(store, tx, channel).await
}

/// [`set_pair_manager`] within a transaction. The caller publishes the change.
pub(crate) async fn set_pair_manager_in(
    tx: &mut Tx,
    channel: ChannelId,
    person: PersonId,
    is_manager: bool,
) -> Result<()> {
    query("UPDATE members SET is_pair_manager = $3 WHERE channel_id = $1 AND person_id = $2")
        .bind(channel)
        .bind(person)
        .bind(is_manager)
        .execute(tx)
        .await
        .map(drop)
}

/// Commits a change of a channel's members, and publishes it to them. They are read before the commit: nothing fails after it.
async fn commit_and_publish(store: &Store, mut tx: Tx, channel: ChannelId) -> Result<()> {
    let people =
        query_scalar("SELECT person_id FROM members WHERE channel_id = $1").bind(channel).fetch_all(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people }]);
    Ok(())
}

const MEMBERSHIP_COLUMNS: &str = "c.id AS channel_id, c.kind, c.name, c.programme_id, c.head_seq, c.head_at, m.status, \
     m.last_seen_seq, m.own_unseen, m.until_seq, CASE WHEN m.paused_status IS NULL THEN m.resumes_at END AS resumes_at, \
     c.change_seq, m.is_muted, ";

/// SQL: the further columns of a [`Membership`], up to the name of the last one.
const COMPUTED_COLUMNS: [&str; 3] = [DELETED_UNSEEN, " AS deleted_unseen, ", IS_BLOCKED];

const FROM_MEMBERS: &str = " AS is_blocked FROM members m JOIN channels c ON c.id = m.channel_id ";

/// Returns the channels of a person, newest activity first, without those the person is absent from. Those with a bot come last
/// while they have no messages.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<Membership>> {
    let [deleted, named, blocked] = COMPUTED_COLUMNS;
    query_as([
        "SELECT ",
        MEMBERSHIP_COLUMNS,
        deleted,
        named,
        blocked,
        FROM_MEMBERS,
        "WHERE m.person_id = $1 AND m.status <> 'absent' \
         ORDER BY CASE WHEN c.head_seq > 0 THEN 0 WHEN c.kind = 'team' THEN 1 WHEN c.kind = 'assistant' THEN 2 ELSE 0 END, c.head_at DESC, c.id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await
}

/// Returns the kind of a channel; None if it does not exist.
pub async fn kind_of(store: &Store, channel: ChannelId) -> Result<Option<Kind>> {
    query_scalar("SELECT kind FROM channels WHERE id = $1").bind(channel).fetch_optional(&store.db).await
}

/// Whether a channel is a conversation with a member of staff, to which no blackout applies.
pub async fn is_with_staff(store: &Store, channel: ChannelId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM channels c JOIN members m ON m.channel_id = c.id AND m.status <> 'absent'
             JOIN people p ON p.id = m.person_id AND p.role = 'staff' WHERE c.id = $1 AND c.kind = 'direct')",
    )
    .bind(channel)
    .fetch_one(&store.db)
    .await
}

/// Returns the membership of a person; None without one.
pub async fn membership(store: &Store, channel: ChannelId, person: PersonId) -> Result<Option<Membership>> {
    let [deleted, named, blocked] = COMPUTED_COLUMNS;
    query_as([
        "SELECT ",
        MEMBERSHIP_COLUMNS,
        deleted,
        named,
        blocked,
        FROM_MEMBERS,
        "WHERE m.channel_id = $1 AND m.person_id = $2",
    ])
    .bind(channel)
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Mutes or unmutes a channel for a member, on all their devices. Returns false without a membership.
pub async fn set_muted(store: &Store, channel: ChannelId, person: PersonId, muted: bool) -> Result<bool> {
    let found =
        query("UPDATE members SET is_muted = $3 WHERE channel_id = $1 AND person_id = $2 AND status <> 'absent'")
            .bind(channel)
            .bind(person)
            .bind(muted)
            .execute(&store.db)
            .await?;
    if found > 0 {
        store.bus.publish(vec![Event::ChannelsChanged { people: vec![person] }]);
    }
    Ok(found > 0)
}

/// The latest numbers of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Head {
    /// The channel.
    pub id: ChannelId,
    /// Its newest message.
    pub head_seq: i64,
    /// The newest change of a message.
    pub change_seq: i64,
}

/// Returns the latest numbers of these channels.
pub async fn heads(store: &Store, channels: &[ChannelId]) -> Result<Vec<Head>> {
    let mut heads = Vec::with_capacity(channels.len());
    for some in channels.chunks(500) {
        let mut query = QueryBuilder::new("SELECT id, head_seq, change_seq FROM channels WHERE id IN (");
        let found: Vec<Head> =
            query.push_list(some.iter().copied()).push(")").build_query_as().fetch_all(&store.db).await?;
        heads.extend(found);
    }
    Ok(heads)
}
