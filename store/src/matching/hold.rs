//! People who must not be matched: one has blocked or reported the other, or staff noted a conflict.

use super::{State, changed};
use crate::bus::Event;
use crate::db::{Tx, query_as, query_scalar};
use crate::{PersonId, Result, Store};

/// Ends what is open between two people of whom one blocks or reports the other. Neither side reads why.
pub(crate) async fn between(tx: &mut Tx, store: &Store, one: PersonId, other: PersonId) -> Result<Option<Event>> {
    let ended: Vec<(PersonId, PersonId)> = query_as(
        "UPDATE matching_trackers SET state = $3, changed_at = $4, expires_at = NULL, remind_at = NULL
         WHERE (mentor_id = $1 AND mentee_id = $2 OR mentor_id = $2 AND mentee_id = $1)
         AND state IN ('PROPOSED', 'INTERESTED', 'SELECTED') RETURNING mentor_id, mentee_id",
    )
    .bind(one)
    .bind(other)
    .bind(State::Held)
    .bind(store.clock.now())
    .fetch_all(tx)
    .await?;
    Ok((!ended.is_empty()).then(|| changed([one, other])))
}

/// Whether two people must not be matched.
pub(super) async fn is_between(tx: &mut Tx, one: PersonId, other: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM blocks
                 WHERE blocker_id = $1 AND blocked_id = $2 OR blocker_id = $2 AND blocked_id = $1)
             OR EXISTS (SELECT 1 FROM reports
                 WHERE reporter_id = $1 AND subject_id = $2 OR reporter_id = $2 AND subject_id = $1)
             OR EXISTS (SELECT 1 FROM person_conflicts
                 WHERE person_id = $1 AND other_id = $2 OR person_id = $2 AND other_id = $1)",
    )
    .bind(one)
    .bind(other)
    .fetch_one(tx)
    .await
}
