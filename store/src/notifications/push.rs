//! Push notifications: devices and what is sent to them. Notifications contain neither texts nor names, because they
//! pass through servers of others and appear on locked screens.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::db::{Tx, query, query_as, query_scalar};
use crate::outbox::{self, NewJob};
use crate::reads::DELETED_UNSEEN;
use crate::role::MEMBER;
use crate::{AlertId, AnnouncementId, ChannelId, EventId, LoginSessionId, MentorshipId, PersonId, Result, Store};

pub use super::deferred::{defer, deferred_until, release_due};
use super::notification_settings::QuietColumns;

/// The kind of outbox jobs with a [`Push`].
pub const PUSH: &str = "push";

/// How long a call rings.
pub const RINGING: TimeDelta = TimeDelta::seconds(45);

/// How long a push service keeps the notification of a message.
pub(crate) const MESSAGE_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// A notification to a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Notification {
    /// A channel has new messages.
    NewMessage {
        /// The channel.
        channel_id: ChannelId,
    },
    /// A call rings.
    IncomingCall {
        /// The channel of the call.
        channel_id: ChannelId,
        /// The room of the call.
        room: String,
        /// The caller; None in jobs of a version before 8.0.
        #[serde(default, rename = "from_user_id", skip_serializing_if = "Option::is_none")]
        from: Option<PersonId>,
        /// When it stops ringing.
        rings_until: DateTime<Utc>,
    },
    /// Surveys have opened. Which ones is not said: their names may be private.
    SurveyOpened,
    /// An event of a mentorship begins soon. What it is is not said.
    EventReminder {
        /// The mentorship.
        mentorship_id: MentorshipId,
        /// The event.
        event_id: EventId,
        /// The channel, for a call of the members.
        call_channel_id: Option<ChannelId>,
        /// When it begins.
        starts_at: DateTime<Utc>,
    },
    /// A session of a mentorship should be done soon.
    DeadlineReminder {
        /// The mentorship.
        mentorship_id: MentorshipId,
        /// The session.
        session_id: String,
        /// The last day.
        due_on: NaiveDate,
    },
    /// A case waits for a lead. What it is about is not said.
    StaffAlert {
        /// The alert.
        alert_id: AlertId,
        /// Whether a person may be in danger.
        is_urgent: bool,
    },
    /// What happened in the matching of the person. Who it is about is not said.
    Matching {
        /// What happened.
        notice: Notice,
    },
    /// The programme team announced something. What is not said.
    Announcement {
        /// The announcement.
        announcement_id: AnnouncementId,
    },
    /// Staff corrected right answers of a quiz, and the result of the person changed. Which quiz is not said.
    AnswerKeyCorrected {
        /// The session of the person.
        session_id: String,
    },
    /// A call stopped ringing.
    CallSettled {
        /// The channel of the call.
        channel_id: ChannelId,
        /// The room of the call.
        room: String,
        /// The outcome.
        outcome: Outcome,
    },
}

/// What happened in the matching of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// There are proposals.
    Proposed,
    /// A mentee said Yes to the mentor.
    Interested,
    /// The mentee is in a group that has not begun.
    Selected,
    /// The person is matched.
    Accepted,
    /// The time to decide runs out.
    Reminder,
    /// Staff began a mentorship for the person, or took them into a group.
    Began,
    /// A mentee joined or left the group of the mentor.
    GroupChanged,
    /// Staff took the mentee out of a group, which goes on.
    LeftGroup,
    /// The mentorship of the person has a pause, or lost one.
    PausesChanged,
    /// The mentorship of the person has ended.
    Ended,
    /// It has ended, and the person waits for another mentor.
    EndedSearching,
    /// Staff took its end back.
    GoesOn,
    /// Staff moved the person to another programme.
    Transferred,
}

/// The outcome of a call that rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The person took it on one of their devices.
    Answered,
    /// The person declined it on one of their devices.
    Declined,
    /// The call ended without an answer.
    Missed,
}

/// A job in the outbox: a notification to one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// The login session of the device.
    pub session: LoginSessionId,
    /// The notification.
    pub note: Notification,
    /// When it becomes obsolete.
    pub until: DateTime<Utc>,
}

/// A device: its endpoint at a push service, and the keys to encrypt for it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Device {
    /// The URL at the push service.
    pub endpoint: String,
    /// The browser's P-256 public key, uncompressed.
    pub public_key: Vec<u8>,
    /// The 16-byte authentication secret of the browser.
    pub auth: Vec<u8>,
}

/// A device that can be notified.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    /// The device.
    #[sqlx(flatten)]
    pub device: Device,
    /// Its person.
    pub person_id: PersonId,
    /// The language code of its person.
    pub language: String,
    /// The quiet hours of its person.
    #[sqlx(flatten)]
    pub(super) quiet: QuietColumns,
}

/// Registers the device of a login session.
pub async fn register(store: &Store, person: PersonId, session: LoginSessionId, device: &Device) -> Result<()> {
    let mut tx = store.db.begin().await?;
    // The browser may have had another person before, and this session another endpoint.
    query("DELETE FROM push_devices WHERE endpoint = $1 OR session_id = $2")
        .bind(&device.endpoint)
        .bind(session)
        .execute(&mut tx)
        .await?;
    query(
        "INSERT INTO push_devices (session_id, person_id, endpoint, public_key, auth, registered_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
             auth = excluded.auth, registered_at = excluded.registered_at",
    )
    .bind(session)
    .bind(person)
    .bind(&device.endpoint)
    .bind(&device.public_key)
    .bind(&device.auth)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    tx.commit().await
}

/// Removes the device of a login session.
pub async fn unregister(store: &Store, session: LoginSessionId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    unregister_in(&mut tx, session).await?;
    tx.commit().await
}

/// Removes the device of a login session within a transaction.
pub(crate) async fn unregister_in(tx: &mut Tx, session: LoginSessionId) -> Result<()> {
    query("DELETE FROM push_devices WHERE session_id = $1").bind(session).execute(tx).await.map(drop)
}

/// Removes a device that the push service reports as gone. A later registration stays.
pub async fn forget(store: &Store, endpoint: &str) -> Result<()> {
    query("DELETE FROM push_devices WHERE endpoint = $1").bind(endpoint).execute(&store.db).await?;
    Ok(())
}

/// Removes devices of ended login sessions.
pub async fn prune(store: &Store) -> Result<()> {
    query(
        "DELETE FROM push_devices
         WHERE session_id IN (SELECT id FROM login_sessions WHERE ended_at IS NOT NULL OR expires_at <= $1)",
    )
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    Ok(())
}

/// Returns the device of a live login session, of a person whose account is open.
pub async fn reachable(store: &Store, session: LoginSessionId) -> Result<Option<Reachable>> {
    query_as(
        "SELECT d.endpoint, d.public_key, d.auth, d.person_id, p.language, n.time_zone, n.quiet_from, n.quiet_until
         FROM push_devices d JOIN login_sessions s ON s.id = d.session_id JOIN people p ON p.id = d.person_id
         LEFT JOIN notification_settings n ON n.person_id = d.person_id
         WHERE d.session_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND p.is_disabled = FALSE",
    )
    .bind(session)
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await
}

/// Whether what a notification is about was read, or deleted or taken back, while it waited.
pub async fn is_obsolete(store: &Store, push: &Push) -> Result<bool> {
    let channel_id = match push.note {
        Notification::NewMessage { channel_id } => channel_id,
        Notification::Announcement { announcement_id } => {
            return is_settled(store, push.session, announcement_id).await;
        }
        Notification::StaffAlert { alert_id, .. } => return is_taken(store, alert_id).await,
        _ => return Ok(false),
    };
    query_scalar([
        "SELECT EXISTS (SELECT 1 FROM login_sessions s JOIN members m ON m.person_id = s.person_id
             JOIN channels c ON c.id = m.channel_id
             WHERE s.id = $1 AND m.channel_id = $2 AND c.head_seq <= m.last_seen_seq + m.own_unseen + ",
        DELETED_UNSEEN,
        ")",
    ])
    .bind(push.session)
    .bind(channel_id)
    .fetch_one(&store.db)
    .await
}

/// Whether a lead has taken an alert or resolved it.
async fn is_taken(store: &Store, alert: AlertId) -> Result<bool> {
    query_scalar(
        "SELECT NOT EXISTS (SELECT 1 FROM alerts WHERE id = $1 AND handled_at IS NULL AND assigned_to IS NULL)",
    )
    .bind(alert)
    .fetch_one(&store.db)
    .await
}

/// Whether an announcement was taken back, or the person of a login session has read it or does not belong to its programme any more.
async fn is_settled(store: &Store, session: LoginSessionId, announcement: AnnouncementId) -> Result<bool> {
    query_scalar([
        "SELECT NOT EXISTS (SELECT 1 FROM announcements a JOIN announcement_recipients r ON r.announcement_id = a.id
             JOIN login_sessions s ON s.person_id = r.person_id
             JOIN people p ON p.id = r.person_id AND p.programme_id = a.programme_id
             WHERE a.id = $1 AND a.state = 'sent' AND s.id = $2 AND r.read_at IS NULL AND ",
        MEMBER,
        ")",
    ])
    .bind(announcement)
    .bind(session)
    .fetch_one(&store.db)
    .await
}

/// Enqueues a notification for all devices of these people, valid for `ttl`, and returns their number.
pub async fn enqueue(store: &Store, people: &[PersonId], notification: &Notification, ttl: Duration) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let mut count = 0;
    for person in people {
        count += enqueue_in(&mut tx, store, *person, notification, ttl).await?;
    }
    tx.commit().await?;
    Ok(count)
}

/// Enqueues a notification for all devices of a person and returns their number.
pub(crate) async fn enqueue_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    notification: &Notification,
    ttl: Duration,
) -> Result<usize> {
    let now = store.clock.now();
    let sessions: Vec<LoginSessionId> = query_scalar(
        "SELECT d.session_id FROM push_devices d JOIN login_sessions s ON s.id = d.session_id
         WHERE d.person_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2",
    )
    .bind(person)
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    let until = now + TimeDelta::from_std(ttl).unwrap_or(TimeDelta::MAX);
    for session in &sessions {
        let push = Push { session: *session, note: notification.clone(), until };
        outbox::put_in(tx, &NewJob::new(store, PUSH, &push)?).await?;
    }
    Ok(sessions.len())
}
