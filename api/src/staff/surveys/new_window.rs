//! Opens a window in which people are asked to take a survey.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use store::people::Role;
use store::staff::Actor;
use store::surveys::windows::{self, NewWindow, When, WindowKind, WindowRefusal};
use store::{CohortId, ProgrammeId, Store, SurveyWindowId};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::windows::{SurveyWindowDetails, shown};

/// Whom to ask to take which survey, and when.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WindowRequest {
    programme: ProgrammeId,
    /// The key of the survey.
    survey: String,
    /// `mentor`, `mentee` or both.
    roles: BTreeSet<Role>,
    /// Those of a cohort of the programme only.
    #[serde(default)]
    cohort: Option<CohortId>,
    kind: WindowKind,
    /// Between two days: the first one, from today on.
    #[schema(nullable)]
    opens_on: Option<NaiveDate>,
    /// Between two days: the last one, at most 180 days later.
    #[schema(nullable)]
    closes_on: Option<NaiveDate>,
    /// After how many weeks of a mentorship: 1 to 104.
    #[schema(nullable)]
    week: Option<u16>,
    /// How many weeks people have to answer, unless between two days: 1 to 12.
    #[schema(nullable)]
    open_weeks: Option<u8>,
    /// Up to three reminders, ascending, each 1 to 60 days after the question.
    remind_after: Vec<u8>,
}

/// A window to open.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewWindowRequest {
    /// The page's own id of the window: sent again, it is opened once.
    id: SurveyWindowId,
    #[serde(flatten)]
    window: WindowRequest,
}

/// Whom a window would ask.
#[derive(Serialize, ToSchema)]
pub(crate) struct WindowPreview {
    /// Between two days those who would be asked today; else those whose mentorship goes on.
    people: i64,
    /// How many others have sent the survey already, and are not asked.
    done: i64,
}

impl WindowRequest {
    fn into_window(self) -> Result<NewWindow> {
        let Self { programme, survey, roles, cohort, kind, opens_on, closes_on, week, open_weeks, remind_after } = self;
        let when = match kind {
            WindowKind::Dates => When::Dates {
                opens_on: opens_on.ok_or_else(|| refused(WindowRefusal::WrongFirstDay))?,
                closes_on: closes_on.ok_or_else(|| refused(WindowRefusal::WrongLastDay))?,
            },
            // Zero is refused with the sentence of the field.
            WindowKind::Week => {
                When::Week { week: week.unwrap_or_default(), open_weeks: open_weeks.unwrap_or_default() }
            }
            WindowKind::Exit => When::Exit { open_weeks: open_weeks.unwrap_or_default() },
        };
        Ok(NewWindow { programme, survey, roles, cohort, when, remind_after })
    }
}

fn refused(refusal: WindowRefusal) -> Error {
    let field = match refusal {
        WindowRefusal::NoProgramme => return not_found(),
        WindowRefusal::Exists => return Error::new(StatusCode::CONFLICT, "window_exists", refusal.to_string()),
        WindowRefusal::NoSurvey => "survey",
        WindowRefusal::WrongRoles => "roles",
        WindowRefusal::NoCohort => "cohort",
        WindowRefusal::WrongFirstDay => "opensOn",
        WindowRefusal::WrongLastDay => "closesOn",
        WindowRefusal::WrongWeek => "week",
        WindowRefusal::WrongOpenWeeks => "openWeeks",
        WindowRefusal::WrongReminders => "remindAfter",
    };
    Error::invalid(refusal.to_string()).field(field, refusal.to_string())
}

/// Counts whom a window would ask.
#[web::operation(
    operation_id = "preview_survey_window",
    request_body = WindowRequest,
    responses(
        (status = 200, body = WindowPreview),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`window_exists`: these people are already asked to take the survey in this way"),
        (status = 422, description = "`invalid`, with the field")
    )
)]
pub(crate) async fn preview(
    store: Data<Store>,
    staff: Staff,
    body: Json<WindowRequest>,
) -> Result<Json<WindowPreview>> {
    let new = body.into_inner().into_window()?;
    let counted = windows::audience(&store, &staff.0.scope, &new).await?.map_err(refused)?;
    let windows::Audience { people, done } = counted;
    Ok(Json(WindowPreview { people, done }))
}

/// Opens a window. People are asked by push and mail as soon as it is open for them, and once.
#[web::operation(
    operation_id = "open_survey_window",
    request_body = NewWindowRequest,
    responses(
        (status = 201, body = SurveyWindowDetails),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`window_exists`: these people are already asked to take the survey in this way"),
        (status = 422, description = "`invalid`, with the field")
    )
)]
pub(crate) async fn open(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    body: Json<NewWindowRequest>,
) -> Result<HttpResponse> {
    let NewWindowRequest { id, window } = body.into_inner();
    let new = window.into_window()?;
    windows::open(&store, &Actor::from(staff.0.clone()), id, &new).await?.map_err(refused)?;
    Ok(HttpResponse::Created().json(shown(&store, &staff, &request, id).await?))
}
