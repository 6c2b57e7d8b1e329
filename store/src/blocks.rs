//! Who does not want to hear from whom. In a direct channel a block silences both, so that it does not tell who blocked.

use chrono::{DateTime, Utc};

use crate::bus::Event;
use crate::db::on;
use crate::people::Role;
use crate::{PersonId, Result, Store};

/// Whether a block silences member `m` in channel `c`. Only direct channels are looked at.
macro_rules! is_blocked {
    () => {
        "CASE WHEN c.kind = 'direct' THEN EXISTS (
             SELECT 1 FROM members o JOIN blocks b
                 ON (b.blocker_id = m.person_id AND b.blocked_id = o.person_id)
                 OR (b.blocked_id = m.person_id AND b.blocker_id = o.person_id)
             WHERE o.channel_id = c.id) ELSE FALSE END"
    };
}
pub(crate) use is_blocked;

/// Somebody a person blocked.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Blocked {
    /// Who.
    pub person_id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Since when.
    pub created_at: DateTime<Utc>,
}

/// What became of a wish to block somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They are blocked, now or since long.
    Blocked,
    /// Nobody the person shares a channel with.
    Unknown,
    /// Staff look after everybody's safety and stay reachable.
    Staff,
}

/// Blocks somebody the person shares a channel with. The windows of both are told to look again.
pub async fn add(store: &Store, blocker: PersonId, blocked: PersonId) -> Result<Outcome> {
    let role: Option<Role> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT p.role FROM people p WHERE p.id = $2 AND p.id <> $1 AND EXISTS (
             SELECT 1 FROM members a JOIN members b ON b.channel_id = a.channel_id
             WHERE a.person_id = $1 AND a.status <> 'absent' AND b.person_id = $2)"
    )
    .bind(blocker)
    .bind(blocked)
    .fetch_optional(pool)
    .await)?;
    match role {
        None => return Ok(Outcome::Unknown),
        Some(Role::Staff) => return Ok(Outcome::Staff),
        Some(Role::Mentor | Role::Mentee) => {}
    }
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        )
        .bind(blocker)
        .bind(blocked)
        .bind(store.clock.now())
    )?;
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![blocker, blocked] }]);
    Ok(Outcome::Blocked)
}

/// Takes a block back; none is fine too.
pub async fn remove(store: &Store, blocker: PersonId, blocked: PersonId) -> Result<()> {
    let found = on!(
        &store.db,
        execute,
        sqlx::query("DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2").bind(blocker).bind(blocked)
    )?;
    if found > 0 {
        store.bus.publish(vec![Event::ChannelsChanged { people: vec![blocker, blocked] }]);
    }
    Ok(())
}

/// Whom a person blocked, the last one first.
pub async fn of_person(store: &Store, blocker: PersonId) -> Result<Vec<Blocked>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT b.blocked_id AS person_id, p.first_name, p.last_name, b.created_at
         FROM blocks b JOIN people p ON p.id = b.blocked_id
         WHERE b.blocker_id = $1 ORDER BY b.created_at DESC, b.blocked_id"
    )
    .bind(blocker)
    .fetch_all(pool)
    .await)?)
}
