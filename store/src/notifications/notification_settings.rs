//! How a person wants to be notified.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::quiet_hours::QuietHours;
use crate::db::{query, query_as};
use crate::{PersonId, Result, Store};

/// The settings of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotificationSettings {
    /// The time zone of the quiet hours.
    pub time_zone: Tz,
    /// When the person gets no push.
    pub quiet_hours: Option<QuietHours>,
    /// After how many hours a mail reports unread messages; None for never.
    pub mail_after_hours: Option<i64>,
    /// Whether mails remind of events and deadlines.
    pub reminder_mails: bool,
}

/// Quiet hours as stored. All columns are null without a row.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct QuietColumns {
    time_zone: Option<String>,
    quiet_from: Option<i64>,
    quiet_until: Option<i64>,
}

impl QuietColumns {
    fn hours(&self) -> Option<QuietHours> {
        QuietHours::of_minutes(self.quiet_from?, self.quiet_until?)
    }

    pub(crate) fn zone(&self) -> Option<Tz> {
        self.time_zone.as_deref()?.parse().ok()
    }

    /// Returns the end of the quiet hours at `now`; None outside of them.
    pub(crate) fn end_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.hours()?.ends_at(now, self.zone()?)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    quiet: QuietColumns,
    mail_after_hours: Option<i64>,
    reminder_mails: bool,
}

/// Returns the settings of a person; None before the first change.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<NotificationSettings>> {
    let row: Option<Row> = query_as(
        "SELECT time_zone, quiet_from, quiet_until, mail_after_hours, reminder_mails
         FROM notification_settings WHERE person_id = $1",
    )
    .bind(person)
    .fetch_optional(&store.db)
    .await?;
    Ok(row.map(|row| NotificationSettings {
        time_zone: row.quiet.zone().unwrap_or(Tz::UTC),
        quiet_hours: row.quiet.hours(),
        mail_after_hours: row.mail_after_hours,
        reminder_mails: row.reminder_mails,
    }))
}

/// Replaces the settings of a person. Pushes that the former quiet hours deferred are checked against the new ones at once.
pub async fn save(store: &Store, person: PersonId, settings: &NotificationSettings) -> Result<()> {
    let now = store.clock.now();
    let quiet = settings.quiet_hours.map(QuietHours::minutes);
    let mut tx = store.db.begin().await?;
    // Mails that were off report only what comes from now on.
    query(
        "INSERT INTO notification_settings (person_id, time_zone, quiet_from, quiet_until, mail_after_hours, mail_since, reminder_mails)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (person_id) DO UPDATE SET time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
             quiet_until = excluded.quiet_until, mail_after_hours = excluded.mail_after_hours, reminder_mails = excluded.reminder_mails,
             mail_since = CASE WHEN notification_settings.mail_after_hours IS NULL THEN excluded.mail_since
                 ELSE notification_settings.mail_since END",
    )
    .bind(person)
    .bind(settings.time_zone.name())
    .bind(quiet.map(|(from, _)| from))
    .bind(quiet.map(|(_, until)| until))
    .bind(settings.mail_after_hours)
    .bind(now)
    .bind(settings.reminder_mails)
    .execute(&mut tx)
    .await?;
    query(
        "UPDATE outbox SET due_at = $2
         WHERE id = (SELECT release_job_id FROM notification_settings WHERE person_id = $1)",
    )
    .bind(person)
    .bind(now)
    .execute(&mut tx)
    .await?;
    tx.commit().await
}

/// Turns off the mails about unread messages.
pub async fn stop_mails(store: &Store, person: PersonId) -> Result<()> {
    query("UPDATE notification_settings SET mail_after_hours = NULL WHERE person_id = $1")
        .bind(person)
        .execute(&store.db)
        .await?;
    Ok(())
}
