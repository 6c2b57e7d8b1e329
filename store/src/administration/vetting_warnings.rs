//! Warnings before a kind of vetting of a mentor ends, to the mentor and to staff, so that no contact closes by surprise.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use crate::content::text_in;
use crate::db::{Tx, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::programmes::vetting_kinds::VETTING;
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
    valid_until: NaiveDate,
}

/// Enqueues the warnings that are due, and returns the number of mentors. A warning that was missed is replaced by the next one.
pub async fn warn(store: &Store) -> Result<usize> {
    let mut count = 0;
    for programme in programmes::all(store).await? {
        for kind in programme.settings.matching.demanded_kinds() {
            for days in DAYS_BEFORE {
                count += warn_of(store, &programme, kind, days).await?;
            }
        }
    }
    Ok(count)
}

async fn warn_of(store: &Store, programme: &Programme, kind: &str, days: u16) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let ending = take_in(&mut tx, store, programme, kind, days).await?;
    if ending.is_empty() {
        return Ok(0);
    }
    // Programmes without kinds have one, which needs no name.
    let label = |language: &str| {
        let kind = programme.settings.matching.vetting_kind(kind);
        kind.map(|kind| text_in(&kind.label, language).to_owned()).unwrap_or_default()
    };
    for Ending { email: to, language, valid_until } in &ending {
        let values =
            BTreeMap::from([("day".to_owned(), valid_until.to_string()), ("kind".to_owned(), label(language))]);
        let (to, language) = (to.clone(), language.clone());
        let mail = Mail { to, template: "vetting_ends".to_owned(), language, values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    let staff = holders(&mut tx, Permission::ManagePeople, Some(programme.id), None, MAX_RECIPIENTS).await?;
    for Recipient { email: to, language, .. } in staff {
        let values = BTreeMap::from([
            ("programme".to_owned(), programme.name.clone()),
            ("days".to_owned(), days.to_string()),
            ("kind".to_owned(), label(&language)),
        ]);
        let mail = Mail { to, template: "staff_vetting_ends".to_owned(), language, values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    tx.commit().await?;
    Ok(ending.len())
}

/// Notes that mentors are warned, and returns them. Of several nodes, the first one warns.
async fn take_in(tx: &mut Tx, store: &Store, programme: &Programme, kind: &str, days: u16) -> Result<Vec<Ending>> {
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let query = if kind == VETTING {
        query_as(
            "UPDATE people SET vetting_warned_days = $2
             WHERE programme_id = $1 AND role = 'mentor' AND is_disabled = FALSE AND left_programme_at IS NULL
                 AND vetted_until BETWEEN $3 AND $4 AND (vetting_warned_days IS NULL OR vetting_warned_days > $2)
                 AND NOT EXISTS (SELECT 1 FROM programmes g WHERE g.id = $1 AND g.archived_at IS NOT NULL)
             RETURNING email, language, vetted_until AS valid_until",
        )
    } else {
        query_as(
            "UPDATE vettings SET warned_days = $2 WHERE kind = $5 AND ended_at IS NULL AND valid_until BETWEEN $3 AND $4
                 AND (warned_days IS NULL OR warned_days > $2) AND person_id IN (SELECT id FROM people
                     WHERE programme_id = $1 AND role = 'mentor' AND is_disabled = FALSE AND left_programme_at IS NULL
                         AND NOT EXISTS (SELECT 1 FROM programmes g WHERE g.id = $1 AND g.archived_at IS NOT NULL))
             RETURNING (SELECT email FROM people p WHERE p.id = vettings.person_id) AS email,
                 (SELECT language FROM people p WHERE p.id = vettings.person_id) AS language, valid_until",
        )
    };
    let query = query.bind(programme.id).bind(i64::from(days)).bind(today).bind(today + Days::new(days.into()));
    if kind == VETTING { query.fetch_all(tx).await } else { query.bind(kind.to_owned()).fetch_all(tx).await }
}
