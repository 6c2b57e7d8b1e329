//! What staff must look at: the row that stays, and the job that tells them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;

use crate::db::on;
use crate::{AlertId, ChannelId, ProgrammeId, Result, Store};

mod cries;
mod telling;

pub use cries::{Cry, by_id, cries, handle, reopen};
pub use telling::tell;

/// The kind of the jobs that tell staff; the payload is [`StaffAlert`].
pub const JOB: &str = "staff_alert";

/// What calls for staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Kind {
    /// Somebody reported a message or a person; the subject is the report.
    Report,
    /// Somebody cried for help to the assistant; the subject is the message.
    Crisis,
}

/// What a worker needs to tell staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffAlert {
    /// The alert.
    pub alert: AlertId,
}

/// Something that calls for staff.
#[derive(Clone, Copy, Debug)]
pub struct NewAlert {
    /// What calls for staff.
    pub kind: Kind,
    /// What it is about.
    pub subject: Uuid,
    /// Where it happened.
    pub channel: Option<ChannelId>,
    /// Whose staff are called; None: all staff.
    pub programme: Option<ProgrammeId>,
}

/// An alert as stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Alert {
    /// Its id.
    pub id: AlertId,
    /// What called for staff.
    pub kind: Kind,
    /// What it is about.
    pub subject_id: Uuid,
    /// Where it happened.
    pub channel_id: Option<ChannelId>,
    /// Whose staff are called; None: all staff.
    pub programme_id: Option<ProgrammeId>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When somebody had looked after it.
    pub handled_at: Option<DateTime<Utc>>,
}

/// Writes an alert and its job with a transaction: `raise!(tx, store, NewAlert { … })`.
macro_rules! raise {
    ($tx:ident, $store:expr, $new:expr) => {{
        let new: $crate::alerts::NewAlert = $new;
        let id: $crate::AlertId = $store.clock.id();
        sqlx::query($crate::alerts::INSERT)
            .bind(id)
            .bind(new.kind)
            .bind(new.subject)
            .bind(new.channel)
            .bind(new.programme)
            .bind($store.clock.now())
            .execute(&mut *$tx)
            .await?;
        let job = $crate::alerts::StaffAlert { alert: id };
        let job = $crate::outbox::Draft::new($store, $crate::alerts::JOB, &job)?;
        $crate::outbox::put_in!($tx, job);
        id
    }};
}
pub(crate) use raise;

pub(crate) const INSERT: &str = "INSERT INTO alerts (id, kind, subject_id, channel_id, programme_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)";

/// Alerts nobody has looked after, the oldest first.
pub async fn open(store: &Store, most: i64) -> Result<Vec<Alert>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, kind, subject_id, channel_id, programme_id, created_at, handled_at FROM alerts
         WHERE handled_at IS NULL ORDER BY created_at, id LIMIT $1"
    )
    .bind(most)
    .fetch_all(pool)
    .await)?)
}
