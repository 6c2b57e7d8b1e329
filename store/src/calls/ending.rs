//! The end of calls: hung up, left by one of two, or timed out.

use std::sync::Arc;

use super::sweep::note_empty;
use super::{Call, CallEvent, End, SELECT_CALL, audience, outcome, ringing};
use crate::bus::Event;
use crate::channels::Kind;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::messages::Message;
use crate::{CallId, PersonId, Result, Store};

/// A call that was ended in a transaction; published after its commit.
#[must_use]
pub(super) struct Ended {
    call: Call,
    reason: End,
    /// The person who left.
    by: Option<PersonId>,
    /// The invitation with the outcome.
    invitation: Option<Arc<Message>>,
}

/// Ends a call. Returns false if it had ended.
pub async fn end(store: &Store, call: &Call, reason: End) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let ended = end_in(&mut tx, store, call, reason, None).await?;
    tx.commit().await?;
    let has_ended = ended.is_some();
    publish(store, ended).await?;
    Ok(has_ended)
}

async fn end_in(tx: &mut Tx, store: &Store, call: &Call, reason: End, by: Option<PersonId>) -> Result<Option<Ended>> {
    let at = store.clock.now().min(call.expires_at);
    let ended = query("UPDATE calls SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
        .bind(call.id)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    if ended == 0 {
        return Ok(None);
    }
    query("UPDATE call_participants SET left_at = $2 WHERE call_id = $1 AND left_at IS NULL")
        .bind(call.id)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    let invitation = outcome::record(tx, call, at).await?;
    Ok(Some(Ended { call: call.clone(), reason, by, invitation }))
}

/// Applies the departure of a person who left, in the transaction that recorded it: an empty call gets its timeout, and a
/// call of two people ends for the other one.
pub(super) async fn departed(tx: &mut Tx, store: &Store, call: CallId, by: Option<PersonId>) -> Result<Option<Ended>> {
    note_empty(tx, call).await?;
    let live: Option<Call> =
        query_as([SELECT_CALL, "WHERE c.id = $1 AND c.ended_at IS NULL"]).bind(call).fetch_optional(&mut *tx).await?;
    let Some(call) = live.filter(|call| call.kind == Kind::Direct) else { return Ok(None) };
    let mut present: Vec<Option<PersonId>> =
        query_scalar("SELECT person_id FROM call_participants WHERE call_id = $1 AND left_at IS NULL")
            .bind(call.id)
            .fetch_all(&mut *tx)
            .await?;
    // Guests without an account count individually.
    present.sort_unstable();
    present.dedup_by(|one, other| one.is_some() && one == other);
    let is_last = present.len() == 1 && (by.is_none() || present[0] != by);
    if is_last { end_in(tx, store, &call, End::OtherLeft, by).await } else { Ok(None) }
}

/// Publishes the end of a call after its commit.
pub(super) async fn publish(store: &Store, ended: Option<Ended>) -> Result<()> {
    let Some(Ended { call, reason, by, invitation }) = ended else { return Ok(()) };
    let people = audience(store, call.channel_id).await?;
    let (channel, room) = (call.channel_id, call.room.clone());
    let mut events = vec![Event::Call(CallEvent::Ended { call: call.id, channel, room, reason, by, people })];
    events.extend(invitation.map(|message| Event::Changed { channel, messages: vec![message] }));
    store.bus.publish(events);
    ringing::missed(store, &call).await
}
