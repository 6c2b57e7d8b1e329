//! A session with its quizzes: the keys, and what people answered.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use questions::Question;
use serde::Serialize;
use store::Store;
use store::content::{self, Quiz, Step, session_progress, text_in};
use store::learning::results::{self, Tally};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::StaffSession;
use crate::content::languages;

/// A session with its quizzes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffSessionResponse {
    session: StaffSession,
    /// Whether the caller corrects keys: definitions belong to the whole installation.
    may_correct: bool,
    quizzes: Vec<StaffQuiz>,
}

/// A quiz of the newest version.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffQuiz {
    key: String,
    /// The name of its step.
    step: String,
    /// When a key of it was last corrected.
    #[schema(required)]
    corrected_at: Option<DateTime<Utc>>,
    questions: Vec<StaffQuestion>,
}

/// A question with its key, and the last answers of people in the caller's programmes, in all versions that ask it with these options.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffQuestion {
    key: String,
    title: String,
    /// The name of its type in the specification.
    r#type: &'static str,
    /// Whether its answer is an order of all options.
    is_arranged: bool,
    /// The right options, or all in their right order; null if no answer is right or wrong.
    #[schema(required)]
    answer_key: Option<Vec<String>>,
    /// Those who submitted the quiz.
    submitted: i64,
    /// Those of them who answered this question.
    answered: i64,
    /// Those whose answer is right.
    right: i64,
    options: Vec<StaffOption>,
}

/// An option of a question.
#[derive(Serialize, ToSchema)]
struct StaffOption {
    key: String,
    label: String,
    /// What people read about it after the quiz.
    explanation: String,
    /// Those who chose it; of an arrangement, those who put it in its place.
    count: i64,
}

/// Returns a session with the keys of its quizzes.
#[web::operation(
    operation_id = "staff_session",
    params(("session" = String, Path, description = "The key of the session.")),
    responses((status = 200, body = StaffSessionResponse), (status = 404, description = "`not_found`: no such session"))
)]
pub(in crate::staff) async fn show(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    session: Path<String>,
) -> Result<Json<StaffSessionResponse>> {
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    let newest = catalogue.sessions.to_begin(&session).ok_or_else(not_found)?;
    let scope = &staff.0.scope;
    let reached = results::reached(&store, scope).await?;
    let tallies = results::tallies(&store, scope, &catalogue, newest).await?;
    let quizzes = newest.definition.steps.iter().flat_map(|step| {
        let quiz = |quiz| StaffQuiz::new(step, quiz, newest.corrected_at(&quiz.key), &tallies, &language);
        session_progress::quizzes(step).map(quiz)
    });
    Ok(Json(StaffSessionResponse {
        quizzes: quizzes.collect(),
        may_correct: scope.includes(None),
        session: StaffSession::new(newest, &catalogue, scope, &reached, &language),
    }))
}

impl StaffQuiz {
    fn new(
        step: &Step,
        quiz: &Quiz,
        corrected_at: Option<DateTime<Utc>>,
        tallies: &BTreeMap<(String, String), Tally>,
        language: &str,
    ) -> Self {
        let question = |question: &Question| {
            let tally = tallies.get(&(quiz.key.clone(), question.key.clone()));
            StaffQuestion::new(question, tally.unwrap_or(&Tally::default()), language)
        };
        Self {
            key: quiz.key.clone(),
            step: text_in(&step.title, language).to_owned(),
            corrected_at,
            questions: quiz.questions.iter().map(question).collect(),
        }
    }
}

impl StaffQuestion {
    fn new(question: &Question, tally: &Tally, language: &str) -> Self {
        let options = question.options.iter().map(|option| StaffOption {
            key: option.key.clone(),
            label: text_in(&option.label, language).to_owned(),
            explanation: text_in(&option.explanation, language).to_owned(),
            count: tally.options.get(&option.key).copied().unwrap_or_default(),
        });
        Self {
            key: question.key.clone(),
            title: text_in(&question.label, language).to_owned(),
            r#type: question.question_type.into(),
            is_arranged: question.is_arranged(),
            answer_key: question.answer_key(),
            submitted: tally.submitted,
            answered: tally.answered,
            right: tally.right,
            options: options.collect(),
        }
    }
}
