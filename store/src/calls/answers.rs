//! Who accepted a ringing call, and who declined it.

use super::{Call, CallEvent, changed, ringing};
use crate::bus::Event;
use crate::db::{query, query_scalar};
use crate::push::Outcome;
use crate::{CallId, PersonId, Result, Store};

/// Records a person's answer to a ringing call and stops their other devices from ringing. A later answer replaces it;
/// the same answer again changes nothing. The person who called has no answer.
pub async fn answer(store: &Store, call: &Call, person: PersonId, accepted: bool) -> Result<()> {
    if call.started_by == Some(person) {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    let is_news = query(
        "INSERT INTO call_answers (call_id, person_id, accepted, answered_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (call_id, person_id) DO UPDATE
         SET accepted = excluded.accepted, answered_at = excluded.answered_at
         WHERE call_answers.accepted <> excluded.accepted",
    )
    .bind(call.id)
    .bind(person)
    .bind(accepted)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?
        > 0;
    if is_news {
        let outcome = if accepted { Outcome::Answered } else { Outcome::Declined };
        ringing::stop_ringing(&mut tx, store, call, &[person], outcome).await?;
        tx.commit().await?;
        store.bus.publish(vec![Event::Call(CallEvent::Answered { call: call.id, room: call.room.clone(), person })]);
        changed(store, call.id);
    }
    Ok(())
}

/// Returns the people who declined a call.
pub async fn declined(store: &Store, call: CallId) -> Result<Vec<PersonId>> {
    answered(store, call, false).await
}

/// Returns the people who accepted a call.
pub async fn accepted(store: &Store, call: CallId) -> Result<Vec<PersonId>> {
    answered(store, call, true).await
}

async fn answered(store: &Store, call: CallId, accepted: bool) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT person_id FROM call_answers WHERE call_id = $1 AND accepted = $2 ORDER BY answered_at, person_id",
    )
    .bind(call)
    .bind(accepted)
    .fetch_all(&store.db)
    .await
}
