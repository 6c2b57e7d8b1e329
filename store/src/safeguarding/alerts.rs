//! Alerts to staff: a row that stays, and a job that sends mails.
//!
//! Columns `handled_at` and `handled_by` of the table are older than the term "resolved".

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::db::{Tx, query, query_as};
use crate::outbox::{self, NewJob};
use crate::{AlertId, ChannelId, ProgrammeId, Result, Store};

mod mail;

pub use mail::{send_due_mails, send_mails};

/// The kind of the jobs with a [`StaffAlert`].
pub const JOB: &str = "staff_alert";

/// The cause of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = AlertKind)]
pub enum Kind {
    /// A report; the subject is the report.
    Report,
    /// A crisis message to the assistant; the subject is the message.
    Crisis,
}

/// The job of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffAlert {
    /// The alert.
    pub alert: AlertId,
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

/// Creates an alert and enqueues its mails.
pub(crate) async fn raise(tx: &mut Tx, store: &Store, new: NewAlert) -> Result<()> {
    let id: AlertId = store.clock.id();
    query(
        "INSERT INTO alerts (id, kind, subject_id, channel_id, programme_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(new.kind)
    .bind(new.subject)
    .bind(new.channel)
    .bind(new.programme)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    outbox::put_in(tx, &NewJob::new(store, JOB, &StaffAlert { alert: id })?).await
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
