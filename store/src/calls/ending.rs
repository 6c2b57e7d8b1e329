//! The end of calls: hung up, left by one of two, or timed out.

use super::sweep::note_empty;
use super::{Call, CallEvent, End, SELECT_CALL, audience_in, outcome, ringing};
use crate::bus::Event;
use crate::channels::Kind;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::{CallId, PersonId, Result, Store};

/// The events of a call that was ended in a transaction, to publish after its commit. None if it goes on.
#[must_use]
pub(super) struct Ended(Option<Vec<Event>>);

impl Ended {
    /// Publishes the end.
    pub(super) fn publish(self, store: &Store) {
        store.bus.publish(self.0.unwrap_or_default());
    }
}

/// Ends a call. Returns false if it had ended.
pub async fn end(store: &Store, call: &Call, reason: End) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let ended = end_in(&mut tx, store, call, reason, None).await?;
    tx.commit().await?;
    let has_ended = ended.0.is_some();
    ended.publish(store);
    Ok(has_ended)
}

/// `by` is the person who left.
async fn end_in(tx: &mut Tx, store: &Store, call: &Call, reason: End, by: Option<PersonId>) -> Result<Ended> {
    let at = store.clock.now().min(call.expires_at);
    let ended = query("UPDATE calls SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
        .bind(call.id)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    if ended == 0 {
        return Ok(Ended(None));
    }
    query("UPDATE call_participants SET left_at = $2 WHERE call_id = $1 AND left_at IS NULL")
        .bind(call.id)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    let invitation = outcome::record(tx, call, at).await?;
    ringing::missed(tx, store, call).await?;
    let people = audience_in(&mut *tx, call.channel_id).await?;
    let (channel, room) = (call.channel_id, call.room.clone());
    let mut events = vec![Event::Call(CallEvent::Ended { call: call.id, channel, room, reason, by, people })];
    events.extend(invitation.map(|message| Event::Changed { channel, messages: vec![message] }));
    Ok(Ended(Some(events)))
}

/// Applies the departure of a person who left, in the transaction that recorded it: an empty call gets its timeout, and a
/// call of two people ends for the other one.
pub(super) async fn departed(tx: &mut Tx, store: &Store, call: CallId, by: Option<PersonId>) -> Result<Ended> {
    note_empty(tx, call).await?;
    let live: Option<Call> =
        query_as([SELECT_CALL, "WHERE c.id = $1 AND c.ended_at IS NULL"]).bind(call).fetch_optional(&mut *tx).await?;
    let Some(call) = live.filter(|call| call.kind == Kind::Direct) else { return Ok(Ended(None)) };
    let mut present: Vec<Option<PersonId>> =
        query_scalar("SELECT person_id FROM call_participants WHERE call_id = $1 AND left_at IS NULL")
            .bind(call.id)
            .fetch_all(&mut *tx)
            .await?;
    // Guests without an account count individually.
    present.sort_unstable();
    present.dedup_by(|one, other| one.is_some() && one == other);
    let is_last = present.len() == 1 && (by.is_none() || present[0] != by);
    if is_last { end_in(tx, store, &call, End::OtherLeft, by).await } else { Ok(Ended(None)) }
}
