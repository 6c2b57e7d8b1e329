//! Moves a person to another programme, with what that leaves behind before it happens.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::administration::{self, Transfer, TransferRefusal};
use store::contact::Missing;
use store::content::text_in;
use store::{MentorshipId, PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::other;
use crate::content::languages;

/// What a transfer of a person would leave behind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffTransferResponse {
    /// The programme of the person.
    from: ProgrammeId,
    /// Mentorships that go on, which have to end first.
    mentorships: Vec<MentorshipId>,
    /// Whether proposals are open, which have to end first.
    has_open_matches: bool,
    is_in_pool: bool,
    /// Whether something was written in the conversation with the team.
    has_conversation: bool,
    /// Whether a message to the team waits for an answer.
    is_waiting: bool,
    /// Whether a request about the record is open.
    has_request: bool,
    /// The other programmes of the caller, by name.
    programmes: Vec<TransferDestination>,
}

/// What another programme asks of a person who comes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferDestination {
    id: ProgrammeId,
    title: String,
    /// Whether its staff decide first whether the person takes part.
    needs_approval: bool,
    /// What it demands beyond that, and is missing.
    missing: Vec<MissingForTransfer>,
    /// The names of the kinds of vetting among it, in the language of the caller; empty where it names no kinds.
    missing_vettings: Vec<String>,
}

/// A fact that another programme demands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MissingForTransfer {
    Vetting,
    Consent,
    Age,
}

/// To which programme a person goes.
#[derive(Deserialize, ToSchema)]
pub(super) struct TransferRequest {
    /// The programme that the caller saw.
    from: ProgrammeId,
    to: ProgrammeId,
    /// 3 to 500 characters.
    reason: String,
}

/// Returns what a transfer would leave behind, and where the person could go.
#[web::operation(
    operation_id = "rehearse_transfer",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 200, body = StaffTransferResponse),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`not_transferable`: the person is staff, or does not take part any more")
    )
)]
pub(super) async fn rehearse(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    request: HttpRequest,
) -> Result<Json<StaffTransferResponse>> {
    let language = languages::accepted(&store, &request).await?;
    let id = other(&store, &staff, person).await?;
    let found = administration::rehearse_transfer(&store, &staff.actor(), id).await?.map_err(refused)?;
    let fact = |missing| match missing {
        Missing::Vetting => Some(MissingForTransfer::Vetting),
        Missing::GuardianConsent => Some(MissingForTransfer::Consent),
        Missing::Age => Some(MissingForTransfer::Age),
        Missing::Approval | Missing::Suspended | Missing::Closed => None,
    };
    let programmes = found.programmes.into_iter().map(|one| TransferDestination {
        id: one.id,
        title: one.name,
        needs_approval: one.needs_approval,
        missing: one.missing.into_iter().filter_map(fact).collect(),
        missing_vettings: one.vettings.iter().map(|kind| text_in(&kind.label, &language).to_owned()).collect(),
    });
    Ok(Json(StaffTransferResponse {
        from: found.from,
        mentorships: found.mentorships,
        has_open_matches: found.has_open_matches,
        is_in_pool: found.is_in_pool,
        has_conversation: found.has_conversation,
        is_waiting: found.is_waiting,
        has_request: found.has_request,
        programmes: programmes.collect(),
    }))
}

/// Moves a person to another programme of the caller. What belongs to the old one stays there; the person is notified.
#[web::operation(
    operation_id = "transfer_person",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = TransferRequest,
    responses(
        (status = 204, description = "They are in the other programme."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = "`not_found`: no such person, or no such programme, of the programmes of the caller"),
        (status = 409, description = "`changed_meanwhile`: they are in another programme than the caller saw; `in_mentorship`; \
            `in_matching`; `not_transferable`"),
        (status = 422, description = "`invalid`: no reason")
    )
)]
pub(super) async fn transfer(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<TransferRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let reason = reason_text(&body.reason)?;
    let transfer = Transfer { from: Some(body.from), to: body.to };
    administration::transfer(&store, &staff.actor(), id, transfer, &reason).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

fn refused(refusal: TransferRefusal) -> Error {
    match refusal {
        TransferRefusal::Unknown => not_found(),
        TransferRefusal::Unavailable(_) => Error::new(
            StatusCode::CONFLICT,
            "not_transferable",
            "This person is staff, has a closed account, or does not take part any more.",
        ),
        TransferRefusal::Changed(_) => {
            Error::new(StatusCode::CONFLICT, "changed_meanwhile", "This person is in another programme by now.")
        }
        TransferRefusal::InMentorship(_) => Error::new(
            StatusCode::CONFLICT,
            "in_mentorship",
            "This person is in a mentorship that goes on. End it first.",
        ),
        TransferRefusal::InMatching(_) => Error::new(
            StatusCode::CONFLICT,
            "in_matching",
            "This person has open matches. Take them out of the matching first.",
        ),
    }
}
