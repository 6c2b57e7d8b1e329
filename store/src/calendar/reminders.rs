//! Reminders of events: a day and an hour before, and ten minutes before a call.
//!
//! The outbox holds one job per event, for its next reminder. A job that runs enqueues the next one. A change of the event enqueues
//! a new job, and makes the former one obsolete.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::Event;
use super::events::lock;
use crate::channels::is_separated;
use crate::db::{Tx, query, query_as};
use crate::notification_settings::QuietColumns;
use crate::outbox::{self, Job, Mail, NewJob, SHORT_LEASE};
use crate::push::{Notification, enqueue_in};
use crate::{ChannelId, EventId, MentorshipId, PersonId, Result, Store};

/// The kind of outbox jobs with a [`Reminder`].
const REMINDERS: &str = "event_reminders";

const DAY_BEFORE: Duration = Duration::days(1);
const HOUR_BEFORE: Duration = Duration::hours(1);
const BEFORE_CALL: Duration = Duration::minutes(10);

/// A job in the outbox: the next reminder of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Reminder {
    mentorship: MentorshipId,
    event: EventId,
    /// Of the event when the job was made.
    sequence: i64,
    /// Of which occurrence.
    starts_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
}

/// Enqueues the first reminder of a new or changed event, if there is one.
pub(super) async fn enqueue_first(tx: &mut Tx, store: &Store, event: &Event) -> Result<()> {
    let now = store.clock.now();
    let first = all(event).filter(|(due_at, _)| *due_at > now).min();
    enqueue(tx, store, event, first).await
}

/// Enqueues the reminder after this one. Of those that an interruption made late, one per occurrence is left.
async fn enqueue_next(tx: &mut Tx, store: &Store, event: &Event, last: &Reminder) -> Result<()> {
    let now = store.clock.now();
    let is_left = |due_at, starts_at| due_at > now || (starts_at > now && starts_at != last.starts_at);
    let next = all(event).filter(|(due_at, starts_at)| *due_at > last.due_at && is_left(*due_at, *starts_at)).min();
    enqueue(tx, store, event, next).await
}

async fn enqueue(
    tx: &mut Tx,
    store: &Store,
    event: &Event,
    reminder: Option<(DateTime<Utc>, DateTime<Utc>)>,
) -> Result<()> {
    let Some((due_at, starts_at)) = reminder else { return Ok(()) };
    let Event { id, mentorship_id, sequence, .. } = *event;
    let reminder = Reminder { mentorship: mentorship_id, event: id, sequence, starts_at, due_at };
    outbox::put_in(tx, &NewJob { due_at, ..NewJob::new(store, REMINDERS, &reminder)? }).await
}

/// Returns when each reminder of an event is due, and when it takes place.
fn all(event: &Event) -> impl Iterator<Item = (DateTime<Utc>, DateTime<Utc>)> {
    let before_call = event.is_mentoring_call.then_some(BEFORE_CALL);
    let leads = [Some(DAY_BEFORE), Some(HOUR_BEFORE), before_call].into_iter().flatten();
    let occurrences = event.occurrences().into_iter();
    occurrences.flat_map(move |starts_at| leads.clone().map(move |lead| (starts_at - lead, starts_at)))
}

/// A member to remind.
#[derive(sqlx::FromRow)]
struct Recipient {
    person_id: PersonId,
    email: String,
    language: String,
    channel_id: ChannelId,
    programme_zone: String,
    wants_mails: bool,
    has_device: bool,
    #[sqlx(flatten)]
    quiet: QuietColumns,
}

/// Turns the reminders that are due into mails and pushes, and returns their number.
pub async fn remind_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, REMINDERS, SHORT_LEASE, |job| async move { remind(store, &job).await }).await
}

/// Reminds the active members, unless the event has changed since, and enqueues the next reminder.
async fn remind(store: &Store, job: &Job<Reminder>) -> Result<()> {
    let Reminder { mentorship, event, sequence, starts_at, .. } = job.payload;
    let mut tx = store.db.begin().await?;
    let is_leased = query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await? > 0;
    let current = lock(&mut tx, mentorship, event).await?;
    if let Some(event) = current.filter(|event| is_leased && event.sequence == sequence) {
        // Late after an interruption, a reminder of what has begun is useless.
        if starts_at > store.clock.now() {
            for recipient in recipients(&mut tx, &event).await? {
                send(&mut tx, store, &recipient, &event, &job.payload).await?;
            }
        }
        enqueue_next(&mut tx, store, &event, &job.payload).await?;
    }
    tx.commit().await
}

/// The members who may have contact, without those who are kept apart from the author.
async fn recipients(tx: &mut Tx, event: &Event) -> Result<Vec<Recipient>> {
    query_as([
        "SELECT m.person_id, p.email, p.language, o.channel_id, g.time_zone AS programme_zone,
             COALESCE(n.reminder_mails, TRUE) AS wants_mails,
             EXISTS (SELECT 1 FROM push_devices d WHERE d.person_id = m.person_id) AS has_device,
             n.time_zone, n.quiet_from, n.quiet_until
         FROM mentorship_members m JOIN mentorships o ON o.id = m.mentorship_id AND o.ended_at IS NULL
         JOIN members c ON c.channel_id = o.channel_id AND c.person_id = m.person_id AND c.status = 'active'
         JOIN programmes g ON g.id = o.programme_id JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE
         LEFT JOIN notification_settings n ON n.person_id = m.person_id
         WHERE m.mentorship_id = $1 AND m.left_at IS NULL AND NOT ",
        is_separated!("m.person_id", "$2"),
        " ORDER BY m.person_id",
    ])
    .bind(event.mentorship_id)
    .bind(event.author_id)
    .fetch_all(tx)
    .await
}

/// Mails come the day before; later only to people without a device that shows a push.
async fn send(tx: &mut Tx, store: &Store, to: &Recipient, event: &Event, reminder: &Reminder) -> Result<()> {
    let (now, starts_at) = (store.clock.now(), reminder.starts_at);
    let is_day_before = starts_at - reminder.due_at == DAY_BEFORE;
    let note = Notification::EventReminder {
        mentorship_id: event.mentorship_id,
        event_id: event.id,
        call_channel_id: event.is_mentoring_call.then_some(to.channel_id),
        starts_at,
    };
    enqueue_in(tx, store, to.person_id, &note, (starts_at - now).to_std().unwrap_or_default()).await?;
    let mail_at = to.quiet.end_at(now).unwrap_or(now);
    if to.wants_mails && (is_day_before || !to.has_device) && mail_at < starts_at {
        let zone = to.quiet.zone().or_else(|| to.programme_zone.parse().ok()).unwrap_or(Tz::UTC);
        let local = starts_at.with_timezone(&zone);
        let values = BTreeMap::from([
            ("when".to_owned(), local.format("%Y-%m-%d %H:%M").to_string()),
            ("zone".to_owned(), zone.name().to_owned()),
        ]);
        let template = if event.is_mentoring_call { "call_reminder" } else { "event_reminder" }.to_owned();
        let mail = Mail { to: to.email.clone(), template, language: to.language.clone(), values };
        outbox::put_in(tx, &NewJob { due_at: mail_at, ..NewJob::mail(store, &mail)? }).await?;
    }
    Ok(())
}
