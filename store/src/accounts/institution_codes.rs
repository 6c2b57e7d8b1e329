//! Guesses at institution codes. A wrong code names no institution, so guesses count for the institutions that the proven
//! address could belong to: those of the programme that names its domain, or those of all programmes without domains.

use std::collections::BTreeMap;

use chrono::{Duration, DurationRound};

use crate::db::query_scalar;
use crate::outbox::{self, Mail, NewJob};
use crate::staff::Permission;
use crate::staff::grants::{Recipient, holders};
use crate::{ProgrammeId, Result, Store};

/// Wrong codes in an hour that are more than typing errors: staff get a mail.
pub const ALERT_AT: i64 = 10;

/// Wrong codes in an hour after which none is checked until the hour ends.
pub const WRONG_PER_HOUR: i64 = 100;

/// Staff who get the mail.
const MAX_RECIPIENTS: i64 = 100;

/// Whether there were too many wrong codes in this hour.
pub async fn is_locked(store: &Store, programme: Option<ProgrammeId>) -> Result<bool> {
    let count: Option<i64> =
        query_scalar("SELECT count FROM wrong_institution_codes WHERE hour = $1 AND programme = $2")
            .bind(hour(store))
            .bind(key(programme))
            .fetch_optional(&store.db)
            .await?;
    Ok(count.is_some_and(|count| count >= WRONG_PER_HOUR))
}

/// Counts a wrong code. Number [`ALERT_AT`] of an hour enqueues mails to the responsible staff, in the same transaction.
pub async fn count_wrong(store: &Store, programme: Option<ProgrammeId>) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let count: i64 = query_scalar(
        "INSERT INTO wrong_institution_codes (hour, programme, count) VALUES ($1, $2, 1)
         ON CONFLICT (hour, programme) DO UPDATE SET count = wrong_institution_codes.count + 1 RETURNING count",
    )
    .bind(hour(store))
    .bind(key(programme))
    .fetch_one(&mut tx)
    .await?;
    if count == ALERT_AT {
        let staff = holders(&mut tx, Permission::ManagePeople, programme, None, MAX_RECIPIENTS).await?;
        tracing::warn!(count, staff = staff.len(), "many wrong institution codes");
        for Recipient { email: to, language, .. } in staff {
            let mail = Mail { to, template: "staff_institution_codes".to_owned(), language, values: BTreeMap::new() };
            outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
        }
    }
    tx.commit().await
}

fn hour(store: &Store) -> chrono::DateTime<chrono::Utc> {
    let now = store.clock.now();
    now.duration_trunc(Duration::hours(1)).unwrap_or(now)
}

fn key(programme: Option<ProgrammeId>) -> String {
    programme.map_or_else(String::new, |programme| programme.to_string())
}
