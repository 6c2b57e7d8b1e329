//! Decisions about applications.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use serde_json::json;
use store::administration::{ApplicationStep, Decided, DecisionRefusal, decide_application};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::other;

/// What becomes of an application.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub(super) enum DecisionRequest {
    /// The person takes part.
    Approve,
    /// They do not; the account is erased after 30 days.
    Decline {
        /// What the person reads: 3 to 500 characters.
        note: String,
    },
    /// Staff look again at what they declined.
    Reopen,
}

/// Decides about the application of a person, who gets a mail. Contact and matching follow at once.
#[web::operation(
    operation_id = "decide_application",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = DecisionRequest,
    responses(
        (status = 204, description = "Decided."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`decided_already`: it is not any more what the decision begins with; `account_closed`"),
        (status = 422, description = "`invalid`: no note")
    )
)]
pub(super) async fn decide(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<DecisionRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let note = match &*body {
        DecisionRequest::Decline { note } => reason_text(note)
            .map_err(|error| error.field("note", "Write the person a sentence: 3 to 500 characters."))?,
        DecisionRequest::Approve | DecisionRequest::Reopen => String::new(),
    };
    let step = match &*body {
        DecisionRequest::Approve => ApplicationStep::Approve,
        DecisionRequest::Decline { .. } => ApplicationStep::Decline { note: &note },
        DecisionRequest::Reopen => ApplicationStep::Reopen,
    };
    decide_application(&store, &staff.actor(), id, step).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// The refusal of a step of an application.
pub(crate) fn refused(refusal: DecisionRefusal) -> Error {
    match refusal {
        DecisionRefusal::Unknown => not_found(),
        DecisionRefusal::Closed => {
            let message = "The account is closed. Open it first.";
            Error::new(StatusCode::CONFLICT, "account_closed", message)
        }
        DecisionRefusal::Decided(Decided { state, by, at }) => {
            let message = "This application was decided meanwhile. Look at what it is now.";
            let current = json!({"state": state, "by": by, "at": at});
            Error::new(StatusCode::CONFLICT, "decided_already", message).current(current)
        }
    }
}
