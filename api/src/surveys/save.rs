//! Saves or submits the answers of a stage.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Payload};
use questions::{Problem, Question, Submission, draft, submit};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::Store;
use store::surveys::{self, Mode, Outcome};
use utoipa::ToSchema;
use web::{Error, RateLimit, Result, SignedIn, not_found};

use super::own_surveys::{OwnSurveys, SurveyState};
use crate::Settings;
use crate::questions::{AnswerForm, Answers, invalid_answers};

/// The form, for the OpenAPI document. Files may be fields with the keys of their questions.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct SaveAnswersRequest {
    /// JSON: `{survey, stage, answers, draft?, draftRevision?}`. `answers` is an object by question key, or a list of
    /// `{questionKey, answer}`.
    data: String,
}

#[derive(Deserialize)]
struct SaveAnswers {
    survey: String,
    stage: String,
    answers: Answers,
    #[serde(default)]
    draft: bool,
    #[serde(default, alias = "draftRevision")]
    draft_revision: Option<i64>,
}

/// What is stored now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveAnswersResponse {
    survey_status: SurveyState,
    /// The next stage to submit.
    #[schema(required)]
    current_stage_id: Option<String>,
    draft_revision: i64,
    /// Questions whose answers were dropped, because they are not asked after other answers.
    dropped: Vec<String>,
}

/// Saves a draft of a stage, or submits it. The last stage completes the survey.
#[web::operation(
    operation_id = "save_survey_answers",
    request_body(content = SaveAnswersRequest, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "Stored.", body = SaveAnswersResponse),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`: not a stage of this person's surveys"),
        (status = 409, description = "`draft_outdated`: another device saved a newer draft; `stage_order`: an earlier stage is open"),
        (status = 410, description = "`stage_submitted`; `survey_closed`"),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "`invalid_answers`, with `problems` by question; `file_broken`"),
        (status = 429, description = "`rate_limited`: too many files")
    )
)]
pub(super) async fn save(
    store: Data<Store>,
    settings: Data<Settings>,
    signed_in: SignedIn,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<SaveAnswersResponse>> {
    let mut form = AnswerForm::read(&request, payload).await?;
    let saved = save_form(&store, &settings.limits.answer_files, &signed_in, &mut form).await;
    form.remove_unused_files(&store).await;
    saved.map(Json)
}

async fn save_form(
    store: &Store,
    uploads: &RateLimit,
    signed_in: &SignedIn,
    form: &mut AnswerForm<SaveAnswers>,
) -> Result<SaveAnswersResponse> {
    let mode = if form.data.draft { Mode::Draft(form.data.draft_revision) } else { Mode::Submit };
    let stage = form.data.stage.clone();
    let mut answers = form.data.answers.clone().into_map();
    {
        let own = OwnSurveys::of(store, signed_in).await?;
        let (survey, found) = own.find_stage(&stage)?;
        if survey.survey.definition.key != form.data.survey {
            return Err(not_found());
        }
        let questions = found.pages.iter().flat_map(|page| &page.questions);
        form.add_files(store, uploads, signed_in.person.id, questions, &mut answers).await?;
    }
    // An import between reading and writing may have made another version the one that is begun.
    let mut saved = save_once(store, signed_in, &stage, &answers, mode).await?;
    let mut current = signed_in.clone();
    if saved.is_none() {
        let person = store::SignedIn::of_person(store, signed_in.person.id).await?;
        current = SignedIn(Arc::new(person.ok_or_else(Error::not_signed_in)?));
        saved = save_once(store, &current, &stage, &answers, mode).await?;
    }
    let (draft_revision, dropped) = saved.ok_or_else(Error::unavailable)?;
    let own = OwnSurveys::of(store, &current).await?;
    let (survey, _) = own.find_stage(&stage)?;
    Ok(SaveAnswersResponse {
        survey_status: survey.state(),
        current_stage_id: survey.current_stage().map(|stage| survey.stage_id(&stage.key)),
        draft_revision,
        dropped,
    })
}

/// Checks and stores answers; None if the survey was begun in another version meanwhile.
async fn save_once(
    store: &Store,
    signed_in: &SignedIn,
    stage: &str,
    answers: &Map<String, Value>,
    mode: Mode,
) -> Result<Option<(i64, Vec<String>)>> {
    let own = OwnSurveys::of(store, signed_in).await?;
    let (survey, stage) = own.find_stage(stage)?;
    let questions: Vec<Question> = stage.pages.iter().flat_map(|page| &page.questions).cloned().collect();
    let submission = check(store, &questions, answers, mode)?;
    match surveys::save(store, signed_in.person.id, &survey.survey, stage, &submission, mode).await? {
        Outcome::Saved { draft_revision } => Ok(Some((draft_revision, submission.dropped))),
        Outcome::OtherVersion => Ok(None),
        Outcome::StageSubmitted => {
            Err(Error::new(StatusCode::GONE, "stage_submitted", "You have already submitted this part."))
        }
        Outcome::StageOrder => {
            Err(Error::new(StatusCode::CONFLICT, "stage_order", "Please finish the part before this one first."))
        }
        Outcome::DraftOutdated => {
            let sentence = "You have answered on another device in the meantime. Please check your answers.";
            Err(Error::new(StatusCode::CONFLICT, "draft_outdated", sentence))
        }
        Outcome::FilesUnknown(keys) => {
            Err(invalid_answers(keys.into_iter().map(|key| (key, Problem::WrongForm)).collect()))
        }
    }
}

/// Checks the answers. A draft keeps what is valid so far; the page has the rest.
fn check(store: &Store, questions: &[Question], answers: &Map<String, Value>, mode: Mode) -> Result<Submission> {
    // The day after in any zone: which day it is where the person is, only their browser knows.
    let today = (store.clock.now() + chrono::Duration::hours(14)).date_naive();
    if mode == Mode::Submit {
        return submit(questions, answers, today).map_err(invalid_answers);
    }
    let (submission, problems) = draft(questions, answers, today);
    let unknown: BTreeMap<_, _> =
        problems.into_iter().filter(|(_, problem)| *problem == Problem::UnknownQuestion).collect();
    if unknown.is_empty() { Ok(submission) } else { Err(invalid_answers(unknown)) }
}
