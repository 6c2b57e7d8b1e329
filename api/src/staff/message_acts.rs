//! What staff do in a conversation with a person: answer, give it to a colleague, set it aside.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use serde_json::json;
use store::team::{self, AnswerRefusal, NewAnswer, conversation};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::names::{StaffName, names_of};
use super::person::NO_SUCH_PERSON;

/// Characters of an answer.
const MAX_CHARS: usize = 4_000;

/// Characters of the id that a page gives an answer.
const MAX_TEMP_ID_CHARS: usize = 64;

/// Whom a conversation can be given to.
#[web::operation(
    operation_id = "staff_colleagues",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 200, description = "Staff who may answer the person, by name.", body = Vec<StaffName>),
        (status = 404, description = NO_SUCH_PERSON)
    )
)]
pub(super) async fn colleagues(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<Json<Vec<StaffName>>> {
    let id = person.ok_or_else(not_found)?.into_inner();
    let colleagues = team::colleagues(&store, &staff.0, id).await?.ok_or_else(not_found)?;
    let name = names_of(&store, &colleagues).await?;
    let mut names: Vec<StaffName> = colleagues.iter().copied().map(name).collect();
    names.sort_by_cached_key(|one| text_fold::fold(one.name()));
    Ok(Json(names))
}

/// An answer to a person.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswerRequest {
    /// The page's own id of the answer: sent again, it is stored once.
    temp_id: String,
    /// 1 to 4,000 characters.
    text: String,
    /// The number of the newest message that the caller saw; null if they write to many and looked at no conversation: what waits for an
    /// answer still waits then.
    seen: Option<i64>,
}

/// Answers a person in the name of the team.
#[web::operation(
    operation_id = "answer_person",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = AnswerRequest,
    responses(
        (status = 204, description = "The person reads it."),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`answered_meanwhile`, with `by` and `at` as the current value: a colleague answered what the caller has not seen; `account_closed`"),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn answer(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<AnswerRequest>,
) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    let AnswerRequest { temp_id, text, seen } = body.into_inner();
    if !(1..=MAX_TEMP_ID_CHARS).contains(&temp_id.chars().count()) || temp_id.contains('\0') {
        return Err(Error::invalid("This answer has no valid id."));
    }
    let text = bounded(&text)?;
    team::answer(&store, &staff.actor(), id, NewAnswer { temp_id: &temp_id, body: &text, seen })
        .await?
        .map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Checks a text that staff write.
pub(super) fn bounded(text: &str) -> Result<String> {
    let text = text_fold::clean_text(text);
    let text = text.trim();
    if text_fold::is_blank(text) {
        return Err(Error::invalid("Please write something.").field("text", "Please write something."));
    }
    if text.chars().count() > MAX_CHARS {
        let sentence = format!("At most {MAX_CHARS} characters, please.");
        return Err(Error::invalid("This text is too long.").field("text", sentence));
    }
    Ok(text.to_owned())
}

/// Who takes care of a conversation.
#[derive(Deserialize, ToSchema)]
pub(super) struct AssignmentRequest {
    /// Who had it on the page of the caller; null if it was left to all.
    before: Option<PersonId>,
    /// Who has it from now on; null leaves it to all.
    to: Option<PersonId>,
}

/// Gives a conversation to a colleague, takes it, or leaves it to all.
#[web::operation(
    operation_id = "assign_conversation",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = AssignmentRequest,
    responses(
        (status = 204, description = "Done."),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`assigned_meanwhile`, with `to` as the current value: it is not any more as the caller saw it"),
        (status = 422, description = "`invalid`: the colleague may not answer this person")
    )
)]
pub(super) async fn assign(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<AssignmentRequest>,
) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    team::assign(&store, &staff.actor(), id, body.before, body.to).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Up to which message something holds.
#[derive(Deserialize, ToSchema)]
pub(super) struct SeenRequest {
    /// The number of the newest message that the caller saw.
    seen: i64,
}

/// Sets aside what the caller saw: it needs no answer.
#[web::operation(
    operation_id = "settle_conversation",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = SeenRequest,
    responses((status = 204, description = "Done."), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn settle(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<SeenRequest>,
) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    done(team::settle(&store, &staff.actor(), id, body.seen).await?)
}

/// Lets the last message of the person wait for an answer again.
#[web::operation(
    operation_id = "reopen_conversation",
    params(("person" = PersonId, Path, description = "The person.")),
    responses((status = 204, description = "Done."), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn reopen(store: Data<Store>, staff: Staff, person: Option<Path<PersonId>>) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    done(team::reopen(&store, &staff.actor(), id).await?)
}

/// Shows the person that the team has read what the caller saw.
#[web::operation(
    operation_id = "read_team_messages",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = SeenRequest,
    responses((status = 204, description = "Done."), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn mark_read(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<SeenRequest>,
) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    done(conversation::mark_read(&store, &staff.0, id, body.seen).await?)
}

fn done(is_known: bool) -> Result<HttpResponse> {
    if is_known { Ok(HttpResponse::NoContent().finish()) } else { Err(not_found()) }
}

fn refused(refusal: AnswerRefusal) -> Error {
    match refusal {
        AnswerRefusal::Unknown => not_found(),
        AnswerRefusal::Answered { by, at } => {
            let message = "A colleague has answered meanwhile. Please look at the answer first.";
            Error::new(StatusCode::CONFLICT, "answered_meanwhile", message).current(json!({"by": by, "at": at}))
        }
        AnswerRefusal::Assigned { to } => {
            let message = "A colleague has changed meanwhile who takes care of this. Please look again.";
            Error::new(StatusCode::CONFLICT, "assigned_meanwhile", message).current(json!({"to": to}))
        }
        AnswerRefusal::Closed => {
            let message = "The account of this person is closed, so they could not read it.";
            Error::new(StatusCode::CONFLICT, "account_closed", message)
        }
        AnswerRefusal::NoColleague => {
            let sentence = "This colleague may not answer this person.";
            Error::invalid(sentence).field("to", sentence)
        }
    }
}
