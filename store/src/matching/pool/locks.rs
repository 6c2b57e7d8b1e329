//! Locks of the people in the pool, so that one of two requests about the same person sees what the other one did.

use std::collections::BTreeSet;

use super::super::OPEN;
use crate::db::{Tx, query_as, query_scalar};
use crate::people;
use crate::{PersonId, ProgrammeId, Result};

/// Locks a person and all with whom something is open. Returns them.
pub(crate) async fn lock_with_partners(tx: &mut Tx, person: PersonId) -> Result<BTreeSet<PersonId>> {
    lock_with_partners_and(tx, person, &BTreeSet::new()).await
}

/// Locks others, too: all at once, because only one order of ids cannot deadlock.
pub(crate) async fn lock_with_partners_and(
    tx: &mut Tx,
    person: PersonId,
    others: &BTreeSet<PersonId>,
) -> Result<BTreeSet<PersonId>> {
    let pairs: Vec<(PersonId, PersonId)> = query_as([
        "SELECT mentor_id, mentee_id FROM matching_trackers WHERE (mentor_id = $1 OR mentee_id = $1) AND state IN ",
        OPEN,
    ])
    .bind(person)
    .fetch_all(&mut *tx)
    .await?;
    let all: BTreeSet<PersonId> = pairs
        .into_iter()
        .flat_map(|(mentor, mentee)| [mentor, mentee])
        .chain([person])
        .chain(others.iter().copied())
        .collect();
    people::lock(tx, all.clone()).await?;
    Ok(all)
}

/// Locks all who are in the pool of a programme, in the order of [`people::lock`]: what changes memberships holds the locks of its
/// people, and would deadlock with a change of all memberships. SQLite has one writer.
pub(in crate::matching) async fn lock_all_in(tx: &mut Tx, programme: ProgrammeId) -> Result<()> {
    if tx.is_sqlite() {
        return Ok(());
    }
    let all = "SELECT p.id FROM people p JOIN matching_pool m ON m.person_id = p.id
         WHERE m.programme_id = $1 AND m.left_at IS NULL ORDER BY p.id FOR NO KEY UPDATE OF p";
    query_scalar::<PersonId>(all).bind(programme).fetch_all(tx).await.map(drop)
}
