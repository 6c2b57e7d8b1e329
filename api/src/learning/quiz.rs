//! A quiz with the person's last answers.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use questions::{FileAnswer, score};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::answer_files;
use store::content::{FALLBACK, Quiz, Step, text_in};
use store::learning::{self, Attempt};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Result, not_found};

use super::drawn_order::Draw;
use super::learner::Learner;
use super::own_sessions::OwnSession;
use crate::questions::{WireQuestion, add_address};

/// A quiz.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionQuiz)]
pub(crate) struct WireQuiz {
    id: String,
    help_text: String,
    locale_help_text: String,
    allow_retake: bool,
    /// Submissions so far.
    attempt: i64,
    /// When it was last submitted.
    #[schema(required)]
    submitted_on: Option<DateTime<Utc>>,
    /// After a submission, if any question has a right answer.
    #[schema(required)]
    score: Option<Score>,
    /// When staff last corrected right answers, if that was after the submission.
    #[schema(required)]
    corrected_on: Option<DateTime<Utc>>,
    /// Options say after a submission whether they are right, and why.
    questions: Vec<WireQuestion>,
    answers: Vec<QuizAnswer>,
}

/// How many questions with a right answer were answered right.
#[derive(Serialize, ToSchema)]
#[schema(as = QuizScore)]
struct Score {
    correct: usize,
    of: usize,
}

/// An answer of the last submission.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuizAnswer {
    question_key: String,
    answer: Value,
    /// The same as `answer`.
    user_answer: Value,
    /// Null for questions without a right answer.
    #[schema(required)]
    is_correct: Option<bool>,
    /// In a mentorship: what the others answered, by their ids.
    partner_answers: BTreeMap<PersonId, Value>,
}

impl WireQuiz {
    /// Returns a quiz that is not stored, as those see it who have not answered.
    pub(crate) fn unsaved(quiz: &Quiz, language: &str) -> Self {
        let questions = (1..).zip(&quiz.questions);
        Self {
            id: quiz.key.clone(),
            help_text: text_in(&quiz.help, FALLBACK).to_owned(),
            locale_help_text: text_in(&quiz.help, language).to_owned(),
            allow_retake: quiz.allow_retake,
            attempt: 0,
            submitted_on: None,
            corrected_on: None,
            score: None,
            questions: questions.map(|(order, question)| WireQuestion::new(question, order, 1, language)).collect(),
            answers: Vec::new(),
        }
    }
}

/// The session, step and quiz of a request.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct QuizPath {
    pub(super) session: String,
    pub(super) step: String,
    pub(super) quiz: String,
}

/// A quiz with what surrounds it.
pub(super) struct Found {
    pub(super) own: OwnSession,
    step: usize,
    item: usize,
}

impl Found {
    /// Finds a quiz in a session that the person may see.
    pub(super) async fn find(store: &Store, learner: &Learner, path: &QuizPath) -> Result<Self> {
        let own = OwnSession::find(store, learner, &path.session).await?;
        let steps = &own.session.definition.steps;
        let step = steps.iter().position(|step| step.key == path.step).ok_or_else(not_found)?;
        let is_wanted = |quiz: &Quiz| quiz.key == path.quiz;
        let items = &steps[step].content;
        let item = items.iter().position(|item| item.quiz.as_ref().is_some_and(is_wanted)).ok_or_else(not_found)?;
        Ok(Self { own, step, item })
    }

    pub(super) fn step(&self) -> &Step {
        &self.own.session.definition.steps[self.step]
    }

    pub(super) fn quiz(&self) -> Result<&Quiz> {
        self.step().content[self.item].quiz.as_ref().ok_or_else(not_found)
    }
}

/// Returns a quiz of a session, with the answers of the person's last submission.
#[web::operation(
    operation_id = "quiz",
    params(
        ("session" = String, Path, description = "The session."),
        ("step" = String, Path, description = "Its step."),
        ("quiz" = String, Path, description = "The quiz.")
    ),
    responses(
        (status = 200, description = "The quiz.", body = WireQuiz),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn show(store: Data<Store>, learner: Learner, path: Path<QuizPath>) -> Result<Json<WireQuiz>> {
    let found = Found::find(&store, &learner, &path).await?;
    Ok(Json(of(&store, &learner, &found).await?))
}

/// Returns a quiz for a learner.
pub(super) async fn of(store: &Store, learner: &Learner, found: &Found) -> Result<WireQuiz> {
    let (session, quiz) = (&found.own.id, found.quiz()?);
    let last = learning::attempts(store, learner.id, session).await?.remove(&quiz.key);
    let (attempt, submitted_on) = last.as_ref().map(|last| (last.attempt, last.submitted_at)).unzip();
    let draw = Draw { person: learner.id, session, quiz, attempt: attempt.unwrap_or_default() + 1 };
    let wire = |(order, question)| {
        let wire = WireQuestion::new(question, order, 1, &learner.language);
        let wire = if last.is_some() { wire.with_solution(question, &learner.language) } else { wire };
        wire.in_order(draw.order(question))
    };
    let questions = (1..).zip(&quiz.questions).map(wire).collect();
    let (correct, of) = last.as_ref().map_or((0, 0), |last| score(&quiz.questions, &last.answers));
    let corrected_on = last.as_ref().and_then(|last| found.own.session.corrected_after(&quiz.key, last.submitted_at));
    Ok(WireQuiz {
        id: quiz.key.clone(),
        help_text: text_in(&quiz.help, FALLBACK).to_owned(),
        locale_help_text: text_in(&quiz.help, &learner.language).to_owned(),
        allow_retake: quiz.allow_retake,
        attempt: attempt.unwrap_or_default(),
        submitted_on,
        corrected_on,
        score: (of > 0).then_some(Score { correct, of }),
        questions,
        answers: answers(store, learner.id, found, quiz, last).await?,
    })
}

async fn answers(
    store: &Store,
    person: PersonId,
    found: &Found,
    quiz: &Quiz,
    last: Option<Attempt>,
) -> Result<Vec<QuizAnswer>> {
    let Some(Attempt { answers, .. }) = last else { return Ok(Vec::new()) };
    let own = with_addresses(store, person, answers.clone()).await?;
    // Only who has answered sees what the others answered.
    let mut others = Vec::new();
    for partner in found.own.shared.iter().flat_map(|shared| &shared.partners) {
        let attempt =
            learning::attempts_of_partner(store, person, partner.person, &found.own.id).await?.remove(&quiz.key);
        let Some(attempt) = attempt else { continue };
        others.push((partner.person, with_addresses(store, partner.person, attempt.answers).await?));
    }
    let given = quiz.questions.iter().filter_map(|question| {
        let of_others = others.iter().filter_map(|(id, answers)| Some((*id, answers.get(&question.key)?.clone())));
        let answer = own.get(&question.key)?.clone();
        Some(QuizAnswer {
            question_key: question.key.clone(),
            user_answer: answer.clone(),
            answer,
            is_correct: question.is_right(&answers),
            partner_answers: of_others.collect(),
        })
    });
    Ok(given.collect())
}

/// Adds signed addresses to the files among a person's answers.
async fn with_addresses(
    store: &Store,
    person: PersonId,
    mut answers: BTreeMap<String, Value>,
) -> Result<BTreeMap<String, Value>> {
    if answers.values().any(|answer| FileAnswer::of(answer).is_some()) {
        let files = answer_files::of_person(store, person).await?;
        answers.values_mut().for_each(|answer| add_address(store, &files, answer));
    }
    Ok(answers)
}
