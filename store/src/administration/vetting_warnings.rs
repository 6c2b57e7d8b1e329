//! Warnings before the vetting of a mentor ends, to the mentor and to staff, so that no contact closes by surprise.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use crate::db::query_as;
use crate::outbox::{self, Mail, NewJob};
use crate::programmes::{self, Programme};
use crate::staff::Permission;
use crate::staff::grants::{Recipient, holders};
use crate::{Result, Store};

/// Days before the end at which a warning is due.
const DAYS_BEFORE: [u16; 3] = [3, 14, 30];

/// Staff who are warned of one programme.
const MAX_RECIPIENTS: i64 = 100;

/// A mentor whose vetting ends.
#[derive(sqlx::FromRow)]
struct Ending {
    email: String,
    language: String,
    vetted_until: NaiveDate,
}

/// Enqueues the warnings that are due, and returns the number of mentors. A warning that was missed is replaced by the next one.
pub async fn warn(store: &Store) -> Result<usize> {
    let mut count = 0;
    for programme in programmes::all(store).await?.iter().filter(|one| one.settings.matching.needs_vetting) {
        for days in DAYS_BEFORE {
            count += warn_of(store, programme, days).await?;
        }
    }
    Ok(count)
}

async fn warn_of(store: &Store, programme: &Programme, days: u16) -> Result<usize> {
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let mut tx = store.db.begin().await?;
    // Of several nodes, the first one warns.
    let ending: Vec<Ending> = query_as(
        "UPDATE people SET vetting_warned_days = $2
         WHERE programme_id = $1 AND role = 'mentor' AND is_disabled = FALSE
             AND left_programme_at IS NULL AND vetted_until BETWEEN $3 AND $4
             AND (vetting_warned_days IS NULL OR vetting_warned_days > $2)
             AND NOT EXISTS (SELECT 1 FROM programmes g WHERE g.id = $1 AND g.archived_at IS NOT NULL)
         RETURNING email, language, vetted_until",
    )
    .bind(programme.id)
    .bind(i64::from(days))
    .bind(today)
    .bind(today + Days::new(days.into()))
    .fetch_all(&mut tx)
    .await?;
    if ending.is_empty() {
        return Ok(0);
    }
    for Ending { email: to, language, vetted_until, .. } in &ending {
        let values = BTreeMap::from([("day".to_owned(), vetted_until.to_string())]);
        let (to, language) = (to.clone(), language.clone());
        let mail = Mail { to, template: "vetting_ends".to_owned(), language, values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    let staff = holders(&mut tx, Permission::ManagePeople, Some(programme.id), None, MAX_RECIPIENTS).await?;
    for Recipient { email: to, language, .. } in staff {
        let values =
            BTreeMap::from([("programme".to_owned(), programme.name.clone()), ("days".to_owned(), days.to_string())]);
        let mail = Mail { to, template: "staff_vetting_ends".to_owned(), language, values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    tx.commit().await?;
    Ok(ending.len())
}
