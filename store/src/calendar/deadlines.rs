//! Reminders of deadlines: three days before a session of a mentorship should be done.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{Days, NaiveDate, Timelike};
use chrono_tz::Tz;

use crate::db::{query, query_as};
use crate::notification_settings::QuietColumns;
use crate::outbox::{self, Mail, NewJob};
use crate::push::{Notification, enqueue_in};
use crate::{MentorshipId, PersonId, Result, Store};

const DAYS_BEFORE: u64 = 3;

/// Deadlines have no hour: reminders come in the morning of the programme.
const MORNING: u32 = 9;

const BATCH: i64 = 500;

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(24 * 3600);

/// A person who has not finished a session.
#[derive(sqlx::FromRow)]
struct Candidate {
    person_id: PersonId,
    session_id: String,
    mentorship_id: MentorshipId,
    due_on: NaiveDate,
    email: String,
    language: String,
    programme_zone: String,
    wants_mails: bool,
    #[sqlx(flatten)]
    quiet: QuietColumns,
}

/// Enqueues the reminders of all deadlines that come near. Of several nodes that call this, one enqueues. Returns their number.
pub async fn enqueue_due(store: &Store) -> Result<usize> {
    let mut count = 0;
    let mut after = (PersonId(uuid::Uuid::nil()), String::new());
    loop {
        let candidates = candidates(store, &after).await?;
        let Some(last) = candidates.last() else { return Ok(count) };
        after = (last.person_id, last.session_id.clone());
        for candidate in candidates.iter().filter(|candidate| is_due(store, candidate)) {
            count += usize::from(enqueue(store, candidate).await?);
        }
    }
}

/// The page after a person and session. The days of time zones differ by one at most.
async fn candidates(store: &Store, (person, session): &(PersonId, String)) -> Result<Vec<Candidate>> {
    let today = store.clock.now().date_naive();
    query_as(
        "SELECT m.person_id, s.session_id, s.mentorship_id, s.due_on, p.email, p.language, g.time_zone AS programme_zone,
             COALESCE(n.reminder_mails, TRUE) AS wants_mails, n.time_zone, n.quiet_from, n.quiet_until
         FROM mentorship_sessions s JOIN mentorships o ON o.id = s.mentorship_id AND o.ended_at IS NULL
         JOIN programmes g ON g.id = o.programme_id
         JOIN mentorship_members m ON m.mentorship_id = s.mentorship_id AND m.left_at IS NULL
         JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE
         LEFT JOIN notification_settings n ON n.person_id = m.person_id
         WHERE s.due_on BETWEEN $1 AND $2 AND (m.person_id > $3 OR m.person_id = $3 AND s.session_id > $4)
         AND NOT EXISTS (SELECT 1 FROM session_progress x
             WHERE x.person_id = m.person_id AND x.session_id = s.session_id AND x.completed_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM deadline_reminders r
             WHERE r.person_id = m.person_id AND r.session_id = s.session_id AND r.due_on = s.due_on)
         ORDER BY m.person_id, s.session_id LIMIT $5",
    )
    .bind(today - Days::new(1))
    .bind(today + Days::new(DAYS_BEFORE + 1))
    .bind(*person)
    .bind(session)
    .bind(BATCH)
    .fetch_all(&store.db)
    .await
}

fn is_due(store: &Store, of: &Candidate) -> bool {
    let local = store.clock.now().with_timezone(&of.programme_zone.parse().unwrap_or(Tz::UTC));
    let today = local.date_naive();
    local.hour() >= MORNING && (today..=today + Days::new(DAYS_BEFORE)).contains(&of.due_on)
}

async fn enqueue(store: &Store, to: &Candidate) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let is_first = query(
        "INSERT INTO deadline_reminders (person_id, session_id, due_on, reminded_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
    )
    .bind(to.person_id)
    .bind(&to.session_id)
    .bind(to.due_on)
    .bind(now)
    .execute(&mut tx)
    .await?
        > 0;
    if is_first {
        let note = Notification::DeadlineReminder {
            mentorship_id: to.mentorship_id,
            session_id: to.session_id.clone(),
            due_on: to.due_on,
        };
        enqueue_in(&mut tx, store, to.person_id, &note, TTL).await?;
        if to.wants_mails {
            let values = BTreeMap::from([("day".to_owned(), to.due_on.format("%Y-%m-%d").to_string())]);
            let (email, language) = (to.email.clone(), to.language.clone());
            let mail = Mail { to: email, template: "deadline_reminder".to_owned(), language, values };
            let due_at = to.quiet.end_at(now).unwrap_or(now);
            outbox::put_in(&mut tx, &NewJob { due_at, ..NewJob::mail(store, &mail)? }).await?;
        }
    }
    tx.commit().await?;
    Ok(is_first)
}
