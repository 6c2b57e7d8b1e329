//! People who must not be matched: one has blocked or reported the other, or staff noted a conflict.

use std::collections::BTreeSet;

use super::{OPEN, State, changed};
use crate::bus::Event;
use crate::db::{Executor, QueryBuilder, Tx, query_as, query_scalar};
use crate::{PersonId, Result, Store, people};

/// Ends what is open between two people who must not be matched. Neither side reads why. A confirmation that came first wins.
pub(crate) async fn end_open_between(
    tx: &mut Tx,
    store: &Store,
    one: PersonId,
    other: PersonId,
) -> Result<Option<Event>> {
    people::lock(tx, BTreeSet::from([one, other])).await?;
    let ended: Vec<(PersonId, PersonId)> = query_as([
        "UPDATE matching_trackers SET state = $3, changed_at = $4, expires_at = NULL, remind_at = NULL
         WHERE (mentor_id = $1 AND mentee_id = $2 OR mentor_id = $2 AND mentee_id = $1)
         AND state IN ",
        OPEN,
        " RETURNING mentor_id, mentee_id",
    ])
    .bind(one)
    .bind(other)
    .bind(State::Held)
    .bind(store.clock.now())
    .fetch_all(tx)
    .await?;
    Ok((!ended.is_empty()).then(|| changed([one, other])))
}

/// Whether two people must not be matched.
pub(super) async fn is_between(executor: impl Executor, one: PersonId, other: PersonId) -> Result<bool> {
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
    .fetch_one(executor)
    .await
}

const SEPARATED: [(&str, &str, &str); 3] = [
    ("blocks", "blocker_id", "blocked_id"),
    ("reports", "reporter_id", "subject_id"),
    ("person_conflicts", "person_id", "other_id"),
];

/// Returns the pairs among these people who must not be matched, each in both orders. Reads by the index of the first person.
pub(super) async fn pairs_among(tx: &mut Tx, people: &[PersonId]) -> Result<BTreeSet<(PersonId, PersonId)>> {
    let mut pairs = BTreeSet::new();
    if people.is_empty() {
        return Ok(pairs);
    }
    for (table, one, other) in SEPARATED {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(one).push(", ").push(other).push(" FROM ").push(table).push(" WHERE ").push(one).push(" IN (");
        query.push_list(people.iter().copied()).push(") AND ").push(other).push(" IN (");
        query.push_list(people.iter().copied()).push(")");
        let found: Vec<(PersonId, PersonId)> = query.build_query_as().fetch_all(&mut *tx).await?;
        pairs.extend(found.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]));
    }
    Ok(pairs)
}
