//! The surveys of the signed-in person.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::Store;
use store::content::{FALLBACK, text_in};
use store::experiences::Access;
use utoipa::ToSchema;
use web::{Result, SignedIn};

use super::own_surveys::{OwnSurvey, OwnSurveys, StageState, SurveyState};
use crate::content::languages;
use crate::questions::picture_address;

/// A survey with the person's progress.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SurveyResponse {
    id: String,
    name: String,
    locale_name: String,
    short_description: String,
    locale_short_description: String,
    /// The address of its picture.
    #[schema(required)]
    icon: Option<String>,
    #[schema(required)]
    background_image: Option<String>,
    status: SurveyState,
    #[schema(required)]
    completed_on: Option<DateTime<Utc>>,
    /// The last day on which the person can begin, in the programme's time zone; null without one, and once they have sent it.
    #[schema(required)]
    closes_on: Option<NaiveDate>,
    /// Whether it may be taken.
    exp_permission: Access,
    /// The first stage that is not submitted.
    #[schema(required)]
    current_stage_id: Option<String>,
    stages: Vec<StageSummary>,
    user_survey_status: UserSurveyStatus,
}

/// A stage of a survey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StageSummary {
    id: String,
    name: String,
    locale_name: String,
    description: String,
    locale_description: String,
    status: StageState,
}

/// The person's progress, as the specification names it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserSurveyStatus {
    survey_id: String,
    survey_status: SurveyState,
    /// By stage.
    stage_status: BTreeMap<String, StageState>,
    #[schema(required)]
    current_stage_id: Option<String>,
}

impl SurveyResponse {
    fn new(own: &OwnSurvey, access: Access, language: &str) -> Self {
        let survey = &own.survey.definition;
        let picture = survey.picture.as_deref().map(picture_address);
        let current_stage_id = own.current_stage().map(|stage| own.stage_id(&stage.key));
        let stages = survey.stages.iter().map(|stage| StageSummary {
            id: own.stage_id(&stage.key),
            name: text_in(&stage.name, FALLBACK).to_owned(),
            locale_name: text_in(&stage.name, language).to_owned(),
            description: text_in(&stage.description, FALLBACK).to_owned(),
            locale_description: text_in(&stage.description, language).to_owned(),
            status: own.state_of(&stage.key),
        });
        Self {
            id: survey.key.clone(),
            name: text_in(&survey.name, FALLBACK).to_owned(),
            locale_name: text_in(&survey.name, language).to_owned(),
            short_description: text_in(&survey.short_description, FALLBACK).to_owned(),
            locale_short_description: text_in(&survey.short_description, language).to_owned(),
            icon: picture.clone(),
            background_image: picture,
            status: own.state(),
            completed_on: own.completed_at(),
            closes_on: own.closes_on.filter(|_| own.state() != SurveyState::Complete),
            exp_permission: access,
            current_stage_id: current_stage_id.clone(),
            user_survey_status: UserSurveyStatus {
                survey_id: survey.key.clone(),
                survey_status: own.state(),
                stage_status: survey
                    .stages
                    .iter()
                    .map(|stage| (own.stage_id(&stage.key), own.state_of(&stage.key)))
                    .collect(),
                current_stage_id,
            },
            stages: stages.collect(),
        }
    }
}

/// Lists the surveys of the signed-in person.
#[web::operation(
    operation_id = "surveys",
    responses(
        (status = 200, description = "Open ones first, in the order of the programme.", body = Vec<SurveyResponse>)
    )
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
) -> Result<Json<Vec<SurveyResponse>>> {
    let language = languages::of(&signed_in, &request);
    let own = OwnSurveys::of(&store, &signed_in).await?;
    Ok(Json(own.surveys.iter().map(|survey| SurveyResponse::new(survey, own.access, &language)).collect()))
}

/// Returns one survey of the signed-in person.
#[web::operation(
    operation_id = "survey",
    params(("id" = String, Path, description = "The survey.")),
    responses(
        (status = 200, description = "The survey.", body = SurveyResponse),
        (status = 404, description = "`not_found`: not a survey of this person"),
        (status = 410, description = "`survey_closed`")
    )
)]
pub(super) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    id: Path<String>,
) -> Result<Json<SurveyResponse>> {
    let language = languages::of(&signed_in, &request);
    let own = OwnSurveys::of(&store, &signed_in).await?;
    Ok(Json(SurveyResponse::new(own.find(&id)?, own.access, &language)))
}
