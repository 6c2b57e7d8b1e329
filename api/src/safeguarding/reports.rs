//! Reports, as staff see and resolve them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::reports::{self, Reason, Report};
use store::{ChannelId, MessageId, PersonId, ReportId, Store};
use utoipa::ToSchema;
use web::{Result, Staff};

use super::cases::{self, NO_SUCH_CASE, ResolveRequest};
use super::reported_file::{ReportedFile, file_of};
use super::{MAX_LISTED, ResolvedQuery};

/// A report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffReport {
    id: ReportId,
    reporter_id: PersonId,
    reporter_name: String,
    user_id: PersonId,
    user_full_name: String,
    channel_id: ChannelId,
    channel_name: String,
    #[schema(required)]
    msg_id: Option<MessageId>,
    /// The text of the message at the time of the report.
    #[schema(required)]
    message: Option<String>,
    /// The file that came with the message.
    #[schema(required)]
    file: Option<ReportedFile>,
    reason: Reason,
    details: String,
    created_on: DateTime<Utc>,
    #[schema(required)]
    resolved_on: Option<DateTime<Utc>>,
    /// The member of staff who resolved or reopened it; may be empty.
    resolved_by_name: String,
    /// The note of the resolution; kept when the report is reopened.
    #[schema(required)]
    resolution: Option<String>,
}

/// Lists the reports of the caller's programme, newest first, at most 200, without those about the caller.
#[web::operation(
    operation_id = "reports",
    params(ResolvedQuery),
    responses((status = 200, description = "Reports of the programme.", body = Vec<StaffReport>))
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    query: Option<Query<ResolvedQuery>>,
) -> Result<Json<Vec<StaffReport>>> {
    let resolved = query.is_some_and(|query| query.resolved);
    let found = reports::of_staff(&store, &staff.0, resolved, MAX_LISTED).await?;
    Ok(Json(found.into_iter().map(StaffReport::from).collect()))
}

/// Resolves a report.
#[web::operation(
    operation_id = "resolve_report",
    params(("case" = ReportId, Path, description = "The report.")),
    request_body = ResolveRequest,
    responses(
        (status = 204, description = "Resolved."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn resolve(
    store: Data<Store>,
    staff: Staff,
    report: Option<Path<ReportId>>,
    body: Json<ResolveRequest>,
) -> Result<HttpResponse> {
    cases::resolve(&store, &staff.0, report, &body).await
}

/// Reopens a resolved report. The note is kept.
#[web::operation(
    operation_id = "reopen_report",
    params(("case" = ReportId, Path, description = "The report.")),
    responses((status = 204, description = "Open."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn reopen(store: Data<Store>, staff: Staff, report: Option<Path<ReportId>>) -> Result<HttpResponse> {
    cases::reopen(&store, &staff.0, report).await
}

impl From<Report> for StaffReport {
    fn from(report: Report) -> Self {
        Self {
            id: report.id,
            file: file_of(&report).map(ReportedFile::from),
            reporter_id: report.reporter_id,
            reporter_name: report.reporter_name,
            user_id: report.subject_id,
            user_full_name: report.subject_name,
            channel_id: report.channel_id,
            channel_name: report.channel_name,
            msg_id: report.message_id,
            message: report.message_body,
            reason: report.reason,
            details: report.details,
            created_on: report.created_at,
            resolved_on: report.resolved_at,
            resolved_by_name: report.resolved_by_name,
            resolution: report.resolution,
        }
    }
}
