//! Blocks between people. In a direct channel neither side can write, which does not reveal who blocked.

use chrono::{DateTime, Utc};

use crate::bus::Event;
use crate::db::{query, query_as, query_scalar};
use crate::matching::end_open_between;
use crate::role::Role;
use crate::{PersonId, Result, Store};

/// A blocked person.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Blocked {
    /// The person.
    pub person_id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// When they were blocked.
    pub created_at: DateTime<Utc>,
}

/// The result of [`add`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The person is blocked now, or was before.
    Blocked,
    /// The two people share no channel.
    Unknown,
    /// Staff cannot be blocked: they must be reachable for safeguarding.
    Staff,
}

/// Blocks a person with a shared channel. The clients of both update their channels.
pub async fn add(store: &Store, blocker: PersonId, blocked: PersonId) -> Result<Outcome> {
    let role: Option<Role> = query_scalar(
        "SELECT p.role FROM people p WHERE p.id = $2 AND p.id <> $1 AND EXISTS (
         SELECT 1 FROM members a JOIN members b ON b.channel_id = a.channel_id
         WHERE a.person_id = $1 AND a.status <> 'absent' AND b.person_id = $2)",
    )
    .bind(blocker)
    .bind(blocked)
    .fetch_optional(&store.db)
    .await?;
    match role {
        None => return Ok(Outcome::Unknown),
        Some(Role::Staff) => return Ok(Outcome::Staff),
        Some(Role::Mentor | Role::Mentee) => {}
    }
    let mut tx = store.db.begin().await?;
    query("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(blocker)
        .bind(blocked)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    let ended = end_open_between(&mut tx, store, blocker, blocked).await?;
    tx.commit().await?;
    let channels = Event::ChannelsChanged { people: vec![blocker, blocked] };
    store.bus.publish([Some(channels), ended].into_iter().flatten().collect());
    Ok(Outcome::Blocked)
}

/// Removes a block, if there is one.
pub async fn remove(store: &Store, blocker: PersonId, blocked: PersonId) -> Result<()> {
    let found = query("DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2")
        .bind(blocker)
        .bind(blocked)
        .execute(&store.db)
        .await?;
    if found > 0 {
        store.bus.publish(vec![Event::ChannelsChanged { people: vec![blocker, blocked] }]);
    }
    Ok(())
}

/// Returns the people whom a person blocked, the latest first.
pub async fn of_person(store: &Store, blocker: PersonId) -> Result<Vec<Blocked>> {
    query_as(
        "SELECT b.blocked_id AS person_id, p.first_name, p.last_name, b.created_at
         FROM blocks b JOIN people p ON p.id = b.blocked_id
         WHERE b.blocker_id = $1 ORDER BY b.created_at DESC, b.blocked_id",
    )
    .bind(blocker)
    .fetch_all(&store.db)
    .await
}

/// Returns the people whom a person reported, and with whom that report stopped contact.
pub async fn stopped_contacts(store: &Store, reporter: PersonId) -> Result<Vec<PersonId>> {
    query_scalar(
        // Who of the team wrote an answer is not said.
        "SELECT DISTINCT subject_id FROM reports r
         WHERE reporter_id = $1 AND silenced_at IS NOT NULL AND silence_lifted_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = r.channel_id AND c.kind = 'team') ORDER BY subject_id",
    )
    .bind(reporter)
    .fetch_all(&store.db)
    .await
}
