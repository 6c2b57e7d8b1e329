//! Reports of outcomes: made, read and saved by those who report on a programme. Nothing of them names a member.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::outcomes::{self, ListedReport, MadeRefusal, Period};
use store::staff::Permission;
use store::{OutcomeReportId, ProgrammeId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{
    Access, ApiKeys, Error, ListParams, ListQuery, Page, Policy, Rate, Result, Route, Staff, calling_key, not_found,
    route,
};

use super::StaffProgramme;
use super::names::StaffName;
use crate::content::languages;
use crate::list_export::{attachment, take_format};

mod file;
mod shown;
mod words;

use shown::OutcomeFigures;
use words::Words;

const NO_SUCH_REPORT: &str = "`not_found`: no such report in the programmes of the caller";

/// Calls of a program with an API key.
const KEY_CALLS_PER_MINUTE: u32 = 60;

/// The routes of reports. Programs with an API key may read them.
pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ReadOutcomes));
    let keys = ApiKeys::new(Rate::per_minute(KEY_CALLS_PER_MINUTE));
    let readers = || staff().with_api_keys(&keys);
    vec![
        route!(GET, "/api/staff/outcomes/", readers(), list),
        route!(POST, "/api/staff/outcomes/", staff(), make),
        route!(GET, "/api/staff/outcomes/{report}/", readers(), show),
        route!(GET, "/api/staff/outcomes/{report}/export/", readers(), export),
    ]
}

/// A report in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffOutcomeReport {
    id: OutcomeReportId,
    programme: StaffProgramme,
    /// The calendar year in which its first school year begins, in August.
    first_year: i64,
    /// The calendar year in which its last school year begins.
    last_year: i64,
    requested_at: DateTime<Utc>,
    /// What the figures are the state of; null while they are computed.
    #[schema(required)]
    computed_at: Option<DateTime<Utc>>,
    /// The first day of the month for which it was made without being asked for.
    #[schema(required)]
    month: Option<NaiveDate>,
    /// Who made it; null for the monthly one, after an erasure, and for programs with an API key.
    #[schema(required)]
    author: Option<StaffName>,
}

/// A report with its figures.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffOutcomeReportResponse {
    #[serde(flatten)]
    listed: StaffOutcomeReport,
    /// Null while they are computed.
    #[schema(required)]
    figures: Option<OutcomeFigures>,
}

/// What to report on.
#[derive(Deserialize, ToSchema)]
pub(super) struct MakeReportRequest {
    programme: ProgrammeId,
    period: Period,
}

/// The report that is being made.
#[derive(Serialize, ToSchema)]
pub(super) struct MakeReportResponse {
    id: OutcomeReportId,
}

/// The format of a file.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct FormatParams {
    /// `csv` or `xlsx`.
    format: String,
}

/// Lists reports. Filters: `programme` (id), `years` (such as `2026-2026`). Sorts: `madeAt`, `programme`, `years`.
#[web::operation(
    operation_id = "outcome_reports",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffOutcomeReport>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    query: ListQuery,
) -> Result<Json<Page<StaffOutcomeReport>>> {
    let mut page = outcomes::page(&store, &staff.0.scope, &query.0).await?;
    page.rows.iter_mut().for_each(|listed| hide_author(&request, listed));
    Ok(Json(Page::of(page)))
}

/// Makes a report, which is computed within seconds. Audited.
#[web::operation(
    operation_id = "make_outcome_report",
    request_body = MakeReportRequest,
    responses(
        (status = 200, body = MakeReportResponse),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`too_many_outcome_reports`: 20 of the programme within a day")
    )
)]
pub(super) async fn make(
    store: Data<Store>,
    staff: Staff,
    body: Json<MakeReportRequest>,
) -> Result<Json<MakeReportResponse>> {
    let MakeReportRequest { programme, period } = body.into_inner();
    match outcomes::make(&store, &staff.actor(), programme, period).await? {
        Ok(id) => Ok(Json(MakeReportResponse { id })),
        Err(MadeRefusal::NotFound) => Err(not_found()),
        Err(refusal @ MadeRefusal::TooMany) => {
            Err(Error::new(StatusCode::CONFLICT, "too_many_outcome_reports", refusal.to_string()))
        }
    }
}

/// Shows a report.
#[web::operation(
    operation_id = "outcome_report",
    params(("report" = OutcomeReportId, Path, description = "The report.")),
    responses((status = 200, body = StaffOutcomeReportResponse), (status = 404, description = NO_SUCH_REPORT))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    report: Option<Path<OutcomeReportId>>,
) -> Result<Json<StaffOutcomeReportResponse>> {
    let id = report.ok_or_else(not_found)?.into_inner();
    let mut found = outcomes::find(&store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    hide_author(&request, &mut found.listed);
    let language = languages::accepted(&store, &request).await?;
    let figures = found.figures.map(|figures| OutcomeFigures::new(&figures, &language));
    Ok(Json(StaffOutcomeReportResponse { listed: found.listed.into(), figures }))
}

/// Returns a report as a table, each figure with its meaning. Audited. It names no one, so it needs neither a reason nor a second factor.
#[web::operation(
    operation_id = "export_outcome_report",
    params(("report" = OutcomeReportId, Path, description = "The report."), FormatParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 404, description = NO_SUCH_REPORT),
        (status = 409, description = "`report_not_ready`: it is being computed"),
        (status = 422, description = "`invalid`: an unknown format")
    )
)]
pub(super) async fn export(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    report: Option<Path<OutcomeReportId>>,
    mut query: ListQuery,
) -> Result<HttpResponse> {
    let format = take_format(&mut query)?;
    let id = report.ok_or_else(not_found)?.into_inner();
    let found = outcomes::find(&store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    let Some(figures) = &found.figures else {
        return Err(Error::new(StatusCode::CONFLICT, "report_not_ready", "This report is still being made."));
    };
    let language = languages::accepted(&store, &request).await?;
    // First: without a row there is no export.
    if !outcomes::record_export(&store, &staff.actor(), id, format).await? {
        return Err(not_found());
    }
    attachment(
        file::write(&found.listed, figures, Words::in_language(&language), &language, format)?,
        "outcomes",
        format,
    )
}

/// Programs with a key learn nothing about staff.
fn hide_author(request: &HttpRequest, listed: &mut ListedReport) {
    if calling_key(request).is_some() {
        listed.author_id = None;
    }
}

impl From<ListedReport> for StaffOutcomeReport {
    fn from(listed: ListedReport) -> Self {
        Self {
            id: listed.id,
            programme: StaffProgramme {
                id: listed.programme_id,
                key: listed.programme_key,
                title: listed.programme_name,
            },
            first_year: listed.first_year,
            last_year: listed.last_year,
            requested_at: listed.requested_at,
            computed_at: listed.computed_at,
            month: listed.month,
            author: listed.author_id.map(|id| StaffName::new(id, listed.author_name.unwrap_or_default())),
        }
    }
}
