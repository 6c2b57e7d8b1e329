//! What people tell staff of a message or a person. A report is written with the alert that calls for staff and the job that
//! tells them, or not at all.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::alerts::{self, NewAlert, raise};
use crate::db::on;
use crate::messages::Message;
use crate::staff::Staff;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, ReportId, Result, Store};

/// Why something is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ReportReason)]
pub enum Reason {
    /// Somebody may be in danger.
    Danger,
    /// Bullying, threats, insults.
    Harassment,
    /// Sexual or otherwise unfit content.
    Inappropriate,
    /// Asks for or gives private contact details, or wants to meet elsewhere.
    PrivateContact,
    /// Advertising, links that lead nowhere good.
    Spam,
    /// Said in the details.
    Other,
}

/// A report to be made.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// Who tells it.
    pub reporter: PersonId,
    /// Of whom.
    pub subject: PersonId,
    /// Where.
    pub channel: ChannelId,
    /// Of which message; None reports the person.
    pub message: Option<&'a Message>,
    /// Whose staff look after it.
    pub programme: Option<ProgrammeId>,
    /// Why.
    pub reason: Reason,
    /// More about it.
    pub details: &'a str,
}

/// A report as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Report {
    /// Its id.
    pub id: ReportId,
    /// Who told it.
    pub reporter_id: PersonId,
    /// Their name.
    pub reporter_name: String,
    /// Of whom.
    pub subject_id: PersonId,
    /// Their name.
    pub subject_name: String,
    /// Where.
    pub channel_id: ChannelId,
    /// The channel's name; empty for direct ones.
    pub channel_name: String,
    /// The message, if it is one.
    pub message_id: Option<MessageId>,
    /// What it said when it was reported.
    pub message_body: Option<String>,
    /// Why.
    pub reason: Reason,
    /// More about it.
    pub details: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When staff were done with it.
    pub resolved_at: Option<DateTime<Utc>>,
    /// The name of who closed it, or opened it again; empty for nobody yet.
    pub resolved_by_name: String,
    /// What came of it.
    pub resolution: Option<String>,
}

/// Writes a report, the alert and its job. None if this person made `most` reports within the last hour.
pub async fn add(store: &Store, new: NewReport<'_>, most: i64) -> Result<Option<ReportId>> {
    let now = store.clock.now();
    let id: ReportId = store.clock.id();
    on!(&store.db, transaction, |tx| {
        let recent: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM reports WHERE reporter_id = $1 AND created_at > $2")
            .bind(new.reporter)
            .bind(now - Duration::hours(1))
            .fetch_one(&mut *tx)
            .await?;
        if recent >= most {
            return Ok(None);
        }
        sqlx::query(
            "INSERT INTO reports (id, reporter_id, subject_id, channel_id, message_id, message_body, programme_id, reason,
                 details, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(id)
        .bind(new.reporter)
        .bind(new.subject)
        .bind(new.channel)
        .bind(new.message.map(|message| message.id))
        .bind(new.message.map(|message| message.body.as_str()))
        .bind(new.programme)
        .bind(new.reason)
        .bind(new.details)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        let alert = NewAlert {
            kind: alerts::Kind::Report,
            subject: id.0,
            channel: Some(new.channel),
            programme: new.programme,
        };
        raise!(tx, store, alert);
        Some(id)
    })
}

macro_rules! report_columns {
    () => {
        "SELECT r.id, r.reporter_id, COALESCE(a.first_name || ' ' || a.last_name, '') AS reporter_name, \
         r.subject_id, COALESCE(s.first_name || ' ' || s.last_name, '') AS subject_name, \
         r.channel_id, COALESCE(c.name, '') AS channel_name, r.message_id, r.message_body, r.reason, r.details, \
         r.created_at, r.resolved_at, COALESCE(h.first_name || ' ' || h.last_name, '') AS resolved_by_name, r.resolution \
         FROM reports r \
         LEFT JOIN people a ON a.id = r.reporter_id \
         LEFT JOIN people s ON s.id = r.subject_id \
         LEFT JOIN people h ON h.id = r.resolved_by \
         LEFT JOIN channels c ON c.id = r.channel_id \
         WHERE (r.programme_id = $1 OR r.programme_id IS NULL OR $1 IS NULL) AND r.subject_id <> $2 "
    };
}

/// The reports that somebody looks after, open ones or those that are done, newest first.
pub async fn of_staff(store: &Store, staff: Staff, resolved: bool, most: i64) -> Result<Vec<Report>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        report_columns!(),
        "AND CASE WHEN r.resolved_at IS NULL THEN FALSE ELSE TRUE END = $3
         ORDER BY COALESCE(r.resolved_at, r.created_at) DESC, r.id DESC LIMIT $4"
    ))
    .bind(staff.programme_id)
    .bind(staff.id)
    .bind(resolved)
    .bind(most)
    .fetch_all(pool)
    .await)?)
}

/// One of them.
pub async fn by_id(store: &Store, staff: Staff, report: ReportId) -> Result<Option<Report>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(report_columns!(), "AND r.id = $3"))
        .bind(staff.programme_id)
        .bind(staff.id)
        .bind(report)
        .fetch_optional(pool)
        .await)?)
}

/// Closes a report and its alert. False if this member of staff looks after no such open report.
pub async fn resolve(store: &Store, staff: Staff, report: ReportId, resolution: &str) -> Result<bool> {
    close(store, staff, report, Some(resolution)).await
}

/// Opens a closed report and its alert again; what was noted stays. False if this member of staff looks after no such
/// closed report.
pub async fn reopen(store: &Store, staff: Staff, report: ReportId) -> Result<bool> {
    close(store, staff, report, None).await
}

/// Closes with a resolution, opens without one.
async fn close(store: &Store, staff: Staff, report: ReportId, resolution: Option<&str>) -> Result<bool> {
    let at = resolution.map(|_| store.clock.now());
    on!(&store.db, transaction, |tx| {
        let done = sqlx::query(
            "UPDATE reports SET resolved_at = $4, resolved_by = $2, resolution = COALESCE($5, resolution)
             WHERE id = $3 AND CASE WHEN resolved_at IS NULL THEN TRUE ELSE FALSE END = $6
                 AND (programme_id = $1 OR programme_id IS NULL OR $1 IS NULL) AND subject_id <> $2",
        )
        .bind(staff.programme_id)
        .bind(staff.id)
        .bind(report)
        .bind(at)
        .bind(resolution)
        .bind(at.is_some())
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if done > 0 {
            sqlx::query("UPDATE alerts SET handled_at = $2, handled_by = $3 WHERE kind = 'report' AND subject_id = $1")
                .bind(report)
                .bind(at)
                .bind(staff.id)
                .execute(&mut *tx)
                .await?;
        }
        done > 0
    })
}
