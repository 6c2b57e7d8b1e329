//! Windows in which staff ask people to take a survey.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::content::{self, Catalogue};
use store::people::Role;
use store::surveys::windows::WindowKind;
use store::surveys::windows::lists::{self, AskedOfRole, ListedWindow, WindowState};
use store::{Store, SurveyWindowId};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff, not_found};

use super::StaffSurveyName;
use crate::content::languages;
use crate::staff::StaffProgramme;

pub(super) const NO_SUCH_WINDOW: &str = "`not_found`: no such window in the programmes of the caller";

/// A window in which people are asked to take a survey. Days are in the programme's time zone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SurveyWindow {
    id: SurveyWindowId,
    survey: StaffSurveyName,
    programme: StaffProgramme,
    today: NaiveDate,
    roles: Vec<Role>,
    /// Those of a cohort only: its name.
    #[schema(required)]
    cohort: Option<String>,
    kind: WindowKind,
    /// The first day between two days; else null.
    #[schema(required)]
    opens_on: Option<NaiveDate>,
    /// The last day between two days; else null.
    #[schema(required)]
    closes_on: Option<NaiveDate>,
    /// After how many weeks of a mentorship; else null.
    #[schema(required)]
    week: Option<i64>,
    /// How many weeks people have to answer; null between two days.
    #[schema(required)]
    open_weeks: Option<i64>,
    /// Days from the question to each reminder.
    remind_after: Vec<u8>,
    state: WindowState,
    /// People who were asked.
    asked: i64,
    /// Those of them who have begun and not sent it.
    begun: i64,
    /// Those of them who have sent it.
    sent: i64,
    /// Those of them who have not sent it and still can.
    reachable: i64,
    /// Null for the command line, and once they are erased.
    #[schema(required)]
    created_by: Option<String>,
    created_at: DateTime<Utc>,
    /// The day on which staff last had everyone reminded.
    #[schema(required)]
    reminded_on: Option<NaiveDate>,
    /// Counts its changes.
    revision: i64,
}

/// A window with its people by role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SurveyWindowDetails {
    #[serde(flatten)]
    window: SurveyWindow,
    by_role: Vec<WindowRole>,
}

/// People of one role who were asked.
#[derive(Serialize, ToSchema)]
struct WindowRole {
    role: Role,
    asked: i64,
    /// Those who have begun and not sent it.
    begun: i64,
    /// Those who have sent it.
    sent: i64,
}

impl SurveyWindow {
    pub(super) fn new(row: ListedWindow, catalogue: &Catalogue, language: &str, now: DateTime<Utc>) -> Self {
        let zone = row.time_zone.parse().unwrap_or(chrono_tz::Tz::UTC);
        let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
        let survey = catalogue.surveys.newest(&row.survey_key);
        let unknown = StaffSurveyName { key: row.survey_key.clone(), name: row.survey_key.clone() };
        let roles = [(Role::Mentor, row.asks_mentors), (Role::Mentee, row.asks_mentees)];
        Self {
            id: row.id,
            survey: survey.map_or(unknown, |survey| StaffSurveyName::new(&survey.definition, language)),
            programme: StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name },
            today: day(now),
            cohort: row.cohort,
            roles: roles.into_iter().filter_map(|(role, is_asked)| is_asked.then_some(role)).collect(),
            kind: row.kind,
            opens_on: (row.kind == WindowKind::Dates).then(|| day(row.opens_at)),
            closes_on: row.closes_on,
            week: row.week,
            open_weeks: row.open_weeks,
            remind_after: row.remind_after.split(',').filter_map(|days| days.parse().ok()).collect(),
            state: row.state,
            asked: row.asked,
            begun: row.begun,
            sent: row.sent,
            reachable: row.reachable,
            created_by: row.created_by.filter(|name| !name.is_empty()),
            created_at: row.created_at,
            reminded_on: row.reminded_at.map(day),
            revision: row.revision,
        }
    }
}

/// Finds a window of the caller's programmes.
pub(super) async fn find(store: &Store, staff: &Staff, id: Option<Path<SurveyWindowId>>) -> Result<ListedWindow> {
    let id = id.ok_or_else(not_found)?.into_inner();
    lists::find(store, &staff.0.scope, id).await?.ok_or_else(not_found)
}

/// Returns a window as it is now.
pub(super) async fn shown(
    store: &Store,
    staff: &Staff,
    request: &HttpRequest,
    id: SurveyWindowId,
) -> Result<SurveyWindowDetails> {
    let row = lists::find(store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    let catalogue = content::catalogue(store).await?;
    let language = languages::accepted(store, request).await?;
    let role = |AskedOfRole { role, asked, begun, sent }| WindowRole { role, asked, begun, sent };
    Ok(SurveyWindowDetails {
        window: SurveyWindow::new(row, &catalogue, &language, store.clock.now()),
        by_role: lists::by_role(store, id).await?.into_iter().map(role).collect(),
    })
}

/// Lists the windows of the caller's programmes, the newest first.
#[web::operation(
    operation_id = "survey_windows",
    params(ListParams),
    responses((status = 200, body = Page<SurveyWindow>), (status = 422, description = "`invalid`"))
)]
pub(crate) async fn list(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    query: ListQuery,
) -> Result<Json<Page<SurveyWindow>>> {
    let page = lists::page(&store, &staff.0.scope, &query.0).await?;
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    let now = store.clock.now();
    Ok(Json(Page {
        results: page.rows.into_iter().map(|row| SurveyWindow::new(row, &catalogue, &language, now)).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// Returns a window with its people by role.
#[web::operation(
    operation_id = "survey_window",
    params(("window" = SurveyWindowId, Path, description = "The window.")),
    responses((status = 200, body = SurveyWindowDetails), (status = 404, description = NO_SUCH_WINDOW))
)]
pub(crate) async fn show(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    window: Option<Path<SurveyWindowId>>,
) -> Result<Json<SurveyWindowDetails>> {
    let id = window.ok_or_else(not_found)?.into_inner();
    Ok(Json(shown(&store, &staff, &request, id).await?))
}
