//! Whom the proposals of a run serve, by the answers to the questions that its programme names.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use serde::Serialize;
use store::content::text_in;
use store::matching::fairness::{self, Figures, Group, QuestionGroups};
use store::{RunId, Store};
use utoipa::ToSchema;
use web::{Result, SignedIn, Staff, not_found};

use super::run::NO_SUCH_RUN;
use crate::content::languages;

/// Whom the proposals of a run serve.
#[derive(Serialize, ToSchema)]
pub(super) struct FairnessResponse {
    /// Those that the programme names, with one set of figures in each group.
    questions: Vec<StaffFairness>,
}

/// The groups of a question.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffFairness {
    /// In the language of the caller.
    question: String,
    groups: Vec<StaffAnswerGroup>,
}

/// The mentees who gave one answer. Groups of fewer than five are hidden, and more if they could be calculated otherwise.
#[derive(Serialize, ToSchema)]
struct StaffAnswerGroup {
    /// In the language of the caller; null for those without an answer.
    #[schema(required)]
    answer: Option<String>,
    /// To the nearest 5; null if the group is hidden.
    #[schema(required)]
    mentees: Option<u32>,
    /// One for each set of proposals that is compared.
    figures: Vec<StaffGroupFigures>,
}

/// What a set of proposals achieves for a group.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffGroupFigures {
    /// The share with a proposal, in percent; null if the group is hidden.
    #[schema(required)]
    served: Option<u8>,
    /// The mean score of first proposals, 0 to 10,000, in whole percent; null if it is hidden.
    #[schema(required)]
    mean_score: Option<u16>,
}

/// Names groups in a language.
pub(super) fn questions(found: Vec<QuestionGroups>, language: &str) -> Vec<StaffFairness> {
    let figures = |Figures { served, mean_score }: Figures| StaffGroupFigures { served, mean_score };
    let group = |Group { answer, mentees, figures: all }: Group| StaffAnswerGroup {
        answer: answer.map(|answer| text_in(&answer, language).to_owned()),
        mentees,
        figures: all.into_iter().map(figures).collect(),
    };
    let question = |QuestionGroups { label, groups }: QuestionGroups| StaffFairness {
        question: text_in(&label, language).to_owned(),
        groups: groups.into_iter().map(group).collect(),
    };
    found.into_iter().map(question).collect()
}

/// Says whom the proposals of a run serve, by the answers of its mentees. It names no one.
#[web::operation(
    operation_id = "staff_run_fairness",
    params(("run" = RunId, Path, description = "The run.")),
    responses((status = 200, body = FairnessResponse), (status = 404, description = NO_SUCH_RUN))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
    run: Option<Path<RunId>>,
) -> Result<Json<FairnessResponse>> {
    let run = run.ok_or_else(not_found)?.into_inner();
    let found = fairness::of_run(&store, &staff.0.scope, run).await?.ok_or_else(not_found)?;
    Ok(Json(FairnessResponse { questions: questions(found, &languages::of(&caller, &request)) }))
}
