//! The mentees of a group that goes on.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::administration::{self, JoinRefusal, MenteesAfter};
use store::mentorship::{EndReason, EndRefusal, Ending};
use store::staff::people_list;
use store::{MentorshipId, PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, note_text};

use super::begin_mentorship::refused;
use super::mentorship::{NO_SUCH_MENTORSHIP, find};

/// A mentee to take into a group.
#[derive(Deserialize, ToSchema)]
pub(super) struct JoinRequest {
    person: PersonId,
}

/// Why a mentee leaves a group, and what they do then.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DepartureRequest {
    reason: EndReason,
    /// At most 500 characters, for staff.
    #[serde(default)]
    #[schema(required = false)]
    note: Option<String>,
    /// Whether they wait for another mentor, preferred to those who wait for their first one.
    does_wait: bool,
}

/// Takes a mentee into a group. They read its conversation from its beginning; they and the mentor are notified.
#[web::operation(
    operation_id = "join_group",
    params(("mentorship" = MentorshipId, Path, description = "The group.")),
    request_body = JoinRequest,
    responses(
        (status = 204, description = "They are in the group."),
        (status = 404, description = "`not_found`: no such mentorship or person of the programmes of the caller"),
        (status = 409, description = "`person_unavailable`: another role or programme, or a closed account; `not_cleared`: something that \
            the programme demands is missing, of `current.person`; `may_not_meet`; `in_group_already`; `group_full`; `changed_meanwhile`; \
            `mentorship_ended`: also of a pair")
    )
)]
pub(super) async fn join(
    store: Data<Store>,
    staff: Staff,
    mentorship: Option<Path<MentorshipId>>,
    body: Json<JoinRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, mentorship).await?.listed.id;
    if !people_list::may_change(&store, &staff.0, body.person).await? {
        return Err(not_found());
    }
    let refusal = match administration::join_mentorship(&store, &staff.actor(), id, body.person).await? {
        Ok(()) => return Ok(HttpResponse::NoContent().finish()),
        Err(refusal) => refusal,
    };
    Err(match refusal {
        JoinRefusal::MayNotBegin(refusal) => refused(refusal),
        JoinRefusal::NotActive(_) => {
            Error::new(StatusCode::CONFLICT, "mentorship_ended", "This group has already ended.")
        }
        JoinRefusal::IsIn(_) => {
            Error::new(StatusCode::CONFLICT, "in_group_already", "This person is already in the group.")
        }
        JoinRefusal::IsFull => Error::new(StatusCode::CONFLICT, "group_full", JoinRefusal::IsFull.to_string()),
        JoinRefusal::Changed => {
            Error::new(StatusCode::CONFLICT, "changed_meanwhile", "The group has just changed. Look at it again.")
        }
    })
}

/// Takes a mentee out of a group, which goes on without them. They keep reading its conversation until now; they and the mentor are
/// notified, without the reason.
#[web::operation(
    operation_id = "leave_group",
    params(
        ("mentorship" = MentorshipId, Path, description = "The group."),
        ("person" = PersonId, Path, description = "The mentee.")
    ),
    request_body = DepartureRequest,
    responses(
        (status = 204, description = "They have left the group."),
        (status = 404, description = NO_SUCH_MENTORSHIP),
        (status = 409, description = "`last_member`: the group would have no mentee left, or it is a pair; `changed_meanwhile`: no mentee \
            of it, or not any more; `mentorship_ended`"),
        (status = 422, description = "`invalid`: the note is too long")
    )
)]
pub(super) async fn leave(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(MentorshipId, PersonId)>>,
    body: Json<DepartureRequest>,
) -> Result<HttpResponse> {
    let (mentorship, person) = path.ok_or_else(not_found)?.into_inner();
    let id = find(&store, &staff, Some(Path::from(mentorship))).await?.listed.id;
    let note = note_text(body.note.as_deref())?;
    let ending = Ending { reason: body.reason, note: &note, does_mentor_stop: false };
    let after = if body.does_wait { MenteesAfter::WaitAgain } else { MenteesAfter::StayOut };
    match administration::leave_mentorship(&store, &staff.actor(), id, person, ending, after).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(EndRefusal::NotOneOfSeveral(..)) => {
            let sentence = "A group keeps at least one mentee. End the mentorship instead.";
            Err(Error::new(StatusCode::CONFLICT, "last_member", sentence))
        }
        Err(EndRefusal::NotIn(..)) => {
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", "The group has just changed. Look at it again."))
        }
        Err(EndRefusal::NotActive(_)) => {
            Err(Error::new(StatusCode::CONFLICT, "mentorship_ended", "This group has already ended."))
        }
    }
}
