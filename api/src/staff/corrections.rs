//! Corrections of the name and the address of a person.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::corrections::{self, CorrectionRefusal, Identity};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::other;
use crate::validation::{self, person_name};

/// Name and address of a person.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PersonIdentity {
    first_name: String,
    last_name: String,
    email: String,
}

/// A correction.
#[derive(Deserialize, ToSchema)]
pub(super) struct CorrectionRequest {
    /// What the caller saw.
    was: PersonIdentity,
    /// What it is from now on.
    is: PersonIdentity,
    /// What was checked: 3 to 500 characters.
    reference: String,
}

impl PersonIdentity {
    /// Checks what is entered, apart from what stays as it was: earlier rules may have allowed it.
    fn checked(&self, was: &Self) -> Result<Identity> {
        let name = |is: &String, was: &String| if is == was { Some(is.clone()) } else { person_name::parse(is).ok() };
        let first_name = name(&self.first_name, &was.first_name);
        let last_name = name(&self.last_name, &was.last_name);
        let email = if self.email == was.email { Some(self.email.clone()) } else { validation::email(&self.email) };
        let checks = [
            ("firstName", "Please enter a first name.", first_name.is_some()),
            ("lastName", "Please enter a last name.", last_name.is_some()),
            ("email", "This is not an email address.", email.is_some()),
        ];
        let (Some(first_name), Some(last_name), Some(email)) = (first_name, last_name, email) else {
            let wrong = checks.into_iter().filter(|(.., is_valid)| !is_valid);
            let refusal = Error::invalid("Please check what is marked.");
            return Err(wrong.fold(refusal, |error, (field, sentence, _)| error.field(field, sentence)));
        };
        Ok(Identity { first_name, last_name, email })
    }
}

/// Corrects the name or the address of a person. Everything that shows them follows; another address is the one of the next sign-in. The
/// person gets a mail, with another address at both.
#[web::operation(
    operation_id = "correct_person",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = CorrectionRequest,
    responses(
        (status = 204, description = "Corrected."),
        (status = 403, description = "`own_record`: staff change nothing about themselves; `only_administrators`: the person is staff"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`changed_meanwhile`: it is not any more what the caller saw; `address_unavailable`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn correct(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<CorrectionRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let CorrectionRequest { was, is, reference } = body.into_inner();
    let is = is.checked(&was)?;
    let reference = reason_text(&reference)
        .map_err(|error| error.field("reference", "Say what you checked: 3 to 500 characters."))?;
    let seen = Identity { first_name: was.first_name, last_name: was.last_name, email: was.email };
    match corrections::correct(&store, &staff.actor(), id, &is, &seen, &reference).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(CorrectionRefusal::Unknown) => Err(not_found()),
        Err(CorrectionRefusal::OnlyAdministrators) => {
            let message = "This is the account of a colleague. Only an administrator can correct it.";
            Err(Error::new(StatusCode::FORBIDDEN, "only_administrators", message))
        }
        Err(CorrectionRefusal::AddressUnavailable) => {
            let message = "This address cannot be used for this account. Check it with the person.";
            Err(Error::new(StatusCode::CONFLICT, "address_unavailable", message).field("email", message))
        }
        Err(CorrectionRefusal::ChangedMeanwhile(now)) => {
            let message = "A colleague changed this meanwhile. Look at what it is now, and decide again.";
            let current = json!({"firstName": now.first_name, "lastName": now.last_name, "email": now.email});
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(current))
        }
    }
}
