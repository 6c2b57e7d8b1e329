//! What people demand of their record, as staff answer it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::data_requests::{self, CloseRefusal, Kind, NewRequest, Outcome, Unanswered};
use store::{DataRequestId, PersonId, Store, export};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::NO_SUCH_PERSON;
use super::person_acts::{ReasonRequest, other};
use super::team::roles::last_administrator;
use crate::accounts::data_requests::{DataRequest, DataRequestRequest, not_entered};
use crate::list_export::{streamed, temporary_file};

/// The longest answer.
const MAX_ANSWER: usize = 500;

/// A request as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffDataRequest {
    #[serde(flatten)]
    request: DataRequest,
    /// Whether staff entered it.
    is_entered: bool,
    /// Whether the caller entered it: then a colleague makes the copy or agrees to the erasure.
    is_entered_by_self: bool,
    /// The name of the member of staff who closed it.
    #[schema(required)]
    closed_by: Option<String>,
}

impl StaffDataRequest {
    fn new(found: data_requests::DataRequest, caller: PersonId) -> Self {
        let is_entered_by_self = found.entered_by == Some(caller);
        Self {
            is_entered: found.is_entered,
            is_entered_by_self,
            closed_by: found.closed_by.clone(),
            request: found.into(),
        }
    }
}

/// Lists what a person demands of their record, newest first.
#[web::operation(
    operation_id = "staff_data_requests",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 200, body = Vec<StaffDataRequest>),
        (status = 403, description = "`own_record`: staff handle nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON)
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<Json<Vec<StaffDataRequest>>> {
    let id = other(&store, &staff, person).await?;
    let found = data_requests::of_person(&store, id).await?;
    Ok(Json(found.into_iter().map(|one| StaffDataRequest::new(one, staff.0.person)).collect()))
}

/// Enters a request that came by post or phone. The person gets a mail with the day of the answer.
#[web::operation(
    operation_id = "enter_data_request",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = DataRequestRequest,
    responses(
        (status = 204, description = "Entered."),
        (status = 403, description = "`own_record`: staff handle nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`request_open`: one of this kind is open"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn enter(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<DataRequestRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let new = NewRequest { kind: body.kind, words: body.checked_words()?, received_on: body.received_on };
    data_requests::ask(&store, &staff.actor(), id, new).await?.map_err(not_entered)?;
    Ok(HttpResponse::NoContent().finish())
}

/// How a request ends.
#[derive(Deserialize, ToSchema)]
pub(super) struct ClosingRequest {
    outcome: Outcome,
    /// What the person reads, at most 500 characters; needed where it is declined.
    #[serde(default)]
    answer: String,
}

/// Closes a request for a copy or a correction that was done, or any that is declined or withdrawn. The person gets a mail with the answer.
#[web::operation(
    operation_id = "close_data_request",
    params(
        ("person" = PersonId, Path, description = "The person."),
        ("request" = DataRequestId, Path, description = "The request.")
    ),
    request_body = ClosingRequest,
    responses(
        (status = 204, description = "Closed."),
        (status = 403, description = "`own_record`: staff handle nothing about themselves"),
        (status = 404, description = "`not_found`: no such request"),
        (status = 409, description = "`request_closed`: it was closed meanwhile"),
        (status = 422, description = "`invalid`: declined without an answer, or an erasure, which has a route of its own")
    )
)]
pub(super) async fn close(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(PersonId, DataRequestId)>>,
    body: Json<ClosingRequest>,
) -> Result<HttpResponse> {
    let (person, id) = of_other(&store, &staff, path).await?;
    let ClosingRequest { outcome, answer } = body.into_inner();
    let answer = match outcome {
        Outcome::Declined => reason_text(&answer)
            .map_err(|error| error.field("answer", "Say why: 3 to 500 characters. The person reads it."))?,
        _ => answer.trim().to_owned(),
    };
    if answer.chars().count() > MAX_ANSWER {
        let sentence = "Please write at most 500 characters.";
        return Err(Error::invalid(sentence).field("answer", sentence));
    }
    if outcome == Outcome::Done && kind_of(&store, person, id).await? == Kind::Erasure {
        return Err(Error::invalid("An erasure is confirmed with a recent code."));
    }
    closed(data_requests::close(&store, &staff.actor(), person, id, outcome, &answer).await?)
}

/// Agrees to an erasure: the account is closed at once, and erased a day later. Opening it again before takes that back.
#[web::operation(
    operation_id = "agree_to_erasure",
    params(
        ("person" = PersonId, Path, description = "The person."),
        ("request" = DataRequestId, Path, description = "The request.")
    ),
    responses(
        (status = 204, description = "The account is closed."),
        (status = 403, description = "`own_record`: staff handle nothing about themselves; `entered_by_self`; `only_administrators`: the person is staff; `second_factor_required`"),
        (status = 404, description = "`not_found`: no such request for an erasure"),
        (status = 409, description = "`request_closed`: it was closed meanwhile; `last_administrator`")
    )
)]
pub(super) async fn erase(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(PersonId, DataRequestId)>>,
) -> Result<HttpResponse> {
    let (person, id) = of_other(&store, &staff, path).await?;
    if kind_of(&store, person, id).await? != Kind::Erasure {
        return Err(not_found());
    }
    closed(data_requests::close(&store, &staff.actor(), person, id, Outcome::Done, "").await?)
}

/// Takes two months more for the answer, once, before the first month is over. The person gets a mail with the reason.
#[web::operation(
    operation_id = "extend_data_request",
    params(
        ("person" = PersonId, Path, description = "The person."),
        ("request" = DataRequestId, Path, description = "The request.")
    ),
    request_body = ReasonRequest,
    responses(
        (status = 204, description = "Extended."),
        (status = 403, description = "`own_record`: staff handle nothing about themselves"),
        (status = 404, description = "`not_found`: no such request"),
        (status = 409, description = "`request_closed`; `not_extendable`: extended already, or the month is over"),
        (status = 422, description = "`invalid`: no reason")
    )
)]
pub(super) async fn extend(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(PersonId, DataRequestId)>>,
    body: Json<ReasonRequest>,
) -> Result<HttpResponse> {
    let (person, id) = of_other(&store, &staff, path).await?;
    let reason = reason_text(&body.reason)?;
    closed(data_requests::extend(&store, &staff.actor(), person, id, &reason).await?)
}

/// Returns everything that is stored about a person who asked for it, as a ZIP file. Audited.
#[web::operation(
    operation_id = "copy_of_person",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 200, description = "A ZIP file.", content_type = "application/zip", body = Vec<u8>),
        (status = 403, description = "`own_record`: staff handle nothing about themselves; `entered_by_self`; `only_administrators`: the person is staff; `second_factor_required`"),
        (status = 404, description = "`not_found`: no such person with an open request for a copy")
    )
)]
pub(super) async fn copy(store: Data<Store>, staff: Staff, person: Option<Path<PersonId>>) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let actor = staff.actor();
    data_requests::may_copy(&store, &actor, id).await?.ok_or_else(not_found)?.map_err(unanswered)?;
    let found = export::everything_about(&store, &actor, id).await?.ok_or_else(not_found)?;
    let (file, _) = found.into_zip(&store, temporary_file()?).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"copy.zip\""))
        .streaming::<_, std::io::Error>(streamed(file)?))
}

/// Finds the person of a path, whose requests the caller handles, and the id of the request.
async fn of_other(
    store: &Store,
    staff: &Staff,
    path: Option<Path<(PersonId, DataRequestId)>>,
) -> Result<(PersonId, DataRequestId)> {
    let (person, id) = path.ok_or_else(not_found)?.into_inner();
    Ok((other(store, staff, Some(person.into())).await?, id))
}

async fn kind_of(store: &Store, person: PersonId, id: DataRequestId) -> Result<Kind> {
    let found = data_requests::of_person(store, person).await?;
    found.into_iter().find(|request| request.id == id).map(|request| request.kind).ok_or_else(not_found)
}

fn unanswered(refusal: Unanswered) -> Error {
    match refusal {
        Unanswered::OnlyAdministrators => {
            let message = "This is the account of a colleague. Only an administrator can do this.";
            Error::new(StatusCode::FORBIDDEN, "only_administrators", message)
        }
        Unanswered::EnteredBySelf => {
            let message = "Another colleague has to do this, because you entered the request.";
            Error::new(StatusCode::FORBIDDEN, "entered_by_self", message)
        }
    }
}

fn closed(outcome: std::result::Result<(), CloseRefusal>) -> Result<HttpResponse> {
    match outcome {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(CloseRefusal::Unknown) => Err(not_found()),
        Err(CloseRefusal::Closed(request)) => {
            let message = "This request was closed meanwhile.";
            let current = json!({"outcome": request.outcome, "by": request.closed_by, "at": request.closed_at});
            Err(Error::new(StatusCode::CONFLICT, "request_closed", message).current(current))
        }
        Err(CloseRefusal::Unanswered(refusal)) => Err(unanswered(refusal)),
        Err(CloseRefusal::LastAdministrator) => Err(last_administrator()),
        Err(CloseRefusal::NotExtendable) => {
            let message = "The time for the answer cannot be extended any more.";
            Err(Error::new(StatusCode::CONFLICT, "not_extendable", message))
        }
    }
}
