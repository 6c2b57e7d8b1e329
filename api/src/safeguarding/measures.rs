//! What staff do about the people of a case.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::administration::{self, Lifted, MenteesAfter, SuspendedBy};
use store::cases::{self, CaseMentorship};
use store::mentorship::{EndReason, Ending};
use store::staff::Actor;
use store::{AlertId, MentorshipId, PersonId, Store, people};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, note_text, reason_text};

use super::cases::{CasePerson, NO_SUCH_CASE, find};

/// What staff can do about the people of a case.
#[derive(Serialize, ToSchema)]
pub(super) struct MeasuresResponse {
    /// The mentorships that go on between reporter and reported person, or those of the person of an alert.
    mentorships: Vec<MentorshipOfCase>,
    /// Staff to whom the case can be handed over.
    assignees: Vec<CasePerson>,
}

/// A mentorship that can be ended.
#[derive(Serialize, ToSchema)]
pub(super) struct MentorshipOfCase {
    id: MentorshipId,
    /// The first names of its members.
    members: String,
}

/// Why, and until when, a person is suspended.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SuspendRequest {
    /// 3 to 500 characters, for the audit log.
    pub(crate) reason: String,
    /// Null until staff lift it.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) until: Option<DateTime<Utc>>,
}

/// Which mentorship ends, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EndMentorshipRequest {
    #[serde(alias = "mentorship_id")]
    mentorship_id: MentorshipId,
    reason: EndReason,
    /// At most 500 characters, for staff.
    #[serde(default)]
    #[schema(required = false)]
    note: Option<String>,
}

/// Who works on a case from now on.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AssignRequest {
    #[serde(alias = "user_id")]
    user_id: PersonId,
}

/// Lists what can be done about the people of a case.
#[web::operation(
    operation_id = "case_measures",
    params(("case" = AlertId, Path, description = "The case.")),
    responses((status = 200, body = MeasuresResponse), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<Json<MeasuresResponse>> {
    let case = find(&store, &staff.0, case).await?;
    let mentorships = cases::mentorships(&store, &case).await?;
    let mut assignees = Vec::new();
    for id in cases::assignees(&store, &case).await? {
        if let Some(person) = people::by_id(&store, id).await? {
            assignees.push(CasePerson { id: Some(id), name: person.full_name() });
        }
    }
    let mentorships =
        mentorships.into_iter().map(|CaseMentorship { id, members }| MentorshipOfCase { id, members }).collect();
    Ok(Json(MeasuresResponse { mentorships, assignees }))
}

/// Lets the two people of a report reach each other again.
#[web::operation(
    operation_id = "lift_silence",
    params(("case" = AlertId, Path, description = "The case.")),
    responses((status = 204, description = "Lifted."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn lift_silence(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<HttpResponse> {
    let case = find(&store, &staff.0, case).await?;
    if !cases::lift_silence(&store, &staff.0, case.listed.id).await? {
        return Err(not_silenced());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Suspends the person whom a case is about: they read, but cannot write or call, and are not matched.
#[web::operation(
    operation_id = "suspend_person_of_case",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = SuspendRequest,
    responses(
        (status = 204, description = "Suspended."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn suspend(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<SuspendRequest>,
) -> Result<HttpResponse> {
    let reason = reason_text(&body.reason)?;
    let case = find(&store, &staff.0, case).await?.listed;
    let about = case.about_id.ok_or_else(not_found)?;
    let actor = Actor::OnCase { staff: staff.0, case: case.id };
    administration::suspend(&store, &actor, about, body.until, &reason, SuspendedBy::Lead)
        .await?
        .map_err(|refusal| Error::invalid(refusal.to_string()))?;
    Ok(HttpResponse::NoContent().finish())
}

/// Lifts the suspension of the person whom a case is about.
#[web::operation(
    operation_id = "lift_suspension_of_case",
    params(("case" = AlertId, Path, description = "The case.")),
    responses((status = 204, description = "Lifted."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn lift_suspension(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<HttpResponse> {
    let case = find(&store, &staff.0, case).await?.listed;
    let about = case.about_id.ok_or_else(not_found)?;
    let actor = Actor::OnCase { staff: staff.0, case: case.id };
    let lifted = administration::lift_suspension(&store, &actor, about, SuspendedBy::Lead).await?;
    if lifted != Lifted::Lifted {
        return Err(Error::new(StatusCode::CONFLICT, "not_suspended", "This person is no longer suspended."));
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Ends a mentorship of the people of a case. They keep reading their conversation.
#[web::operation(
    operation_id = "end_mentorship_of_case",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = EndMentorshipRequest,
    responses(
        (status = 204, description = "Ended."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 409, description = "`mentorship_ended`: it has ended, or is not one of these people"),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn end_mentorship(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<EndMentorshipRequest>,
) -> Result<HttpResponse> {
    let note = note_text(body.note.as_deref())?;
    let case = find(&store, &staff.0, case).await?;
    let ended = || Error::new(StatusCode::CONFLICT, "mentorship_ended", "This mentorship has already ended.");
    if !cases::mentorships(&store, &case).await?.iter().any(|known| known.id == body.mentorship_id) {
        return Err(ended());
    }
    let actor = Actor::OnCase { staff: staff.0, case: case.listed.id };
    let ending = Ending { reason: body.reason, note: &note, does_mentor_stop: false };
    administration::end_mentorship(&store, &actor, body.mentorship_id, ending, MenteesAfter::WaitAgain)
        .await?
        .map_err(|_| ended())?;
    Ok(HttpResponse::NoContent().finish())
}

/// Hands a case over, or takes it.
#[web::operation(
    operation_id = "assign_case",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = AssignRequest,
    responses((status = 204, description = "Assigned."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn assign(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<AssignRequest>,
) -> Result<HttpResponse> {
    let case = find(&store, &staff.0, case).await?;
    if cases::assign(&store, &staff.0, case.listed.id, body.user_id).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(not_found())
    }
}

fn not_silenced() -> Error {
    Error::new(StatusCode::CONFLICT, "not_silenced", "Contact between these two is no longer stopped.")
}
