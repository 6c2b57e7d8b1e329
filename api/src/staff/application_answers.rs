//! The answers of an applicant, which staff read before they decide, and of those whom they approved.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use questions::{AnswerForm, Question, QuestionType};
use serde::Serialize;
use serde_json::Value;
use store::administration::{SubmittedStage, read_application};
use store::content::{self, Catalogue, text_in};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::person_acts::other;
use crate::content::languages;

/// What an applicant answered in a survey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnsweredSurvey {
    title: String,
    answers: Vec<AnsweredQuestion>,
}

/// A question with its answer, in the language of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnsweredQuestion {
    question: String,
    /// One or more texts; a day such as `2009-03-14`; empty for a file, which is not shown.
    answer: Vec<String>,
}

/// Returns the answers that an applicant has submitted, while staff decide and afterwards, unless they withdrew. Audited.
#[web::operation(
    operation_id = "application_answers",
    params(("person" = PersonId, Path, description = "The applicant.")),
    responses(
        (status = 200, body = Vec<AnsweredSurvey>),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = "`not_found`: no such person, or no application of theirs, or a withdrawn one")
    )
)]
pub(super) async fn read(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    request: HttpRequest,
) -> Result<Json<Vec<AnsweredSurvey>>> {
    let id = other(&store, &staff, person).await?;
    let stages = read_application(&store, &staff.actor(), id).await?.ok_or_else(not_found)?;
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    let mut surveys: Vec<AnsweredSurvey> = Vec::new();
    let mut last = None;
    for stage in &stages {
        let Some((title, answers)) = in_words(stage, &catalogue, &language) else { continue };
        if last.replace(&stage.survey) != Some(&stage.survey) {
            surveys.push(AnsweredSurvey { title, answers: Vec::new() });
        }
        if let Some(survey) = surveys.last_mut() {
            survey.answers.extend(answers);
        }
    }
    Ok(Json(surveys))
}

/// The title of the survey, and the answers of a stage in the order of its questions.
fn in_words(stage: &SubmittedStage, catalogue: &Catalogue, language: &str) -> Option<(String, Vec<AnsweredQuestion>)> {
    let survey = &catalogue.surveys.at(&stage.survey, stage.version)?.definition;
    let pages = survey.stages.iter().filter(|one| one.key == stage.stage).flat_map(|one| &one.pages);
    let asked = pages.flat_map(|page| &page.questions).filter(|one| one.question_type != QuestionType::Password);
    let answers = asked.filter_map(|question| {
        let answer = words_of(question, stage.answers.get(&question.key)?, language);
        Some(AnsweredQuestion { question: text_in(&question.label, language).to_owned(), answer })
    });
    Some((text_in(&survey.name, language).to_owned(), answers.collect()))
}

fn words_of(question: &Question, answer: &Value, language: &str) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let label = |value: &Value| {
        let key = text(value);
        question.option(&key).map_or(key, |option| text_in(&option.label, language).to_owned())
    };
    match question.question_type.answer_form() {
        AnswerForm::OneOption => vec![label(answer)],
        AnswerForm::SomeOptions | AnswerForm::AllOptions => {
            answer.as_array().into_iter().flatten().map(label).collect()
        }
        AnswerForm::Picture | AnswerForm::TitledPicture | AnswerForm::Document => Vec::new(),
        _ => vec![text(answer)],
    }
}
