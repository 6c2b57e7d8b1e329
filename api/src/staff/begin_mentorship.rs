//! Begins a mentorship that staff decided on.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::administration;
use store::mentorship::{NewMentorship, Refusal};
use store::staff::people_list;
use store::{MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

/// A pair, or a group with a name.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BeginRequest {
    mentor: PersonId,
    /// One of a pair, one or more of a group.
    mentees: Vec<PersonId>,
    /// Of a group; null for a pair.
    #[schema(nullable)]
    group_name: Option<String>,
}

/// The mentorship that began.
#[derive(Serialize, ToSchema)]
pub(super) struct BegunResponse {
    pub(super) id: MentorshipId,
}

/// Begins a mentorship. Its members can write and call at once; what was open for its mentees in the matching ends.
#[web::operation(
    operation_id = "begin_mentorship",
    request_body = BeginRequest,
    responses(
        (status = 201, body = BegunResponse),
        (status = 404, description = "`not_found`: no such person of the programmes of the caller"),
        (status = 409, description = "`person_unavailable`: another role or programme, or a closed account; `not_cleared`: something that \
            the programme demands is missing, of `current.person`; `may_not_meet`; `mentorship_exists`: `current.id`"),
        (status = 422, description = "`invalid`: no mentee, one person twice, or a group without a name")
    )
)]
pub(super) async fn begin(store: Data<Store>, staff: Staff, body: Json<BeginRequest>) -> Result<HttpResponse> {
    let BeginRequest { mentor, mentees, group_name: group } = body.into_inner();
    for person in mentees.iter().chain([&mentor]) {
        if !people_list::may_change(&store, &staff.0, *person).await? {
            return Err(not_found());
        }
    }
    let new = NewMentorship { mentor, mentees, group };
    match administration::create_mentorship(&store, &staff.actor(), &new).await? {
        Ok(id) => Ok(HttpResponse::Created().json(BegunResponse { id })),
        Err(refusal) => Err(refused(refusal)),
    }
}

/// Why two people are kept apart is not said: it may be a case.
pub(super) fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::WrongNumber | Refusal::TooMany | Refusal::NoName => Error::invalid(refusal.to_string()),
        Refusal::WrongPerson(_) | Refusal::OtherProgrammes => {
            let sentence = "One of them has another role or programme now, or the account is closed.";
            Error::new(StatusCode::CONFLICT, "person_unavailable", sentence)
        }
        Refusal::NotCleared(person, _) => {
            let sentence = "Something is still missing before they may meet. Record it on their page first.";
            Error::new(StatusCode::CONFLICT, "not_cleared", sentence).current(json!({"person": person}))
        }
        Refusal::Conflict(..) | Refusal::Blocked(..) | Refusal::Silenced(..) => {
            let sentence = "These people may not have a mentorship together.";
            Error::new(StatusCode::CONFLICT, "may_not_meet", sentence)
        }
        Refusal::Exists(id) => {
            let sentence = "They have a mentorship together already.";
            Error::new(StatusCode::CONFLICT, "mentorship_exists", sentence).current(json!({"id": id}))
        }
    }
}
