//! What staff change of a window: its last day, its end, and reminders.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use store::staff::Actor;
use store::surveys::windows::{self, ChangeRefusal};
use store::{Store, SurveyWindowId};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::windows::{NO_SUCH_WINDOW, SurveyWindowDetails, find, shown};

/// Another last day.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExtendRequest {
    closes_on: NaiveDate,
    /// What the caller saw.
    revision: i64,
}

/// The end of a window.
#[derive(Deserialize, ToSchema)]
pub(crate) struct StopRequest {
    /// What the caller saw.
    revision: i64,
}

/// People who are reminded.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemindedResponse {
    reminded: u64,
}

fn refused(refusal: ChangeRefusal) -> Error {
    let sentence = refusal.to_string();
    match refusal {
        ChangeRefusal::NotFound => not_found(),
        ChangeRefusal::ChangedMeanwhile => Error::new(StatusCode::CONFLICT, "changed_meanwhile", sentence),
        ChangeRefusal::Closed => Error::new(StatusCode::CONFLICT, "window_closed", sentence),
        ChangeRefusal::RemindedToday => Error::new(StatusCode::CONFLICT, "reminded_today", sentence),
        ChangeRefusal::Overlaps | ChangeRefusal::WrongDay => {
            Error::invalid(sentence.clone()).field("closesOn", sentence)
        }
    }
}

/// Changes the last day of a window between two days.
#[web::operation(
    operation_id = "extend_survey_window",
    params(("window" = SurveyWindowId, Path, description = "The window.")),
    request_body = ExtendRequest,
    responses(
        (status = 200, body = SurveyWindowDetails),
        (status = 404, description = NO_SUCH_WINDOW),
        (status = 409, description = "`changed_meanwhile`; `window_closed`"),
        (status = 422, description = "`invalid`, with the field")
    )
)]
pub(crate) async fn extend(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    window: Option<Path<SurveyWindowId>>,
    body: Json<ExtendRequest>,
) -> Result<Json<SurveyWindowDetails>> {
    let id = find(&store, &staff, window).await?.id;
    windows::extend(&store, &Actor::from(staff.0.clone()), id, body.closes_on, body.revision)
        .await?
        .map_err(refused)?;
    Ok(Json(shown(&store, &staff, &request, id).await?))
}

/// Ends a window now: no one else is asked, and those who have not begun can no longer begin.
#[web::operation(
    operation_id = "stop_survey_window",
    params(("window" = SurveyWindowId, Path, description = "The window.")),
    request_body = StopRequest,
    responses(
        (status = 200, body = SurveyWindowDetails),
        (status = 404, description = NO_SUCH_WINDOW),
        (status = 409, description = "`changed_meanwhile`; `window_closed`")
    )
)]
pub(crate) async fn stop(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    window: Option<Path<SurveyWindowId>>,
    body: Json<StopRequest>,
) -> Result<Json<SurveyWindowDetails>> {
    let id = find(&store, &staff, window).await?.id;
    windows::stop(&store, &Actor::from(staff.0.clone()), id, body.revision).await?.map_err(refused)?;
    Ok(Json(shown(&store, &staff, &request, id).await?))
}

/// Reminds everyone who has not sent the survey and still can, by push and mail; once a day.
#[web::operation(
    operation_id = "remind_of_survey_window",
    params(("window" = SurveyWindowId, Path, description = "The window.")),
    responses(
        (status = 200, body = RemindedResponse),
        (status = 404, description = NO_SUCH_WINDOW),
        (status = 409, description = "`reminded_today`; `window_closed`")
    )
)]
pub(crate) async fn remind(
    store: Data<Store>,
    staff: Staff,
    window: Option<Path<SurveyWindowId>>,
) -> Result<Json<RemindedResponse>> {
    let id = find(&store, &staff, window).await?.id;
    let reminded = windows::remind(&store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(Json(RemindedResponse { reminded }))
}
