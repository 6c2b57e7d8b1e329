//! Meetings outside the product that the mentor of a mentorship logs.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use store::mentorship::logged_meetings::{self, LoggedMeeting, MeetingKind, MeetingRefusal, NewMeeting};
use store::staff::Actor;
use store::{LoggedMeetingId, MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, not_found};

use super::pauses::of_mentor;
use crate::learning::learner::Learner;

/// A meeting outside the product, as a member sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MentorshipMeeting)]
pub(super) struct WireMeeting {
    id: LoggedMeetingId,
    /// The day, in the programme's zone.
    met_on: NaiveDate,
    kind: MeetingKind,
    #[schema(required)]
    minutes: Option<i64>,
    /// Whether the caller logged it, and may remove it.
    is_own: bool,
}

/// A meeting to log.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeetingRequest {
    /// A day of the mentorship, up to today.
    #[serde(alias = "met_on")]
    met_on: NaiveDate,
    kind: MeetingKind,
    /// 1 to 600; null if that is not known.
    #[schema(nullable)]
    minutes: Option<u16>,
}

/// The meeting that was logged.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoggedResponse {
    id: LoggedMeetingId,
}

impl WireMeeting {
    pub(super) fn new(meeting: &LoggedMeeting, reader: PersonId) -> Self {
        let LoggedMeeting { id, met_on, kind, minutes, entered_by, .. } = *meeting;
        Self { id, met_on, kind, minutes, is_own: entered_by == Some(reader) }
    }
}

impl MeetingRequest {
    /// Logs it for a mentorship that the caller may change.
    pub(crate) async fn log(&self, store: &Store, actor: &Actor, mentorship: MentorshipId) -> Result<HttpResponse> {
        let Self { met_on, kind, minutes } = *self;
        match logged_meetings::log(store, actor, mentorship, NewMeeting { met_on, kind, minutes }).await? {
            Ok(id) => Ok(HttpResponse::Created().json(LoggedResponse { id })),
            Err(MeetingRefusal::NotFound(_)) => Err(not_found()),
            Err(refusal @ MeetingRefusal::WrongDay(..)) => Err(problem("metOn", refusal)),
            Err(refusal @ MeetingRefusal::WrongLength) => Err(problem("minutes", refusal)),
            Err(MeetingRefusal::IsLogged) => {
                let sentence = "A meeting of this kind is already logged for that day.";
                Err(Error::new(StatusCode::CONFLICT, "meeting_exists", sentence))
            }
        }
    }
}

fn problem(field: &'static str, refusal: MeetingRefusal) -> Error {
    Error::invalid(refusal.to_string()).field(field, refusal.to_string())
}

/// Logs a meeting outside the product. It counts as contact of all members. Only the mentor can.
#[web::operation(
    operation_id = "log_meeting",
    params(("id" = String, Path, description = "The mentorship.")),
    request_body = MeetingRequest,
    responses(
        (status = 201, body = LoggedResponse),
        (status = 403, description = "`mentor_only`"),
        (status = 404, description = "`not_found`: not an active mentorship of this person"),
        (status = 409, description = "`meeting_exists`: one of this kind is logged for that day"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn create(
    store: Data<Store>,
    learner: Learner,
    id: Path<String>,
    request: Json<MeetingRequest>,
) -> Result<HttpResponse> {
    let id = of_mentor(&store, &learner, &id).await?;
    request.log(&store, &Actor::Person(learner.id), id).await
}

/// Removes a meeting that the caller logged by mistake.
#[web::operation(
    operation_id = "remove_meeting",
    params(
        ("id" = String, Path, description = "The mentorship."),
        ("meeting" = String, Path, description = "The meeting.")
    ),
    responses(
        (status = 204, description = "It does not count any more."),
        (status = 403, description = "`mentor_only`"),
        (status = 404, description = "`not_found`: no such meeting that the caller logged")
    )
)]
pub(super) async fn remove(store: Data<Store>, learner: Learner, path: Path<(String, String)>) -> Result<HttpResponse> {
    let id = of_mentor(&store, &learner, &path.0).await?;
    let meeting: LoggedMeetingId = path.1.parse().map_err(|_| not_found())?;
    if logged_meetings::remove(&store, &Actor::Person(learner.id), id, meeting).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    Err(not_found())
}
