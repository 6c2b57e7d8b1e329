//! What a conference server tells of who is in a call. It is believed before pages are.

use chrono::{DateTime, Duration, Utc};

use super::{Call, changed};
use crate::db::on;
use crate::{PersonId, Result, Store};

/// Names of events are kept for so long: longer than an old one is listened to.
const REMEMBERED: Duration = Duration::days(1);

/// Somebody who came or went.
#[derive(Clone, Debug)]
pub struct Told {
    /// The conference server's name for the tab.
    pub peer: String,
    /// Whose token it came with; None for a token that is none of ours.
    pub person: Option<PersonId>,
    /// When, as the conference server's clock has it.
    pub at: DateTime<Utc>,
}

/// Somebody came. A tab that is known to have left at that time or later stays gone: news may overtake each other.
pub async fn joined(store: &Store, call: &Call, told: &Told) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO call_participants
                 (call_id, peer, person_id, source, joined_at, alive_until, microphone, camera, screen)
             SELECT id, $2, (SELECT p.id FROM people p WHERE p.id = $3), 'webhook', $4, expires_at, FALSE, FALSE, FALSE
             FROM calls WHERE id = $1 AND ended_at IS NULL
             ON CONFLICT (call_id, peer) DO UPDATE SET
                 source = 'webhook', person_id = excluded.person_id, alive_until = excluded.alive_until,
                 left_at = CASE WHEN call_participants.source = 'webhook' AND call_participants.left_at >= excluded.joined_at
                     THEN call_participants.left_at END"
        )
        .bind(call.id)
        .bind(&told.peer)
        .bind(told.person)
        .bind(told.at)
    )?;
    // What pages said of this person is worth nothing any more.
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE call_participants SET left_at = $3
             WHERE call_id = $1 AND person_id = $2 AND source = 'page' AND left_at IS NULL"
        )
        .bind(call.id)
        .bind(told.person)
        .bind(told.at)
    )?;
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE calls SET empty_since = NULL WHERE id = $1
                 AND EXISTS (SELECT 1 FROM call_participants WHERE call_id = calls.id AND left_at IS NULL)"
        )
        .bind(call.id)
    )?;
    changed(store, call.id);
    Ok(())
}

/// Somebody went.
pub async fn left(store: &Store, call: &Call, told: &Told) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO call_participants
                 (call_id, peer, person_id, source, joined_at, alive_until, left_at, microphone, camera, screen)
             SELECT id, $2, (SELECT p.id FROM people p WHERE p.id = $3), 'webhook', $4, $4, $4, FALSE, FALSE, FALSE
             FROM calls WHERE id = $1 AND ended_at IS NULL
             ON CONFLICT (call_id, peer) DO UPDATE SET source = 'webhook', left_at = excluded.left_at"
        )
        .bind(call.id)
        .bind(&told.peer)
        .bind(told.person)
        .bind(told.at)
    )?;
    super::sweep::note_empty(store, call.id).await?;
    changed(store, call.id);
    Ok(())
}

/// Whether an event of this name was listened to before.
pub async fn was_told(store: &Store, event: &str) -> Result<bool> {
    let found: i64 = on!(&store.db, |pool| sqlx::query_scalar("SELECT COUNT(*) FROM call_webhooks WHERE id = $1")
        .bind(event)
        .fetch_one(pool)
        .await)?;
    Ok(found > 0)
}

/// An event of this name was listened to. Say it after what it causes is stored: whatever fails on the way is told again.
pub async fn note_told(store: &Store, event: &str) -> Result<()> {
    let now = store.clock.now();
    on!(&store.db, execute, sqlx::query("DELETE FROM call_webhooks WHERE received_at < $1").bind(now - REMEMBERED))?;
    on!(
        &store.db,
        execute,
        sqlx::query("INSERT INTO call_webhooks (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
            .bind(event)
            .bind(now)
    )?;
    Ok(())
}
