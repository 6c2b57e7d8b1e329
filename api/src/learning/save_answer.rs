//! Submits a quiz.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Payload};
use chrono::{DateTime, Utc};
use questions::{Problem, submit};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use store::Store;
use store::learning::{self, QuizOutcome};
use utoipa::ToSchema;
use web::{Caller, Error, RateLimit, Result};

use super::learner::Learner;
use super::progress::{done_offline, not_started, step_order};
use super::quiz::{self, Found, QuizPath, WireQuiz};
use crate::Settings;
use crate::questions::{AnswerForm, Answers, invalid_answers, malformed};
use crate::request_id::is_request_id;

/// The form, for the OpenAPI document. Files may be fields with the keys of their questions.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct SaveAnswerRequest {
    /// JSON: `{session, step, quiz, answer_json, requestId?, at?, sentAt?, mentorship?}`. `answer_json` is an object by question key, or a
    /// list of `{questionKey, answer}`; a repeated `requestId` is the same attempt.
    data: String,
}

#[derive(Deserialize)]
struct SaveAnswer {
    #[serde(flatten)]
    path: QuizPath,
    #[serde(alias = "answerJson")]
    answer_json: Answers,
    #[serde(default, alias = "requestId")]
    request_id: Option<String>,
    #[serde(default)]
    at: Option<DateTime<Utc>>,
    #[serde(default, rename = "sentAt", alias = "sent_at")]
    sent_at: Option<DateTime<Utc>>,
    #[serde(default, rename = "mentorship")]
    _mentorship: Option<IgnoredAny>,
}

/// A quiz after its submission.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveAnswerResponse {
    #[serde(flatten)]
    quiz: WireQuiz,
    /// Whether the step of the quiz is complete.
    step_completed: bool,
    /// As in the session.
    session_status: &'static str,
}

/// Submits the answers of a quiz; a quiz without any is skipped. In the learning hub its step is completed if
/// nothing else is missing.
#[web::operation(
    operation_id = "save_quiz_answers",
    request_body(content = SaveAnswerRequest, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The quiz with its solution.", body = SaveAnswerResponse),
        (status = 400, description = "`malformed`"),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_started`, `step_order`, `retake_off`"),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "`invalid_answers`, with `problems` by question; `file_broken`"),
        (status = 429, description = "`rate_limited`: too many attempts or files")
    )
)]
pub(super) async fn save(
    store: Data<Store>,
    settings: Data<Settings>,
    learner: Learner,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<SaveAnswerResponse>> {
    let mut form = AnswerForm::read(&request, payload).await?;
    let saved = save_form(&store, &settings.limits.answer_files, &learner, &caller, &mut form).await;
    form.remove_unused_files(&store).await;
    saved.map(Json)
}

async fn save_form(
    store: &Store,
    uploads: &RateLimit,
    learner: &Learner,
    caller: &Caller,
    form: &mut AnswerForm<SaveAnswer>,
) -> Result<SaveAnswerResponse> {
    let given = form.data.request_id.take().filter(|id| !id.is_empty());
    if !given.as_deref().is_none_or(is_request_id) {
        return Err(malformed());
    }
    let path = form.data.path.clone();
    let found = Found::find(store, learner, &path).await?;
    let quiz = found.quiz()?;
    let mut answers = form.data.answer_json.clone().into_map();
    form.add_files(store, uploads, learner.id, quiz.questions.iter(), &mut answers).await?;
    if answers.values().any(|answer| !answer.is_null()) {
        let today = (store.clock.now() + chrono::Duration::hours(14)).date_naive();
        let submission = submit(&quiz.questions, &answers, today).map_err(invalid_answers)?;
        let id = given.unwrap_or_else(|| store.clock.id::<store::JobId>().to_string());
        let session = &found.own.session.definition;
        let (step, offline) = (found.step(), done_offline(caller, form.data.at, form.data.sent_at));
        let outcome =
            learning::submit_quiz(store, learner.id, &path.session, session, step, quiz, &submission, &id, offline)
                .await?;
        match outcome {
            QuizOutcome::Stored => {}
            QuizOutcome::NotStarted => return Err(not_started()),
            QuizOutcome::StepOrder => return Err(step_order()),
            QuizOutcome::RetakeOff => {
                let sentence = "This quiz cannot be taken again.";
                return Err(Error::new(StatusCode::CONFLICT, "retake_off", sentence));
            }
            QuizOutcome::FilesUnknown(keys) => {
                return Err(invalid_answers(keys.into_iter().map(|key| (key, Problem::WrongForm)).collect()));
            }
        }
    }
    let after = Found::find(store, learner, &path).await?;
    Ok(SaveAnswerResponse {
        quiz: quiz::of(store, learner, &after).await?,
        step_completed: after.own.done.steps.contains(&path.step),
        session_status: after.own.status().wire(),
    })
}
