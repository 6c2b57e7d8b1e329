//! Asking a guardian by mail.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::consents::{self, NewConsentRequest, RequestRefusal, State};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::other;
use crate::content::languages;
use crate::validation;

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
    mailed_at: DateTime<Utc>,
    /// Until when the guardian can answer.
    expires_at: DateTime<Utc>,
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
        mailed_at: request.mailed_at,
        expires_at: request.expires_at,
        answered_at: request.answered_at,
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
        (status = 422, description = "`invalid`, with the fields")
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
        let sentence = "This is not an email address.";
        Error::invalid(sentence).field("email", sentence)
    })?;
    let language = languages::known(&store, &body.language).await?.ok_or_else(|| {
        let sentence = "Please choose one of our languages.";
        Error::invalid(sentence).field("language", sentence)
    })?;
    let reference = reason_text(&body.reference)
        .map_err(|error| error.field("reference", "Say where this address stands: 3 to 500 characters."))?;
    let new = NewConsentRequest { person, email: &email, language: &language, reference: &reference };
    consents::request(&store, &staff.actor(), new).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
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
            let message = "This address belongs to a member of the programme. Ask for the guardian's own address.";
            Error::new(StatusCode::CONFLICT, "address_of_member", message)
        }
        RequestRefusal::TooSoon => {
            let message = "A guardian was asked today already. Please wait until tomorrow.";
            Error::new(StatusCode::CONFLICT, "asked_today", message)
        }
    }
}
