//! Pushes in quiet hours: they are deferred, and one notification follows when the quiet hours end.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::notification_settings::QuietColumns;
use super::push::{MESSAGE_TTL, Notification, Push, RINGING, Reachable, enqueue_in};
use crate::channels::Kind;
use crate::db::{query, query_as};
use crate::outbox::{self, Job, NewJob, SHORT_LEASE};
use crate::reads::DELETED_UNSEEN;
use crate::{ChannelId, PersonId, Result, Store, chat_access};

/// The kind of outbox jobs with a [`Release`].
const RELEASE: &str = "push_release";

/// A job in the outbox: the end of a person's quiet hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Release {
    person: PersonId,
}

/// Returns when a push may be sent: None for now. Only a crisis does not wait.
pub fn deferred_until(push: &Push, to: &Reachable, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match push.note {
        Notification::NewMessage { .. }
        | Notification::IncomingCall { .. }
        | Notification::SurveyOpened
        | Notification::Matching { .. }
        | Notification::Announcement { .. }
        | Notification::AnswerKeyCorrected { .. }
        | Notification::EventReminder { .. }
        | Notification::DeadlineReminder { .. }
        | Notification::StaffAlert { is_urgent: false, .. } => to.quiet.end_at(now),
        Notification::StaffAlert { is_urgent: true, .. } => None,
        // It ends a ringing that may have begun before the quiet hours.
        Notification::CallSettled { .. } => to.quiet.end_at(push.until - RINGING),
    }
}

/// Ends the job of a push that quiet hours defer. The first one of a person enqueues the end of the quiet hours.
pub async fn defer(store: &Store, job: &Job<Push>, person: PersonId, until: DateTime<Utc>) -> Result<()> {
    let channel = match &job.payload.note {
        Notification::NewMessage { channel_id } | Notification::IncomingCall { channel_id, .. } => Some(*channel_id),
        Notification::CallSettled { .. } => None,
        // It has no channel whose state decides later: it waits itself.
        Notification::SurveyOpened
        | Notification::Matching { .. }
        | Notification::Announcement { .. }
        | Notification::AnswerKeyCorrected { .. }
        | Notification::EventReminder { .. }
        | Notification::DeadlineReminder { .. }
        | Notification::StaffAlert { .. } => {
            return outbox::postpone(store, job, until).await;
        }
    };
    let mut tx = store.db.begin().await?;
    let is_leased = query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await? > 0;
    if let Some(channel) = channel.filter(|_| is_leased) {
        let release = NewJob::new(store, RELEASE, &Release { person })?;
        let is_first = query(
            "UPDATE notification_settings SET release_job_id = $2 WHERE person_id = $1 AND release_job_id IS NULL",
        )
        .bind(person)
        .bind(release.id)
        .execute(&mut tx)
        .await?
            > 0;
        if is_first {
            outbox::put_in(&mut tx, &NewJob { due_at: until, ..release }).await?;
        }
        query(
            "INSERT INTO held_pushes (person_id, channel_id) SELECT $1, id FROM channels WHERE id = $2
             ON CONFLICT DO NOTHING",
        )
        .bind(person)
        .bind(channel)
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await
}

/// A channel whose messages the person has not read.
#[derive(sqlx::FromRow)]
struct Unread {
    channel_id: ChannelId,
    kind: Kind,
}

/// Ends the quiet hours that are over, and returns their number.
pub async fn release_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, RELEASE, SHORT_LEASE, |job| async move { release(store, &job).await }).await
}

/// Ends quiet hours: one notification, of the channel with the newest message, if deferred messages are still unread and the person
/// is not connected. Quiet hours that were changed meanwhile go on.
async fn release(store: &Store, job: &Job<Release>) -> Result<()> {
    let (person, now) = (job.payload.person, store.clock.now());
    let access = chat_access::of_person(store, person).await?;
    let mut tx = store.db.begin().await?;
    let quiet: Option<QuietColumns> = query_as(
        "SELECT time_zone, quiet_from, quiet_until FROM notification_settings
         WHERE person_id = $1 AND release_job_id = $2",
    )
    .bind(person)
    .bind(job.id)
    .fetch_optional(&mut tx)
    .await?;
    if let Some(end) = quiet.as_ref().and_then(|quiet| quiet.end_at(now)) {
        query("UPDATE outbox SET due_at = $2, attempts = 0 WHERE id = $1")
            .bind(job.id)
            .bind(end)
            .execute(&mut tx)
            .await?;
        return tx.commit().await;
    }
    let is_leased = query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await? > 0;
    if is_leased && quiet.is_some() {
        query("UPDATE notification_settings SET release_job_id = NULL WHERE person_id = $1")
            .bind(person)
            .execute(&mut tx)
            .await?;
        let unread: Vec<Unread> = query_as([
            "SELECT c.id AS channel_id, c.kind FROM held_pushes h
             JOIN members m ON m.person_id = h.person_id AND m.channel_id = h.channel_id
             JOIN channels c ON c.id = h.channel_id
             WHERE h.person_id = $1 AND m.status = 'active' AND c.head_seq > m.last_seen_seq + m.own_unseen + ",
            DELETED_UNSEEN,
            " AND NOT EXISTS (SELECT 1 FROM presence p JOIN hub_nodes n ON n.id = p.node_id
                 WHERE p.person_id = $1 AND n.alive_until > $2)
             ORDER BY c.head_at DESC, c.id",
        ])
        .bind(person)
        .bind(now)
        .fetch_all(&mut tx)
        .await?;
        query("DELETE FROM held_pushes WHERE person_id = $1").bind(person).execute(&mut tx).await?;
        if let Some(newest) = unread.iter().find(|unread| access.allows(unread.kind)) {
            let note = Notification::NewMessage { channel_id: newest.channel_id };
            enqueue_in(&mut tx, store, person, &note, MESSAGE_TTL).await?;
        }
    }
    tx.commit().await
}
