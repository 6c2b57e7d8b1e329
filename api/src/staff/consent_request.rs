//! Asking a guardian by mail.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::consents::{self, NewConsentRequest, RequestRefusal, State};
use store::invitations::{self, ProposedGuardian};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::other;
use crate::consents::has_text;
use crate::content::languages;
use crate::validation;

/// People of one request for addresses.
const MAX_PEOPLE: usize = 200;

/// Whom to ask.
#[derive(Deserialize, ToSchema)]
pub(super) struct ConsentRequestBody {
    /// The guardian's address.
    email: String,
    /// The code of the guardian's language.
    language: String,
    /// Against what the address was checked: 3 to 500 characters.
    reference: String,
}

/// How far the last request to a guardian is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ConsentRequestState {
    /// The guardian can answer.
    Open,
    /// They agreed.
    Given,
    /// They did not.
    Refused,
    /// They took their consent back.
    Withdrawn,
    /// They did not answer in time.
    Ended,
}

/// The last request to a guardian.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffConsentRequest {
    state: ConsentRequestState,
    /// The guardian's address; empty when the request is over without a consent that stands.
    email: String,
    asked_at: DateTime<Utc>,
    /// Until when the guardian can answer.
    expires_at: DateTime<Utc>,
    /// When they answered, or took their consent back.
    #[schema(required)]
    answered_at: Option<DateTime<Utc>>,
}

/// Returns the last request about a person.
pub(super) async fn last(store: &Store, person: PersonId) -> Result<Option<StaffConsentRequest>> {
    let found = consents::of_person(store, person).await?;
    Ok(found.map(|request| StaffConsentRequest {
        state: match request.state {
            State::Open if request.expires_at <= store.clock.now() => ConsentRequestState::Ended,
            State::Open => ConsentRequestState::Open,
            State::Given => ConsentRequestState::Given,
            State::Refused => ConsentRequestState::Refused,
            State::Withdrawn => ConsentRequestState::Withdrawn,
            State::Ended => ConsentRequestState::Ended,
        },
        email: request.email,
        asked_at: request.requested_at,
        expires_at: request.expires_at,
        answered_at: request.withdrawn_at.or(request.answered_at),
    }))
}

/// Asks a guardian by mail whether a mentee may take part. An open request about the same mentee ends.
#[web::operation(
    operation_id = "request_consent",
    params(("person" = PersonId, Path, description = "The mentee.")),
    request_body = ConsentRequestBody,
    responses(
        (status = 204, description = "A mail is on its way."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`consent_not_needed`; `consent_given`; `address_of_member`; `asked_today`"),
        (status = 422, description = "`email_invalid`; `invalid`, with the fields")
    )
)]
pub(super) async fn ask(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<ConsentRequestBody>,
) -> Result<HttpResponse> {
    let person = other(&store, &staff, person).await?;
    let email = validation::email(&body.email).ok_or_else(|| {
        let message = "This is not an email address.";
        Error::new(StatusCode::UNPROCESSABLE_ENTITY, "email_invalid", message)
    })?;
    let language = languages::known(&store, &body.language).await?.filter(|code| has_text(code)).ok_or_else(|| {
        let sentence = "There is no text for guardians in this language. Please choose another one.";
        Error::invalid(sentence).field("language", sentence)
    })?;
    let reference = reason_text(&body.reference)
        .map_err(|error| error.field("reference", "Say where this address stands: 3 to 500 characters."))?;
    let new = NewConsentRequest { person, email: &email, language: &language, reference: &reference };
    consents::request(&store, &staff.actor(), new).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Takes the open question to a guardian back: its link does not work any more.
#[web::operation(
    operation_id = "cancel_consent_request",
    params(("person" = PersonId, Path, description = "The mentee.")),
    responses(
        (status = 204, description = "Taken back."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = "`not_found`: no such person, or no guardian is asked")
    )
)]
pub(super) async fn cancel(store: Data<Store>, staff: Staff, person: Option<Path<PersonId>>) -> Result<HttpResponse> {
    let person = other(&store, &staff, person).await?;
    match consents::cancel(&store, &staff.actor(), person).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(not_found()),
    }
}

/// About whom.
#[derive(Deserialize, ToSchema)]
pub(super) struct GuardiansRequest {
    /// Mentees, 200 at most.
    people: Vec<PersonId>,
}

/// Addresses of guardians that imports named. They prove nothing until staff have checked them.
#[derive(Serialize, ToSchema)]
pub(super) struct GuardiansResponse {
    /// In no particular order; of people who are not named there is none.
    guardians: Vec<StaffGuardian>,
}

/// The address of a guardian that an import named.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffGuardian {
    /// The mentee.
    person: PersonId,
    email: String,
    imported_at: DateTime<Utc>,
}

/// Returns the addresses of guardians that imports named and that were not asked yet.
#[web::operation(
    operation_id = "proposed_guardians",
    request_body = GuardiansRequest,
    responses(
        (status = 200, body = GuardiansResponse),
        (status = 404, description = "`not_found`: the caller reaches none of these people"),
        (status = 422, description = "`invalid`: too many people")
    )
)]
pub(super) async fn proposed(
    store: Data<Store>,
    staff: Staff,
    body: Json<GuardiansRequest>,
) -> Result<Json<GuardiansResponse>> {
    if body.people.len() > MAX_PEOPLE {
        return Err(Error::invalid("These are too many people at once."));
    }
    let found = invitations::proposed_guardians(&store, &staff.0.scope, &body.people).await?.ok_or_else(not_found)?;
    let guardian =
        |one: ProposedGuardian| StaffGuardian { person: one.person_id, email: one.email, imported_at: one.proposed_at };
    Ok(Json(GuardiansResponse { guardians: found.into_iter().map(guardian).collect() }))
}

fn refused(refusal: RequestRefusal) -> Error {
    match refusal {
        RequestRefusal::Unknown => not_found(),
        RequestRefusal::NotNeeded => {
            let message = "No guardian has to agree for this person.";
            Error::new(StatusCode::CONFLICT, "consent_not_needed", message)
        }
        RequestRefusal::Given => Error::new(StatusCode::CONFLICT, "consent_given", "A guardian has agreed already."),
        RequestRefusal::OfMember => {
            let message =
                "This address belongs to a member of the programme or of its team. Ask for the guardian's own address.";
            Error::new(StatusCode::CONFLICT, "address_of_member", message)
        }
        RequestRefusal::TooSoon => {
            let message = "A guardian was asked today already. Please wait until tomorrow.";
            Error::new(StatusCode::CONFLICT, "asked_today", message)
        }
    }
}
