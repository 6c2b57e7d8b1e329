//! Follow-up jobs: a change of facts, sessions, surveys or content may open surveys and let people enter the matching pool.
//!
//! The transaction of the change enqueues them, so that the areas below `surveys` and `matching` need not know who works them off.

use serde::{Deserialize, Serialize};

use crate::db::{Tx, query, query_scalar};
use crate::outbox::{self, NewJob};
use crate::{PersonId, ProgrammeId, Result, Store};

/// The kind of jobs after which people are notified of surveys that have opened.
pub(crate) const SURVEY_OPENINGS: &str = "survey_openings";

/// The kind of jobs after which people enter the pool who may.
pub(crate) const POOL_ENTRIES: &str = "matching_entries";

/// A job in the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FollowUp {
    /// Whose facts changed; None for the content of all.
    pub(crate) person: Option<PersonId>,
}

/// Enqueues the follow-up jobs of a change, in its transaction.
pub(crate) async fn enqueue_in(tx: &mut Tx, store: &Store, person: Option<PersonId>) -> Result<()> {
    if has_device(tx, person).await? {
        outbox::put_in(tx, &NewJob::new(store, SURVEY_OPENINGS, &FollowUp { person })?).await?;
    }
    if may_enter_pool(tx, person).await? {
        outbox::put_in(tx, &NewJob::new(store, POOL_ENTRIES, &FollowUp { person })?).await?;
    }
    Ok(())
}

/// Has the clearance of all people in a programme computed anew, after its rules changed.
pub(crate) async fn recheck_clearance_in(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<()> {
    if !tx.is_sqlite() {
        // In the order in which transactions lock people.
        let all = "SELECT id FROM people WHERE programme_id = $1 ORDER BY id FOR NO KEY UPDATE";
        query_scalar::<PersonId>(all).bind(programme).fetch_all(&mut *tx).await?;
    }
    query("UPDATE people SET clearance_due_at = $2 WHERE programme_id = $1")
        .bind(programme)
        .bind(store.clock.now())
        .execute(tx)
        .await
        .map(drop)
}

/// Whether there is a device to notify.
async fn has_device(tx: &mut Tx, person: Option<PersonId>) -> Result<bool> {
    match person {
        Some(person) => query_scalar("SELECT EXISTS (SELECT 1 FROM push_devices WHERE person_id = $1)").bind(person),
        None => query_scalar("SELECT EXISTS (SELECT 1 FROM push_devices)"),
    }
    .fetch_one(tx)
    .await
}

/// Whether a programme with matching has people who never were in its pool. Those who left stay outside.
async fn may_enter_pool(tx: &mut Tx, person: Option<PersonId>) -> Result<bool> {
    query_scalar([
        "SELECT EXISTS (SELECT 1 FROM people p JOIN programmes g ON g.id = p.programme_id
             WHERE CAST(g.settings AS TEXT) LIKE '%\"matching\"%'
             AND NOT EXISTS (SELECT 1 FROM matching_pool m WHERE m.person_id = p.id)",
        person_or_all(person),
        ")",
    ])
    .bind(person)
    .fetch_one(tx)
    .await
}

/// SQL: the person $1, by the index, or all people.
pub(crate) fn person_or_all(person: Option<PersonId>) -> &'static str {
    if person.is_some() { " AND p.id = $1" } else { " AND $1 IS NULL" }
}
