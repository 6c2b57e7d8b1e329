//! The stored answers of a stage.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Query};
use questions::{FileAnswer, QuestionType};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::answer_files;
use store::content::Stage;
use store::{PersonId, Store, surveys};
use utoipa::{IntoParams, ToSchema};
use web::{Result, SignedIn, not_found};

use super::own_surveys::{OwnSurveys, StageState};
use crate::questions::add_address;

/// Which stage.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnswersQuery {
    /// The survey.
    survey: String,
    /// The stage, `SURVEY.STAGE`.
    stage: String,
}

/// The answers of a stage.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswersResponse {
    /// Without passwords.
    answers: Vec<StoredAnswer>,
    draft_revision: i64,
    is_submitted: bool,
}

/// An answer. Answers with a file contain its `url` and `name`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SurveyAnswer)]
struct StoredAnswer {
    question_key: String,
    answer: Value,
}

/// Returns the answers that the signed-in person saved or submitted.
#[web::operation(
    operation_id = "survey_answers",
    params(AnswersQuery),
    responses(
        (status = 200, description = "In the order of the questions.", body = AnswersResponse),
        (status = 404, description = "`not_found`: not a stage of this person's surveys"),
        (status = 410, description = "`survey_closed`")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    signed_in: SignedIn,
    query: Query<AnswersQuery>,
) -> Result<Json<AnswersResponse>> {
    let own = OwnSurveys::of(&store, &signed_in).await?;
    let (survey, stage) = own.find_stage(&query.stage)?;
    let key = &survey.survey.definition.key;
    if *key != query.survey {
        return Err(not_found());
    }
    let answers = surveys::answers(&store, signed_in.person.id, key, &stage.key).await?;
    Ok(Json(AnswersResponse {
        answers: shown(&store, signed_in.person.id, stage, answers).await?,
        draft_revision: survey.progress_of(&stage.key).map_or(0, |progress| progress.draft_revision),
        is_submitted: survey.state_of(&stage.key) == StageState::Complete,
    }))
}

async fn shown(
    store: &Store,
    person: PersonId,
    stage: &Stage,
    mut answers: BTreeMap<String, Value>,
) -> Result<Vec<StoredAnswer>> {
    let questions = stage.pages.iter().flat_map(|page| &page.questions);
    let mut shown: Vec<_> = questions
        .filter(|question| question.question_type != QuestionType::Password)
        .filter_map(|question| {
            let answer = answers.remove(&question.key)?;
            Some(StoredAnswer { question_key: question.key.clone(), answer })
        })
        .collect();
    let has_file = |answer: &StoredAnswer| FileAnswer::of(&answer.answer).is_some();
    if shown.iter().any(has_file) {
        let files = answer_files::of_person(store, person).await?;
        shown.iter_mut().for_each(|stored| add_address(store, &files, &mut stored.answer));
    }
    Ok(shown)
}
