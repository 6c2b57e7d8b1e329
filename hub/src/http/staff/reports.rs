//! `api/v2/chat/reports/`: what people told staff.

use ::web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::reports::{self, Reason, Report};
use store::{ChannelId, MessageId, PersonId, ReportId, Store};
use utoipa::ToSchema;

use super::super::reports::checked;
use super::{LISTED, Resolution, Which, staff_of};

/// A report as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StaffReport {
    id: ReportId,
    reporter_id: PersonId,
    reporter_name: String,
    user_id: PersonId,
    user_full_name: String,
    channel_id: ChannelId,
    channel_name: String,
    #[schema(required)]
    msg_id: Option<MessageId>,
    /// What the message said when it was reported.
    #[schema(required)]
    message: Option<String>,
    reason: Reason,
    details: String,
    created_on: DateTime<Utc>,
    #[schema(required)]
    resolved_on: Option<DateTime<Utc>>,
    /// Who closed it, or opened it again; empty for nobody yet.
    resolved_by_name: String,
    /// What was noted when it was closed; stays when it is opened again.
    #[schema(required)]
    resolution: Option<String>,
}

/// The reports that a member of staff looks after, newest first, at most 200. None of them is about themselves.
#[utoipa::path(
    get,
    path = "/api/v2/chat/reports/",
    operation_id = "reports",
    tag = "Chat",
    params(Which),
    responses(
        (status = 200, description = "Reports of the programme.", body = Vec<StaffReport>),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn list(
    store: Data<Store>,
    me: SignedIn,
    which: Option<Query<Which>>,
) -> Result<Json<Vec<StaffReport>>> {
    let staff = staff_of(&store, me.person).await?;
    let resolved = which.is_some_and(|which| which.resolved);
    let found = reports::of_staff(&store, staff, resolved, LISTED).await?;
    Ok(Json(found.into_iter().map(StaffReport::from).collect()))
}

/// Closes a report.
#[utoipa::path(
    post,
    path = "/api/v2/chat/reports/{report}/",
    operation_id = "resolve_report",
    tag = "Chat",
    params(("report" = ReportId, Path, description = "Which.")),
    request_body = Resolution,
    responses(
        (status = 204, description = "It is closed."),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`: no such open report", body = ErrorBody),
        (status = 422, description = "`invalid`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn resolve(
    store: Data<Store>,
    me: SignedIn,
    report: Option<Path<ReportId>>,
    body: Json<Resolution>,
) -> Result<HttpResponse> {
    let staff = staff_of(&store, me.person).await?;
    let report = report.ok_or_else(not_found)?.into_inner();
    let resolution = checked("resolution", &body.resolution)?;
    if !reports::resolve(&store, staff, report, resolution).await? {
        return Err(not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Opens a closed report again; what was noted stays.
#[utoipa::path(
    delete,
    path = "/api/v2/chat/reports/{report}/resolution/",
    operation_id = "reopen_report",
    tag = "Chat",
    params(("report" = ReportId, Path, description = "Which.")),
    responses(
        (status = 204, description = "It is open."),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`: no such closed report", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn reopen(
    store: Data<Store>,
    me: SignedIn,
    report: Option<Path<ReportId>>,
) -> Result<HttpResponse> {
    let staff = staff_of(&store, me.person).await?;
    let report = report.ok_or_else(not_found)?.into_inner();
    if !reports::reopen(&store, staff, report).await? {
        return Err(not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

impl From<Report> for StaffReport {
    fn from(report: Report) -> Self {
        Self {
            id: report.id,
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
