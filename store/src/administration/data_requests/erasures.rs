//! Erases the accounts of people who demanded it, a day after staff agreed.

use std::collections::BTreeSet;

use chrono::Duration;

use crate::administration::erase;
use crate::db::{Tx, query, query_scalar};
use crate::staff::Actor;
use crate::{PersonId, Result, Store, people};

/// How long an account stays closed before it is erased: a mistake can be taken back, and the mail about it is sent.
pub const ERASE_AFTER: Duration = Duration::days(1);

/// Accounts that one turn of the job erases.
const BATCH: i64 = 5;

/// The name of the job in the audit log.
const JOB: &str = "data_requests";

/// Erases the accounts whose time is over, and returns their number. One that fails does not hold up the others.
pub async fn erase_requested(store: &Store) -> Result<usize> {
    let due: Vec<PersonId> = query_scalar(
        "SELECT person_id FROM data_requests WHERE kind = 'erasure' AND outcome = 'done' AND closed_at <= $1
         ORDER BY closed_at, person_id LIMIT $2",
    )
    .bind(store.clock.now() - ERASE_AFTER)
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    let (mut count, mut failure) = (0, None);
    for person in due {
        match erase_one(store, person).await {
            Ok(is_erased) => count += usize::from(is_erased),
            Err(error) => failure = Some(error),
        }
    }
    if count > 0 {
        store.db.vacuum().await?;
    }
    failure.map_or(Ok(count), Err)
}

async fn erase_one(store: &Store, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    // Staff who opened the account took the erasure back; from now on it cannot be opened.
    let is_due = is_due_in(&mut tx, store, person).await?;
    tx.commit().await?;
    let Some(person) = people::by_id(store, person).await?.filter(|_| is_due) else { return Ok(false) };
    erase::erase_rows(store, &Actor::Job { name: JOB }, &person).await?;
    Ok(true)
}

/// Whether the erasure of a person has begun, or can begin at any moment: then nothing about the account changes any more.
pub(in crate::administration) async fn is_due_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM data_requests d JOIN people p ON p.id = d.person_id WHERE d.person_id = $1
             AND d.kind = 'erasure' AND d.outcome = 'done' AND d.closed_at <= $2 AND p.is_disabled = TRUE)",
    )
    .bind(person)
    .bind(store.clock.now() - ERASE_AFTER)
    .fetch_one(tx)
    .await
}

/// Opens the request for an erasure again whose account staff open again.
pub(in crate::administration) async fn take_back_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    query(
        "UPDATE data_requests SET outcome = NULL, answer = '', closed_at = NULL, closed_by = NULL
         WHERE person_id = $1 AND kind = 'erasure' AND outcome = 'done'",
    )
    .bind(person)
    .execute(tx)
    .await
    .map(drop)
}
