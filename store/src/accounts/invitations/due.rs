//! Reminders and the end of invitations.

use chrono::Duration;

use super::mail::{self, Addressee};
use crate::db::{query, query_as};
use crate::{InvitationId, Result, Store};

/// After which time without an answer a person is reminded, once.
const REMIND_AFTER: Duration = Duration::days(7);

/// Mails of one transaction.
const BATCH: i64 = 100;

/// Enqueues the reminders that are due, and returns their number. Of several nodes, one reminds.
pub async fn remind_due(store: &Store) -> Result<usize> {
    let now = store.clock.now();
    let mut count = 0;
    loop {
        let mut tx = store.db.begin().await?;
        let due: Vec<Addressee> = query_as(
            "UPDATE invitations SET is_reminded = TRUE, mailed_at = $1 WHERE id IN (
                 SELECT id FROM invitations WHERE email <> '' AND is_reminded = FALSE AND mailed_at <= $2 AND expires_at > $1
                 ORDER BY mailed_at, id LIMIT $3) AND is_reminded = FALSE AND email <> ''
             RETURNING id, email, first_name, role, language, expires_at,
                 (SELECT g.name FROM programmes g WHERE g.id = invitations.programme_id) AS programme_name",
        )
        .bind(now)
        .bind(now - REMIND_AFTER)
        .bind(BATCH)
        .fetch_all(&mut tx)
        .await?;
        let (reminded, is_last) = (due.len(), due.is_empty());
        for addressee in due {
            addressee.mail(&mut tx, store).await?;
        }
        tx.commit().await?;
        count += reminded;
        if is_last {
            return Ok(count);
        }
    }
}

/// Deletes what is known of people whose invitation has expired, and returns their number.
pub async fn end_due(store: &Store) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let ended: Vec<(InvitationId,)> = query_as(
        "UPDATE invitations SET email = '', first_name = '', last_name = '', birth_month = NULL, guardian_email = '', cohort_id = NULL,
             search_text = ''
         WHERE email <> '' AND expires_at <= $1 RETURNING id",
    )
    .bind(store.clock.now())
    .fetch_all(&mut tx)
    .await?;
    // A node of the version before ends an invitation without it.
    query("UPDATE invitations SET guardian_email = '' WHERE guardian_email <> '' AND email = ''")
        .execute(&mut tx)
        .await?;
    for (id,) in &ended {
        mail::forget(&mut tx, *id).await?;
    }
    tx.commit().await?;
    Ok(ended.len())
}
