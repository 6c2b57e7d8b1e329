//! The questions of a stage.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use serde::Serialize;
use store::Store;
use store::content::{FALLBACK, Stage, Survey, text_in};
use utoipa::ToSchema;
use web::{Result, SignedIn};

use super::own_surveys::{OwnSurveys, StageState};
use crate::content::languages;
use crate::questions::WireQuestion;

/// A stage with its questions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StageResponse {
    id: String,
    survey_id: String,
    name: String,
    locale_name: String,
    description: String,
    locale_description: String,
    status: StageState,
    /// The revision of the stored draft; 0 without one.
    draft_revision: i64,
    pages: Vec<StagePage>,
}

/// A page of a stage.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StagePage {
    title: String,
    locale_title: String,
    description: String,
    locale_description: String,
    questions: Vec<WireQuestion>,
}

/// Returns a stage of a survey of the signed-in person.
#[web::operation(
    operation_id = "survey_stage",
    params(("id" = String, Path, description = "The stage, `SURVEY.STAGE`.")),
    responses(
        (status = 200, description = "In the version that the person began.", body = StageResponse),
        (status = 404, description = "`not_found`: not a stage of this person's surveys"),
        (status = 410, description = "`survey_closed`")
    )
)]
pub(super) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    id: Path<String>,
) -> Result<Json<StageResponse>> {
    let language = languages::of(&signed_in, &request);
    let own = OwnSurveys::of(&store, &signed_in).await?;
    let (survey, stage) = own.find_stage(&id)?;
    Ok(Json(StageResponse {
        status: survey.state_of(&stage.key),
        draft_revision: survey.progress_of(&stage.key).map_or(0, |progress| progress.draft_revision),
        ..StageResponse::unsaved(&survey.survey.definition, stage, &language)
    }))
}

impl StageResponse {
    /// Returns a stage as those see it who have not begun it.
    pub(crate) fn unsaved(survey: &Survey, stage: &Stage, language: &str) -> Self {
        let mut order = 0;
        let pages = (1..).zip(&stage.pages).map(|(number, page)| StagePage {
            title: text_in(&page.title, FALLBACK).to_owned(),
            locale_title: text_in(&page.title, language).to_owned(),
            description: text_in(&page.description, FALLBACK).to_owned(),
            locale_description: text_in(&page.description, language).to_owned(),
            questions: page
                .questions
                .iter()
                .map(|question| {
                    order += 1;
                    WireQuestion::new(question, order, number, language)
                })
                .collect(),
        });
        Self {
            id: format!("{}.{}", survey.key, stage.key),
            survey_id: survey.key.clone(),
            name: text_in(&stage.name, FALLBACK).to_owned(),
            locale_name: text_in(&stage.name, language).to_owned(),
            description: text_in(&stage.description, FALLBACK).to_owned(),
            locale_description: text_in(&stage.description, language).to_owned(),
            status: StageState::NotStarted,
            draft_revision: 0,
            pages: pages.collect(),
        }
    }
}
