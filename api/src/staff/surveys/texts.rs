//! Answers in people's own words, without their names.

use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use questions::{AnswerForm, Question};
use serde::{Deserialize, Serialize};
use store::answer_exports::results;
use store::people::Role;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Page, Result, Staff, not_found};

use super::results_page::{NO_SUCH_SURVEY, find};

/// Which answers to read.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TextsRequest {
    /// The key of a question with a text of several lines as its answer.
    question: String,
    /// Words that all have to occur; empty for all answers.
    #[serde(default)]
    search: String,
    /// The `nextCursor` of the page before.
    #[schema(nullable)]
    cursor: Option<String>,
}

/// An answer in a person's own words.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenText {
    text: String,
    role: Role,
    /// The day, in the programme's time zone.
    on: NaiveDate,
}

/// A line may be a name.
fn is_text(question: &Question) -> bool {
    question.question_type.answer_form() == AnswerForm::Paragraphs
}

/// Returns answers in people's own words, the newest first; `total` counts those to the question. Audited, with the first page.
#[web::operation(
    operation_id = "survey_texts",
    params(
        ("programme" = ProgrammeId, Path, description = "The programme."),
        ("survey" = String, Path, description = "The key of the survey.")
    ),
    request_body = TextsRequest,
    responses(
        (status = 200, body = Page<WrittenText>),
        (status = 404, description = NO_SUCH_SURVEY),
        (status = 422, description = "`invalid`")
    )
)]
pub(crate) async fn read(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(ProgrammeId, String)>>,
    body: Json<TextsRequest>,
) -> Result<Json<Page<WrittenText>>> {
    let (programme, survey) = find(&store, &staff, path).await?;
    let TextsRequest { question, search, cursor } = body.into_inner();
    let survey = &survey.definition;
    if !survey.questions().any(|known| known.key == question && is_text(known)) {
        return Err(not_found());
    }
    let asked = (survey.key.as_str(), question.as_str());
    let page = results::written(&store, &staff.actor(), programme.id, asked, &search, cursor).await?;
    let text = |row: results::WrittenAnswer| WrittenText {
        text: row.text(),
        role: row.role,
        on: row.answered_at.with_timezone(&programme.tz()).date_naive(),
    };
    Ok(Json(Page {
        results: page.rows.into_iter().map(text).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}
