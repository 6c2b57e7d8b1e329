//! What time does to calls: tabs that nobody vouches for are gone, calls that everybody left are over.
//!
//! Every step changes only what is not changed yet, so any number of nodes may sweep at the same moment, and what they tell
//! the others is told once.

use std::collections::HashMap;

use super::presence::put_out_of;
use super::{Call, EMPTY, End, changed, end};
use crate::db::on;
use crate::{CallId, PersonId, Result, Store};

/// Looks at all live calls.
pub async fn sweep(store: &Store) -> Result<()> {
    let live: Vec<Call> =
        on!(&store.db, |pool| sqlx::query_as(select_call!("WHERE c.ended_at IS NULL")).fetch_all(pool).await)?;
    if live.is_empty() {
        return Ok(());
    }
    put_inactive_members_out(store, &live).await?;
    for call in gone(store).await? {
        note_empty(store, call).await?;
        changed(store, call);
    }
    let now = store.clock.now();
    let left: Vec<CallId> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT id FROM calls WHERE ended_at IS NULL AND empty_since <= $1")
            .bind(now - EMPTY)
            .fetch_all(pool)
            .await)?;
    for call in &live {
        if call.expires_at <= now {
            end(store, call, End::Expired).await?;
        } else if left.contains(&call.id) {
            end(store, call, End::EverybodyLeft).await?;
        }
    }
    Ok(())
}

/// The calls that tabs are gone from since the last look.
async fn gone(store: &Store) -> Result<Vec<CallId>> {
    let mut calls: Vec<CallId> = on!(&store.db, returning, sqlx::query_scalar(
        "UPDATE call_participants SET left_at = alive_until WHERE left_at IS NULL AND alive_until <= $1 RETURNING call_id"
    )
    .bind(store.clock.now()))?;
    calls.sort_unstable();
    calls.dedup();
    Ok(calls)
}

/// Whoever is no active member any more is in no call of the channel either.
async fn put_inactive_members_out(store: &Store, live: &[Call]) -> Result<()> {
    let out: Vec<(CallId, String, PersonId)> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT h.call_id, h.peer, h.person_id FROM call_participants h JOIN calls c ON c.id = h.call_id
         WHERE h.left_at IS NULL AND h.person_id IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM members m
             WHERE m.channel_id = c.channel_id AND m.person_id = h.person_id AND m.status = 'active')"
    )
    .fetch_all(pool)
    .await)?;
    let live: HashMap<CallId, &Call> = live.iter().map(|call| (call.id, call)).collect();
    for (id, peer, person) in out {
        let done = on!(
            &store.db,
            execute,
            sqlx::query(
                "UPDATE call_participants SET left_at = $4
                 WHERE call_id = $1 AND peer = $2 AND person_id = $3 AND left_at IS NULL"
            )
            .bind(id)
            .bind(&peer)
            .bind(person)
            .bind(store.clock.now())
        )?;
        if let Some(call) = live.get(&id).filter(|_| done > 0) {
            note_empty(store, id).await?;
            store.bus.publish(vec![put_out_of(call, peer, person, End::NotActiveMember)]);
            changed(store, id);
        }
    }
    Ok(())
}

/// Remembers since when a call is empty, if it is.
pub(super) async fn note_empty(store: &Store, call: CallId) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE calls SET empty_since =
                 (SELECT MAX(left_at) FROM call_participants WHERE call_id = calls.id)
             WHERE id = $1 AND ended_at IS NULL AND empty_since IS NULL
                 AND NOT EXISTS (SELECT 1 FROM call_participants WHERE call_id = calls.id AND left_at IS NULL)"
        )
        .bind(call)
    )?;
    Ok(())
}

/// A page says that the call is over: so it is, if nobody is in it (any more). Before anybody was, only the one who called
/// can take it back.
pub async fn hang_up(store: &Store, call: &Call, person: PersonId) -> Result<()> {
    let (there, ever): (i64, i64) = on!(&store.db, |pool| sqlx::query_as(
        "SELECT COUNT(CASE WHEN left_at IS NULL AND alive_until > $2 THEN 1 END), COUNT(*)
         FROM call_participants WHERE call_id = $1"
    )
    .bind(call.id)
    .bind(store.clock.now())
    .fetch_one(pool)
    .await)?;
    if there == 0 && (ever > 0 || call.started_by == Some(person)) {
        end(store, call, End::EverybodyLeft).await?;
    }
    Ok(())
}
