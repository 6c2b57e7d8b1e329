//! Participants as reported by webhooks of the conference server. Its reports take precedence over those of pages.

use chrono::{DateTime, Duration, Utc};

use super::ending::departed;
use super::{Call, End, changed, end, lock};
use crate::db::{query, query_scalar};
use crate::{PersonId, Result, Store};

/// How long handled events are remembered: longer than an old event is accepted.
const RETENTION: Duration = Duration::days(1);

/// A participant who joined or left.
#[derive(Clone, Debug)]
pub struct ParticipantEvent {
    /// The conference server's id of the tab.
    pub peer: String,
    /// The person of the token; None for a token that was not issued here.
    pub person: Option<PersonId>,
    /// The time on the conference server's clock.
    pub at: DateTime<Utc>,
}

/// Records that a participant joined. Webhooks may arrive out of order: a tab that left at that time or later stays
/// out.
pub async fn joined(store: &Store, call: &Call, event: &ParticipantEvent) -> Result<()> {
    let mut tx = store.db.begin().await?;
    lock(&mut tx, call.id).await?;
    query(
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
        .bind(&event.peer)
        .bind(event.person)
        .bind(event.at).execute(&mut tx).await?;
    // The webhook replaces what pages reported of this person.
    query(
        "UPDATE call_participants SET left_at = $3
         WHERE call_id = $1 AND person_id = $2 AND source = 'page' AND left_at IS NULL",
    )
    .bind(call.id)
    .bind(event.person)
    .bind(event.at)
    .execute(&mut tx)
    .await?;
    query(
        "UPDATE calls SET empty_since = NULL WHERE id = $1
         AND EXISTS (SELECT 1 FROM call_participants WHERE call_id = calls.id AND left_at IS NULL)",
    )
    .bind(call.id)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    changed(store, call.id);
    Ok(())
}

/// Records that a participant left.
pub async fn left(store: &Store, call: &Call, event: &ParticipantEvent) -> Result<()> {
    let mut tx = store.db.begin().await?;
    lock(&mut tx, call.id).await?;
    query(
        "INSERT INTO call_participants
             (call_id, peer, person_id, source, joined_at, alive_until, left_at, microphone, camera, screen)
         SELECT id, $2, (SELECT p.id FROM people p WHERE p.id = $3), 'webhook', $4, $4, $4, FALSE, FALSE, FALSE
         FROM calls WHERE id = $1 AND ended_at IS NULL
         ON CONFLICT (call_id, peer) DO UPDATE SET source = 'webhook', left_at = excluded.left_at",
    )
    .bind(call.id)
    .bind(&event.peer)
    .bind(event.person)
    .bind(event.at)
    .execute(&mut tx)
    .await?;
    let ended = departed(&mut tx, store, call.id, event.person).await?;
    tx.commit().await?;
    changed(store, call.id);
    ended.publish(store);
    Ok(())
}

/// Ends a call whose room the conference server closed. Before its first participant, the report is about the previous call
/// of the room, which closes after its last one left.
pub async fn closed(store: &Store, call: &Call) -> Result<()> {
    let joined: i64 = query_scalar("SELECT COUNT(*) FROM call_participants WHERE call_id = $1")
        .bind(call.id)
        .fetch_one(&store.db)
        .await?;
    if joined > 0 || call.first == call.id {
        end(store, call, End::Closed).await?;
    }
    Ok(())
}

/// Whether a webhook with this id was handled.
pub async fn is_webhook_handled(store: &Store, event: &str) -> Result<bool> {
    let found: i64 =
        query_scalar("SELECT COUNT(*) FROM call_webhooks WHERE id = $1").bind(event).fetch_one(&store.db).await?;
    Ok(found > 0)
}

/// Records that a webhook was handled. Its effects are stored before and idempotent: the server repeats failed webhooks.
pub async fn record_webhook(store: &Store, event: &str) -> Result<()> {
    let now = store.clock.now();
    query("DELETE FROM call_webhooks WHERE received_at < $1").bind(now - RETENTION).execute(&store.db).await?;
    query("INSERT INTO call_webhooks (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
        .bind(event)
        .bind(now)
        .execute(&store.db)
        .await?;
    Ok(())
}
