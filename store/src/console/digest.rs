//! The mail in the morning of a working day about what waits for a member of staff. It contains numbers, and names no one.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, Timelike, Weekday};

use super::worklist;
use crate::db::{query, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::programmes::{self, Programme};
use crate::staff::{Grant, Grants, StaffRole};
use crate::{PersonId, ProgrammeId, Result, Store};

/// The hours of the day in which the mail is sent: in the morning, also after a short outage.
const HOURS: std::ops::Range<u32> = 7..11;

/// A role of a member of staff who may get a mail.
#[derive(sqlx::FromRow)]
struct Held {
    person_id: PersonId,
    email: String,
    language: String,
    worklist_mailed_on: Option<NaiveDate>,
    role: StaffRole,
    programme_id: Option<ProgrammeId>,
}

/// Enqueues the mails that are due, in the time zone of each person's first programme; of several nodes, one does. Returns their number.
pub async fn enqueue_due(store: &Store) -> Result<usize> {
    let programmes = programmes::all(store).await?;
    let held: Vec<Held> = query_as(
        "SELECT g.person_id, p.email, p.language, p.worklist_mailed_on, g.role, g.programme_id
         FROM staff_grants g JOIN people p ON p.id = g.person_id
         WHERE p.role = 'staff' AND p.is_disabled = FALSE ORDER BY g.person_id, g.granted_at",
    )
    .fetch_all(&store.db)
    .await?;
    let mut count = 0;
    for roles in held.chunk_by(|one, next| one.person_id == next.person_id) {
        let Some(first) = roles.first() else { continue };
        let Some(today) = due_on(store, &programmes, roles).filter(|day| first.worklist_mailed_on != Some(*day)) else {
            continue;
        };
        let grants = roles.iter().map(|held| Grant { role: held.role, programme: held.programme_id }).collect();
        // One mail that fails does not keep the others back; it is tried again in the next run.
        match enqueue(store, first, &grants, today).await {
            Ok(is_sent) => count += usize::from(is_sent),
            Err(error) => tracing::warn!(person = %first.person_id, %error, "a mail about work is not enqueued"),
        }
    }
    Ok(count)
}

/// Returns the day if it is the morning of a working day.
fn due_on(store: &Store, programmes: &[Programme], roles: &[Held]) -> Option<NaiveDate> {
    let own = roles.iter().find_map(|held| held.programme_id);
    let programme = programmes.iter().find(|programme| own.is_none_or(|own| own == programme.id))?;
    let now = store.clock.now().with_timezone(&programme.tz());
    let is_weekend = matches!(now.weekday(), Weekday::Sat | Weekday::Sun);
    (HOURS.contains(&now.hour()) && !is_weekend).then(|| now.date_naive())
}

/// Returns whether something waits, so that a mail was enqueued.
async fn enqueue(store: &Store, held: &Held, grants: &Grants, today: NaiveDate) -> Result<bool> {
    let work = worklist::of_staff(store, held.person_id, grants).await?;
    let mut tx = store.db.begin().await?;
    let is_first = query(
        "UPDATE people SET worklist_mailed_on = $2
         WHERE id = $1 AND (worklist_mailed_on IS NULL OR worklist_mailed_on <> $2)",
    )
    .bind(held.person_id)
    .bind(today)
    .execute(&mut tx)
    .await?
        > 0;
    let is_sent = is_first && !work.is_empty();
    if is_sent {
        // The template names all kinds.
        let mut values: BTreeMap<String, String> = BTreeMap::new();
        for kind in worklist::Kind::ALL {
            let count = work.iter().find(|work| work.kind == kind).map_or(0, |work| work.count);
            values.insert(kind.name().to_owned(), count.to_string());
        }
        let (to, language) = (held.email.clone(), held.language.clone());
        let mail = Mail { to, template: "staff_worklist".to_owned(), language, values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    tx.commit().await?;
    Ok(is_sent)
}
