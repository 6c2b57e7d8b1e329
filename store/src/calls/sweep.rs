//! Expires participants without keep-alives, calls without participants and calls without an answer.
//!
//! Each step changes only rows that still need it, so several nodes may sweep at once and each event is published once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::ending::departed;
use super::presence::put_out_of;
use super::{Call, EMPTY_TIMEOUT, End, RINGING, SELECT_CALL, changed, end, lock};
use crate::channels::{is_blocked_by, is_silenced_by};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::{CallId, PersonId, Result, Store};

/// Checks all live calls.
pub async fn sweep(store: &Store) -> Result<()> {
    let live: Vec<Call> = query_as([SELECT_CALL, "WHERE c.ended_at IS NULL"]).fetch_all(&store.db).await?;
    if live.is_empty() {
        return Ok(());
    }
    put_inactive_members_out(store, &live).await?;
    for call in end_stale(store).await? {
        changed(store, call);
    }
    let now = store.clock.now();
    let left = left_by_all(store, now).await?;
    let unanswered = unanswered(store, now).await?;
    for call in &live {
        if call.expires_at <= now {
            end(store, call, End::Expired).await?;
        } else if left.contains(&call.id) {
            end(store, call, End::EverybodyLeft).await?;
        } else if unanswered.contains(&call.id) {
            end(store, call, End::NoAnswer).await?;
        }
    }
    Ok(())
}

/// Returns the calls that have been empty for too long. A call that was entered through an earlier invitation rings for
/// nobody, so it counts as empty before the first participant, too.
async fn left_by_all(store: &Store, now: DateTime<Utc>) -> Result<Vec<CallId>> {
    query_scalar(
        "SELECT id FROM calls WHERE ended_at IS NULL AND (empty_since <= $1 OR (invited_by IS NOT NULL
             AND started_at <= $1 AND NOT EXISTS (SELECT 1 FROM call_participants h WHERE h.call_id = calls.id)))",
    )
    .bind(now - EMPTY_TIMEOUT)
    .fetch_all(&store.db)
    .await
}

/// Returns the calls in direct channels that stopped ringing without an answer. In a group, others may join later.
async fn unanswered(store: &Store, now: DateTime<Utc>) -> Result<Vec<CallId>> {
    query_scalar(
        "SELECT c.id FROM calls c JOIN channels h ON h.id = c.channel_id
         WHERE c.ended_at IS NULL AND c.invited_by IS NULL AND c.started_at <= $1 AND h.kind = 'direct'
             AND NOT EXISTS (SELECT 1 FROM call_answers a WHERE a.call_id = c.id AND a.accepted = TRUE)
             AND NOT EXISTS (SELECT 1 FROM call_participants p WHERE p.call_id = c.id
                 AND (p.person_id IS NULL OR c.started_by IS NULL OR p.person_id <> c.started_by))",
    )
    .bind(now - RINGING)
    .fetch_all(&store.db)
    .await
}

/// Ends participants whose keep-alive expired, and returns their calls.
async fn end_stale(store: &Store) -> Result<Vec<CallId>> {
    let now = store.clock.now();
    let calls: Vec<CallId> =
        query_scalar("SELECT DISTINCT call_id FROM call_participants WHERE left_at IS NULL AND alive_until <= $1")
            .bind(now)
            .fetch_all(&store.db)
            .await?;
    let mut changed = Vec::new();
    for call in calls {
        let mut tx = store.db.begin().await?;
        lock(&mut tx, call).await?;
        let ended = query(
            "UPDATE call_participants SET left_at = alive_until
             WHERE call_id = $1 AND left_at IS NULL AND alive_until <= $2",
        )
        .bind(call)
        .bind(now)
        .execute(&mut tx)
        .await?;
        note_empty(&mut tx, call).await?;
        tx.commit().await?;
        if ended > 0 {
            changed.push(call);
        }
    }
    Ok(changed)
}

/// Removes people who are no longer active members from calls of the channel, and from two who are kept apart the one who was reported or
/// blocked; each of both if both were.
async fn put_inactive_members_out(store: &Store, live: &[Call]) -> Result<()> {
    let out: Vec<(CallId, String, PersonId)> = query_as([
        "SELECT h.call_id, h.peer, h.person_id FROM call_participants h JOIN calls c ON c.id = h.call_id
         WHERE h.left_at IS NULL AND h.person_id IS NOT NULL AND (NOT EXISTS (
             SELECT 1 FROM members m
             WHERE m.channel_id = c.channel_id AND m.person_id = h.person_id AND m.status = 'active')
             OR EXISTS (SELECT 1 FROM call_participants o
                 WHERE o.call_id = h.call_id AND o.left_at IS NULL AND o.person_id IS NOT NULL AND (",
        is_blocked_by!("o.person_id", "h.person_id"),
        " OR ",
        is_silenced_by!("o.person_id", "h.person_id"),
        ")))",
    ])
    .fetch_all(&store.db)
    .await?;
    let live: HashMap<CallId, &Call> = live.iter().map(|call| (call.id, call)).collect();
    for (id, peer, person) in out {
        let mut tx = store.db.begin().await?;
        lock(&mut tx, id).await?;
        let ended = query(
            "UPDATE call_participants SET left_at = $4
             WHERE call_id = $1 AND peer = $2 AND person_id = $3 AND left_at IS NULL",
        )
        .bind(id)
        .bind(&peer)
        .bind(person)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
        let over = departed(&mut tx, store, id, Some(person)).await?;
        tx.commit().await?;
        if let Some(call) = live.get(&id).filter(|_| ended > 0) {
            store.bus.publish(vec![put_out_of(call, peer, person, End::NotActiveMember)]);
            changed(store, id);
        }
        over.publish(store);
    }
    Ok(())
}

/// Records since when a call is empty, if it is.
pub(super) async fn note_empty(tx: &mut Tx, call: CallId) -> Result<()> {
    query(
        "UPDATE calls SET empty_since =
             (SELECT MAX(left_at) FROM call_participants WHERE call_id = calls.id)
         WHERE id = $1 AND ended_at IS NULL AND empty_since IS NULL
             AND NOT EXISTS (SELECT 1 FROM call_participants WHERE call_id = calls.id AND left_at IS NULL)",
    )
    .bind(call)
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends a call that a page reports as over, if it has no participants. Before anybody joined, only the caller can end
/// it.
pub async fn hang_up(store: &Store, call: &Call, person: PersonId) -> Result<()> {
    let (present, total): (i64, i64) = query_as(
        "SELECT COUNT(CASE WHEN left_at IS NULL AND alive_until > $2 THEN 1 END), COUNT(*)
         FROM call_participants WHERE call_id = $1",
    )
    .bind(call.id)
    .bind(store.clock.now())
    .fetch_one(&store.db)
    .await?;
    if present == 0 && (total > 0 || call.started_by == Some(person)) {
        end(store, call, End::EverybodyLeft).await?;
    }
    Ok(())
}
