//! Alerts to staff: a row that stays, and a job that notifies them.
//!
//! Columns `handled_at` and `handled_by` of the table are older than the term "resolved".

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::bus::{Bus, Event, Topic};
use crate::clock::Clock;
use crate::db::{Db, Tx, query, query_as, query_scalar};
use crate::outbox::{self, NewJob};
use crate::staff::{Permission, duty, grants};
use crate::{AlertId, ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

pub mod evidence;
mod noticed;

pub(crate) use noticed::{NoticedMessage, raise_noticed};

/// The joins that [`about`] reads, after `alerts a`.
macro_rules! about_joins {
    () => {
        " LEFT JOIN reports r ON a.kind = 'report' AND r.id = a.subject_id
          LEFT JOIN messages m ON a.kind <> 'report' AND m.id = a.subject_id
          LEFT JOIN legal_holds k ON k.case_id = a.id "
    };
}

/// Whom a case is about: the reported person or the writer, who is also known from the hold once the message is gone.
macro_rules! about {
    () => {
        "COALESCE(r.subject_id, m.sender_id, k.about_id)"
    };
}

pub(crate) use {about, about_joins};

/// The kind of the jobs with a [`StaffAlert`].
pub const JOB: &str = "staff_alert";

/// The templates of mails to staff about alerts.
pub(crate) const MAILS: [&str; 7] = [
    "staff_report",
    "staff_crisis",
    "staff_noticed",
    "staff_report_waiting",
    "staff_crisis_waiting",
    "staff_no_lead",
    "staff_silent_leads",
];

/// Staff whose pages are notified of one change.
const MAX_NOTIFIED: i64 = 1_000;

/// How long a crisis alert stands for further crisis messages of its person in its channel.
const CRISIS_INTERVAL: Duration = Duration::hours(1);

/// The cause of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = AlertKind)]
pub enum Kind {
    /// A report; the subject is the report.
    Report,
    /// A crisis message; the subject is the message, and its sender the person in a crisis.
    Crisis,
    /// A message with contact details; the subject is the message, and the alert is about its sender. So are the following ones.
    Contact,
    /// A message with a request to keep something from others.
    Secrecy,
    /// A message with an insult, a threat or sexual content.
    Abuse,
}

impl From<detection::Kind> for Kind {
    fn from(kind: detection::Kind) -> Self {
        match kind {
            detection::Kind::Contact => Self::Contact,
            detection::Kind::Secrecy => Self::Secrecy,
            detection::Kind::Abuse => Self::Abuse,
        }
    }
}

/// The job of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffAlert {
    /// The alert.
    pub alert: AlertId,
    /// How often staff were notified before.
    #[serde(default)]
    pub step: u8,
}

impl Kind {
    /// Whether detection noticed it.
    pub fn is_noticed(self) -> bool {
        matches!(self, Self::Contact | Self::Secrecy | Self::Abuse)
    }

    /// Returns by when, after it was created, a lead takes it.
    pub(crate) const fn take_within(self) -> Duration {
        match self {
            Self::Report => Duration::hours(2),
            Self::Crisis => Duration::minutes(15),
            Self::Contact | Self::Secrecy | Self::Abuse => Duration::hours(24),
        }
    }
}

/// An alert to create.
#[derive(Clone, Copy, Debug)]
pub struct NewAlert {
    /// Its cause.
    pub kind: Kind,
    /// The report or message.
    pub subject: Uuid,
    /// The channel.
    pub channel: Option<ChannelId>,
    /// The programme whose staff are alerted; None for all staff.
    pub programme: Option<ProgrammeId>,
}

/// A message to people that signals a crisis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrisisMessage {
    pub(crate) message: MessageId,
    pub(crate) channel: ChannelId,
    pub(crate) sender: PersonId,
}

/// An alert as stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Alert {
    /// Its id.
    pub id: AlertId,
    /// Its cause.
    pub kind: Kind,
    /// The report or message.
    pub subject_id: Uuid,
    /// The channel.
    pub channel_id: Option<ChannelId>,
    /// The programme whose staff are alerted; None for all staff.
    pub programme_id: Option<ProgrammeId>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When staff resolved it.
    pub handled_at: Option<DateTime<Utc>>,
}

/// Creates an alert with its sealed copies, and the job that notifies staff.
pub(crate) async fn raise(tx: &mut Tx, clock: &Clock, new: NewAlert) -> Result<()> {
    let id = insert(tx, clock, new).await?;
    notify(tx, clock, id).await
}

/// Creates the job that notifies staff of an alert.
async fn notify(tx: &mut Tx, clock: &Clock, alert: AlertId) -> Result<()> {
    outbox::put_in(tx, &NewJob::due(clock, JOB, &StaffAlert { alert, step: 0 })?).await
}

/// Creates an alert with its sealed copies.
async fn insert(tx: &mut Tx, clock: &Clock, new: NewAlert) -> Result<AlertId> {
    let (id, now): (AlertId, _) = (clock.id(), clock.now());
    query(
        "INSERT INTO alerts (id, kind, subject_id, channel_id, programme_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(new.kind)
    .bind(new.subject)
    .bind(new.channel)
    .bind(new.programme)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    evidence::seal_in(tx, id, new, now).await?;
    Ok(id)
}

/// Lets staff be notified of an alert that no lead works on any more: now, unless another lead who is not absent knows of it. Then its
/// clock went on, so a deadline that has passed is due now, too. A first notice that is not sent yet stays.
pub(crate) async fn wait_again_in(tx: &mut Tx, clock: &Clock, id: AlertId, owner: Option<PersonId>) -> Result<()> {
    let of_alert = format!("%{id}%");
    let waiting: Vec<String> = query_scalar(
        "SELECT CAST(payload AS TEXT) FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2 AND dead_reason IS NULL",
    )
    .bind(JOB)
    .bind(&of_alert)
    .fetch_all(&mut *tx)
    .await?;
    for payload in waiting {
        if serde_json::from_str::<StaffAlert>(&payload)?.step == 0 {
            return Ok(());
        }
    }
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2")
        .bind(JOB)
        .bind(&of_alert)
        .execute(&mut *tx)
        .await?;
    let (kind, created_at, programme, about): (Kind, DateTime<Utc>, Option<ProgrammeId>, Option<PersonId>) =
        query_as(concat!(
            "SELECT a.kind, a.created_at, a.programme_id, ",
            about!(),
            " FROM alerts a",
            about_joins!(),
            "WHERE a.id = $1"
        ))
        .bind(id)
        .fetch_one(&mut *tx)
        .await?;
    let (leads, zone) = duty::leads(tx, programme, about).await?;
    let now = clock.now();
    let responsible = duty::notified(&leads, 1, now, zone);
    let informed: Vec<PersonId> =
        query_scalar("SELECT person_id FROM alert_notices WHERE alert_id = $1 AND person_id IS NOT NULL")
            .bind(id)
            .fetch_all(&mut *tx)
            .await?;
    let is_known = informed.iter().any(|person| Some(*person) != owner && responsible.contains(person));
    let due_at = if is_known { now.max(created_at + kind.take_within()) } else { now };
    let job = NewJob::due(clock, JOB, &StaffAlert { alert: id, step: 1 })?;
    outbox::put_in(tx, &NewJob { due_at, ..job }).await
}

/// Creates the alert of a crisis message, under the lock of its channel. Returns None if staff wrote the message, if it has an alert, or if its sender got one in this channel within the last hour.
pub(crate) async fn raise_crisis(
    tx: &mut Tx,
    clock: &Clock,
    CrisisMessage { message, channel, sender }: CrisisMessage,
) -> Result<Option<NewAlert>> {
    let programme: Option<(Option<ProgrammeId>,)> = query_as(
        "SELECT COALESCE(c.programme_id, p.programme_id) FROM people p JOIN channels c ON c.id = $2
         WHERE p.id = $1 AND p.role <> 'staff' AND NOT EXISTS (
             SELECT 1 FROM alerts a JOIN messages m ON m.id = a.subject_id
             WHERE a.kind = 'crisis' AND a.channel_id = $2 AND m.sender_id = $1
                 AND (a.created_at > $3 AND a.handled_at IS NULL OR a.subject_id = $4))",
    )
    .bind(sender)
    .bind(channel)
    .bind(clock.now() - CRISIS_INTERVAL)
    .bind(message)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((programme,)) = programme else { return Ok(None) };
    let alert = NewAlert { kind: Kind::Crisis, subject: message.0, channel: Some(channel), programme };
    raise(tx, clock, alert).await?;
    Ok(Some(alert))
}

/// Notifies open pages of staff after a change is committed. A failure loses nothing: pages also fetch on their own.
pub(crate) async fn publish_change(db: &Db, bus: &Bus, programme: Option<ProgrammeId>) {
    match grants::holders(db, Permission::HandleCases, programme, None, MAX_NOTIFIED).await {
        Ok(staff) => {
            let people = staff.into_iter().map(|one| one.id).collect();
            bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Staff] }]);
        }
        Err(error) => tracing::warn!(%error, "cannot notify staff"),
    }
}

/// Returns unresolved alerts, oldest first.
pub async fn open(store: &Store, limit: i64) -> Result<Vec<Alert>> {
    query_as(
        "SELECT id, kind, subject_id, channel_id, programme_id, created_at, handled_at FROM alerts
         WHERE handled_at IS NULL ORDER BY created_at, id LIMIT $1",
    )
    .bind(limit)
    .fetch_all(&store.db)
    .await
}
