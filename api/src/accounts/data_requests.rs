//! What the signed-in person demands of their record.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::data_requests::{self, AskRefusal, CloseRefusal, Kind, NewRequest, Outcome};
use store::staff::Actor;
use store::{DataRequestId, Store};
use utoipa::ToSchema;
use web::{Caller, Error, Result, not_found};

/// The longest words of a request.
const MAX_WORDS: usize = 2000;

/// A request about a record.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataRequest {
    id: DataRequestId,
    kind: Kind,
    /// In the words of the person.
    words: String,
    /// The day on which it was received.
    received_on: NaiveDate,
    /// The last day for the answer.
    due_on: NaiveDate,
    /// Why the answer takes two months more.
    #[schema(required)]
    extension: Option<String>,
    /// How it ended; null while it is open.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// What staff wrote with the outcome.
    answer: String,
    #[schema(required)]
    closed_at: Option<DateTime<Utc>>,
}

impl From<data_requests::DataRequest> for DataRequest {
    fn from(found: data_requests::DataRequest) -> Self {
        let data_requests::DataRequest {
            id,
            kind,
            words,
            received_on,
            due_on,
            extension,
            outcome,
            answer,
            closed_at,
            ..
        } = found;
        Self { id, kind, words, received_on, due_on, extension, outcome, answer, closed_at }
    }
}

/// A request to make.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataRequestRequest {
    pub(crate) kind: Kind,
    /// At most 2,000 characters; a copy needs none.
    #[serde(default)]
    pub(crate) words: String,
    /// For staff: the day on which it came by post or phone, within the past year. Today if it is left out.
    #[serde(default)]
    pub(crate) received_on: Option<NaiveDate>,
}

impl DataRequestRequest {
    /// Returns the words, which only a copy does not need.
    pub(crate) fn checked_words(&self) -> Result<&str> {
        let words = self.words.trim();
        if words.is_empty() && self.kind != Kind::Access {
            let sentence = "Please say in a few words what should happen.";
            return Err(Error::invalid(sentence).field("words", sentence));
        }
        if words.chars().count() > MAX_WORDS {
            let sentence = "Please write at most 2,000 characters.";
            return Err(Error::invalid(sentence).field("words", sentence));
        }
        Ok(words)
    }
}

/// Returns the answer for a request that is not entered.
pub(crate) fn not_entered(refusal: AskRefusal) -> Error {
    match refusal {
        AskRefusal::Unknown => not_found(),
        AskRefusal::Open => {
            let message = "A request of this kind is open already.";
            Error::new(StatusCode::CONFLICT, "request_open", message)
        }
        AskRefusal::Day => {
            let sentence = "Choose a day within the past year.";
            Error::invalid(sentence).field("receivedOn", sentence)
        }
        AskRefusal::TooMany => {
            let message = "You have asked several times today. Please try again tomorrow.";
            Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message).retry_after(24 * 3600)
        }
    }
}

/// Lists the requests of the person about their record, newest first.
#[web::operation(operation_id = "own_data_requests", responses((status = 200, body = Vec<DataRequest>)))]
pub(super) async fn list(store: Data<Store>, caller: Caller) -> Result<Json<Vec<DataRequest>>> {
    let found = data_requests::of_person(&store, caller.person).await?;
    Ok(Json(found.into_iter().map(DataRequest::from).collect()))
}

/// Asks for a copy of what is stored, a correction, or the erasure. Staff answer within a calendar month; a mail says by when.
#[web::operation(
    operation_id = "demand_data",
    request_body = DataRequestRequest,
    responses(
        (status = 204, description = "Received."),
        (status = 409, description = "`request_open`: one of this kind is open"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn ask(store: Data<Store>, caller: Caller, body: Json<DataRequestRequest>) -> Result<HttpResponse> {
    let new = NewRequest { kind: body.kind, words: body.checked_words()?, received_on: None };
    data_requests::ask(&store, &Actor::Person(caller.person), caller.person, new).await?.map_err(not_entered)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Withdraws a request of the person that is open.
#[web::operation(
    operation_id = "withdraw_data_request",
    params(("request" = DataRequestId, Path, description = "The request.")),
    responses(
        (status = 204, description = "Withdrawn."),
        (status = 404, description = "`not_found`: no such request of the person"),
        (status = 409, description = "`request_closed`: staff have answered meanwhile")
    )
)]
pub(super) async fn withdraw(
    store: Data<Store>,
    caller: Caller,
    request: Option<Path<DataRequestId>>,
) -> Result<HttpResponse> {
    let (id, by) = (request.ok_or_else(not_found)?.into_inner(), Actor::Person(caller.person));
    match data_requests::close(&store, &by, caller.person, id, Outcome::Withdrawn, "").await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(CloseRefusal::Closed(_)) => {
            let message = "This request was answered meanwhile.";
            Err(Error::new(StatusCode::CONFLICT, "request_closed", message))
        }
        Err(
            CloseRefusal::Unknown
            | CloseRefusal::NotExtendable
            | CloseRefusal::LastAdministrator
            | CloseRefusal::Unanswered(_),
        ) => Err(not_found()),
    }
}
