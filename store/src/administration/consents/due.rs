//! Reminders and the end of requests to guardians.

use chrono::Duration;

use super::{forget_mails_in, mail_request_in};
use crate::db::query_scalar;
use crate::{ConsentRequestId, Result, Store};

/// After which time without an answer a guardian is reminded, once.
const REMIND_AFTER: Duration = Duration::days(7);

/// Mails of one transaction.
const BATCH: i64 = 100;

/// Enqueues the reminders that are due, and returns their number. Of several nodes, one reminds.
pub async fn remind_due(store: &Store) -> Result<usize> {
    let now = store.clock.now();
    let mut count = 0;
    loop {
        let mut tx = store.db.begin().await?;
        let due: Vec<ConsentRequestId> = query_scalar(
            "UPDATE consent_requests SET is_reminded = TRUE, mailed_at = $1 WHERE id IN (
                 SELECT id FROM consent_requests WHERE state = 'open' AND is_reminded = FALSE AND mailed_at <= $2
                     AND expires_at > $1 ORDER BY mailed_at, id LIMIT $3) AND is_reminded = FALSE AND state = 'open'
             RETURNING id",
        )
        .bind(now)
        .bind(now - REMIND_AFTER)
        .bind(BATCH)
        .fetch_all(&mut tx)
        .await?;
        for id in &due {
            mail_request_in(&mut tx, store, *id).await?;
        }
        tx.commit().await?;
        count += due.len();
        if due.is_empty() {
            return Ok(count);
        }
    }
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
        forget_mails_in(&mut tx, *id).await?;
    }
    tx.commit().await?;
    Ok(ended.len())
}
