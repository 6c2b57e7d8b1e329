//! Reminders and the end of requests to guardians.

use std::collections::BTreeSet;

use chrono::Duration;

use super::{State, end_in, mail, needs};
use crate::db::{query, query_as, query_scalar};
use crate::{ConsentRequestId, PersonId, Result, Store, people};

/// After which time without an answer a guardian is reminded, once.
const REMIND_AFTER: Duration = Duration::days(7);

/// Reminders of one turn of the job.
const BATCH: i64 = 100;

/// Enqueues the reminders that are due, and returns their number. A question that is not needed any more ends instead.
pub async fn remind_due(store: &Store) -> Result<usize> {
    let due: Vec<PersonId> = query_scalar(
        "SELECT person_id FROM consent_requests WHERE state = 'open' AND is_reminded = FALSE AND mailed_at <= $1
             AND expires_at > $2 AND NOT EXISTS (SELECT 1 FROM people p JOIN programmes g ON g.id = p.programme_id
                 WHERE p.id = consent_requests.person_id AND (g.archived_at IS NOT NULL OR p.left_programme_at IS NOT NULL))
             ORDER BY mailed_at, id LIMIT $3",
    )
    .bind(store.clock.now() - REMIND_AFTER)
    .bind(store.clock.now())
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    let mut count = 0;
    for person in due {
        count += usize::from(remind(store, person).await?);
    }
    Ok(count)
}

async fn remind(store: &Store, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let open: Option<(ConsentRequestId, String)> = query_as(
        "SELECT id, email FROM consent_requests WHERE person_id = $1 AND state = 'open' AND is_reminded = FALSE",
    )
    .bind(person)
    .fetch_optional(&mut tx)
    .await?;
    let Some((id, email)) = open else { return Ok(false) };
    let is_needed = needs::refusal_in(&mut tx, store, person, &email).await?.is_none();
    if is_needed {
        query("UPDATE consent_requests SET is_reminded = TRUE, mailed_at = $2 WHERE id = $1")
            .bind(id)
            .bind(store.clock.now())
            .execute(&mut tx)
            .await?;
        mail::request_in(&mut tx, store, id).await?;
    } else {
        end_in(&mut tx, person, &[State::Open]).await?;
    }
    tx.commit().await?;
    Ok(is_needed)
}

/// Ends the requests that were not answered in time, with the addresses of the guardians, and returns their number.
pub async fn end_due(store: &Store) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let ended: Vec<ConsentRequestId> = query_scalar(
        "UPDATE consent_requests SET state = 'ended', email = '' WHERE state = 'open' AND expires_at <= $1 RETURNING id",
    )
    .bind(store.clock.now())
    .fetch_all(&mut tx)
    .await?;
    for id in &ended {
        mail::forget_in(&mut tx, *id).await?;
    }
    tx.commit().await?;
    Ok(ended.len())
}
