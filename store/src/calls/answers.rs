//! Who took a call that rang, and who declined it.

use super::{Call, News, changed, ringing};
use crate::bus::Event;
use crate::db::on;
use crate::push::Outcome;
use crate::{CallId, PersonId, Result, Store};

/// Keeps what a person did with a call that rings, and lets their other devices fall silent. They may think again; saying
/// the same again is saying it once. Who called is asked nothing.
pub async fn answer(store: &Store, call: &Call, person: PersonId, accepted: bool) -> Result<()> {
    if call.started_by == Some(person) {
        return Ok(());
    }
    let is_news = on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO call_answers (call_id, person_id, accepted, answered_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (call_id, person_id) DO UPDATE
             SET accepted = excluded.accepted, answered_at = excluded.answered_at
             WHERE call_answers.accepted <> excluded.accepted"
        )
        .bind(call.id)
        .bind(person)
        .bind(accepted)
        .bind(store.clock.now())
    )? > 0;
    if is_news {
        store.bus.publish(vec![Event::Call(News::Answered { room: call.room.clone(), person })]);
        changed(store, call.id);
        let outcome = if accepted { Outcome::Answered } else { Outcome::Declined };
        ringing::settle(store, call, &[person], outcome).await?;
    }
    Ok(())
}

/// Who declined a call.
pub async fn declined(store: &Store, call: CallId) -> Result<Vec<PersonId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT person_id FROM call_answers WHERE call_id = $1 AND accepted = FALSE ORDER BY answered_at, person_id"
    )
    .bind(call)
    .fetch_all(pool)
    .await)?)
}
