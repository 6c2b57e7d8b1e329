//! Corrects the key of a question, after a look at whom it affects.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::Store;
use store::administration::answer_keys::{self, KeyEffects, KeyRefusal, NewKey};
use store::content::QuestionPath;
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

/// The key of a question as the caller wants it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct CorrectAnswerKeyRequest {
    quiz: String,
    question: String,
    /// The right options, or all options in their right order.
    answer_key: Vec<String>,
    /// The key that the caller saw.
    expected: Vec<String>,
}

/// What a correction means for those who submitted the quiz.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct AnswerKeyEffects {
    /// People who submitted the quiz with this question and these options.
    people: usize,
    /// Those whose answer counts as right now.
    gained: usize,
    /// Those whose answer does not count as right any more.
    lost: usize,
    /// Those who have everything right now, and had not.
    all_right: usize,
}

/// Returns whom a correction would affect. Nothing changes.
#[web::operation(
    operation_id = "preview_answer_key",
    params(("session" = String, Path, description = "The key of the session.")),
    request_body = CorrectAnswerKeyRequest,
    responses(
        (status = 200, body = AnswerKeyEffects),
        (status = 403, description = "`content_read_only`: the caller may not change the content"),
        (status = 404, description = "`not_found`: no such question, or no answer to it is right or wrong"),
        (status = 422, description = "`answer_key_refused`: these options cannot be the key")
    )
)]
pub(in crate::staff) async fn preview(
    store: Data<Store>,
    staff: Staff,
    session: Path<String>,
    body: Json<CorrectAnswerKeyRequest>,
) -> Result<Json<AnswerKeyEffects>> {
    let CorrectAnswerKeyRequest { quiz, question, answer_key, expected } = body.into_inner();
    let path = QuestionPath { session: session.into_inner(), quiz, question };
    let new = NewKey { path: &path, key: &answer_key, expected: &expected };
    let effects = answer_keys::preview(&store, &staff.actor(), new).await?.map_err(refused)?;
    Ok(Json(effects.into()))
}

/// Corrects the key of a question in all versions that ask it with the same options. Audited; people whose result changes are notified.
#[web::operation(
    operation_id = "correct_answer_key",
    params(("session" = String, Path, description = "The key of the session.")),
    request_body = CorrectAnswerKeyRequest,
    responses(
        (status = 200, body = AnswerKeyEffects),
        (status = 403, description = "`content_read_only`: the caller may not change the content"),
        (status = 404, description = "`not_found`: no such question, or no answer to it is right or wrong"),
        (status = 409, description = "`changed_meanwhile`: it is not as the caller saw it; `current.answerKey` is the key now"),
        (status = 422, description = "`answer_key_refused`: these options cannot be the key")
    )
)]
pub(in crate::staff) async fn correct(
    store: Data<Store>,
    staff: Staff,
    session: Path<String>,
    body: Json<CorrectAnswerKeyRequest>,
) -> Result<Json<AnswerKeyEffects>> {
    let CorrectAnswerKeyRequest { quiz, question, answer_key, expected } = body.into_inner();
    let path = QuestionPath { session: session.into_inner(), quiz, question };
    let new = NewKey { path: &path, key: &answer_key, expected: &expected };
    let effects = answer_keys::correct(&store, &staff.actor(), new).await?.map_err(refused)?;
    Ok(Json(effects.into()))
}

fn refused(refusal: KeyRefusal) -> Error {
    match refusal {
        KeyRefusal::NotPermitted => {
            let message = "Content belongs to the whole installation. Its administrators change it.";
            Error::new(StatusCode::FORBIDDEN, "content_read_only", message)
        }
        KeyRefusal::NotFound => not_found(),
        KeyRefusal::Changed(key) => {
            let message = "A colleague has changed this meanwhile. Please look again.";
            Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(json!({"answerKey": key}))
        }
        KeyRefusal::Invalid => {
            let message = "These options cannot be the right answer.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "answer_key_refused", message)
        }
    }
}

impl From<KeyEffects> for AnswerKeyEffects {
    fn from(KeyEffects { people, gained, lost, all_right }: KeyEffects) -> Self {
        Self { people, gained, lost, all_right }
    }
}
