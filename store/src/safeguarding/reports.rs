//! Reports to staff about a message or a person. A report, its alert and the job that sends mails are one transaction.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::alerts::{self, NewAlert};
use crate::attachments::Attachment;
use crate::cases::{self, Case};
use crate::db::{QueryBuilder, query, query_scalar};
use crate::matching::hold_between;
use crate::messages::Message;
use crate::people;
use crate::staff::Staff;
use crate::staff::audit::{Act, Target};
use crate::waiting;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, ReportId, Result, Store};

/// The reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ReportReason)]
pub enum Reason {
    /// Somebody may be in danger.
    Danger,
    /// Bullying, threats, insults.
    Harassment,
    /// Sexual or otherwise inappropriate content.
    Inappropriate,
    /// Asks for or shares private contact details, or suggests to meet elsewhere.
    PrivateContact,
    /// Advertising, harmful links.
    Spam,
    /// Explained in the details.
    Other,
}

/// A report to create.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// The person who reports.
    pub reporter: PersonId,
    /// The person reported.
    pub subject: PersonId,
    /// The channel.
    pub channel: ChannelId,
    /// The message reported; None for a report about the person.
    pub message: Option<&'a Message>,
    /// The programme whose staff receive it.
    pub programme: Option<ProgrammeId>,
    /// The reason.
    pub reason: Reason,
    /// Further details.
    pub details: &'a str,
}

/// A report as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Report {
    /// Its id.
    pub id: ReportId,
    /// The person who reported.
    pub reporter_id: PersonId,
    /// Their name.
    pub reporter_name: String,
    /// The person reported.
    pub subject_id: PersonId,
    /// Their name.
    pub subject_name: String,
    /// The programme whose staff receive it; None for staff of the installation.
    pub programme_id: Option<ProgrammeId>,
    /// The channel.
    pub channel_id: ChannelId,
    /// The channel's name; empty for direct ones.
    pub channel_name: String,
    /// The message, if it is one.
    pub message_id: Option<MessageId>,
    /// The text of the message at the time of the report.
    pub message_body: Option<String>,
    /// The attachments of the message at the time of the report.
    pub attachments: Option<Json<Vec<Attachment>>>,
    /// The reason.
    pub reason: Reason,
    /// Further details.
    pub details: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When staff resolved it.
    pub resolved_at: Option<DateTime<Utc>>,
    /// The name of the staff member who resolved or reopened it; empty before.
    pub resolved_by_name: String,
    /// The resolution.
    pub resolution: Option<String>,
}

/// Creates a report with its alert. Returns None if the person made `limit` reports within the last hour.
pub async fn add(store: &Store, new: NewReport<'_>, limit: i64) -> Result<Option<ReportId>> {
    let now = store.clock.now();
    let id: ReportId = store.clock.id();
    let mut tx = store.db.begin().await?;
    // Reports of a person are counted one after the other.
    people::lock(&mut tx, BTreeSet::from([new.reporter, new.subject])).await?;
    let recent: i64 = query_scalar("SELECT COUNT(*) FROM reports WHERE reporter_id = $1 AND created_at > $2")
        .bind(new.reporter)
        .bind(now - Duration::hours(1))
        .fetch_one(&mut tx)
        .await?;
    if recent >= limit {
        return Ok(None);
    }
    query(
        "INSERT INTO reports (id, reporter_id, subject_id, channel_id, message_id, message_body, attachments,
             programme_id, reason, details, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(id)
    .bind(new.reporter)
    .bind(new.subject)
    .bind(new.channel)
    .bind(new.message.map(|message| message.id))
    .bind(new.message.map(|message| message.body.as_str()))
    .bind(new.message.map(|message| message.attachments.clone()))
    .bind(new.programme)
    .bind(new.reason)
    .bind(new.details)
    .bind(now)
    .execute(&mut tx)
    .await?;
    let alert =
        NewAlert { kind: alerts::Kind::Report, subject: id.0, channel: Some(new.channel), programme: new.programme };
    alerts::raise(&mut tx, store, alert).await?;
    let held = hold_between(&mut tx, store, new.reporter, new.subject).await?;
    tx.commit().await?;
    store.bus.publish(held.into_iter().collect());
    waiting::publish_change(store, new.programme).await;
    Ok(Some(id))
}

const SELECT_REPORT: &str = "SELECT r.id, r.reporter_id, COALESCE(a.first_name || ' ' || a.last_name, '') AS reporter_name, \
         r.subject_id, COALESCE(s.first_name || ' ' || s.last_name, '') AS subject_name, \
         r.programme_id, r.channel_id, COALESCE(c.name, '') AS channel_name, r.message_id, r.message_body, r.attachments, r.reason, r.details, \
         r.created_at, r.resolved_at, COALESCE(h.first_name || ' ' || h.last_name, '') AS resolved_by_name, r.resolution \
         FROM reports r \
         LEFT JOIN people a ON a.id = r.reporter_id \
         LEFT JOIN people s ON s.id = r.subject_id \
         LEFT JOIN people h ON h.id = r.resolved_by \
         LEFT JOIN channels c ON c.id = r.channel_id WHERE ";

/// Appends the condition that a report lies within the scope of a member of staff, and is not about them.
pub(super) fn push_access(query: &mut QueryBuilder<'_>, staff: &Staff) {
    staff.scope.push(query, "r.programme_id");
    query.push(" AND r.subject_id <> ").push_bind(staff.person);
}

/// Returns the reports that a member of staff may handle, resolved or unresolved, newest first.
pub async fn of_staff(store: &Store, staff: &Staff, resolved: bool, limit: i64) -> Result<Vec<Report>> {
    let mut reports = QueryBuilder::new(SELECT_REPORT);
    push_access(&mut reports, staff);
    reports.push(if resolved { " AND r.resolved_at IS NOT NULL" } else { " AND r.resolved_at IS NULL" });
    reports.push(" ORDER BY COALESCE(r.resolved_at, r.created_at) DESC, r.id DESC LIMIT ").push_bind(limit);
    reports.build_query_as().fetch_all(&store.db).await
}

/// Returns one report.
pub async fn by_id(store: &Store, staff: &Staff, report: ReportId) -> Result<Option<Report>> {
    let mut reports = QueryBuilder::new(SELECT_REPORT);
    push_access(&mut reports, staff);
    reports.push(" AND r.id = ").push_bind(report);
    reports.build_query_as().fetch_optional(&store.db).await
}

/// Resolves a report and its alert. Returns false if the member of staff has no such unresolved report.
pub async fn resolve(store: &Store, staff: &Staff, report: ReportId, resolution: &str) -> Result<bool> {
    close(store, staff, report, Some(resolution)).await
}

/// Reopens a report and its alert, and keeps the resolution. Returns false if the member of staff has no such resolved
/// report.
pub async fn reopen(store: &Store, staff: &Staff, report: ReportId) -> Result<bool> {
    close(store, staff, report, None).await
}

/// Resolves with a resolution, reopens without one.
async fn close(store: &Store, staff: &Staff, report: ReportId, resolution: Option<&str>) -> Result<bool> {
    let at = resolution.map(|_| store.clock.now());
    let mut tx = store.db.begin().await?;
    let mut update = QueryBuilder::new("UPDATE reports AS r SET resolved_at = ");
    update.push_bind(at).push(", resolved_by = ").push_bind(staff.person);
    update.push(", resolution = COALESCE(").push_bind(resolution).push(", resolution) WHERE id = ").push_bind(report);
    update.push(if at.is_some() { " AND resolved_at IS NULL AND " } else { " AND resolved_at IS NOT NULL AND " });
    push_access(&mut update, staff);
    update.push(" RETURNING programme_id, channel_id");
    let closed: Option<(Option<ProgrammeId>, ChannelId)> = update.build_query_as().fetch_optional(&mut tx).await?;
    let Some((programme, channel)) = closed else { return Ok(false) };
    query("UPDATE alerts SET handled_at = $2, handled_by = $3 WHERE kind = 'report' AND subject_id = $1")
        .bind(report)
        .bind(at)
        .bind(staff.person)
        .execute(&mut tx)
        .await?;
    let act = if at.is_some() { Act::ResolveCase } else { Act::ReopenCase };
    let case = Case { target: Target::Report(report), programme, channel };
    cases::record(&mut tx, store, staff, act, case, None).await?;
    tx.commit().await?;
    waiting::publish_change(store, programme).await;
    Ok(true)
}
