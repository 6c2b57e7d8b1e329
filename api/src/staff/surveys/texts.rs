//! Answers in people's own words, without their names.

use actix_web::web::{Data, Json, Path};
use questions::{AnswerForm, Question};
use serde::{Deserialize, Serialize};
use store::answer_exports::results;
use store::content;
use store::people::Role;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Page, Result, Staff, not_found};

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
}

/// A line may be a name.
fn is_text(question: &Question) -> bool {
    question.question_type.answer_form() == AnswerForm::Paragraphs
}

/// Returns answers in people's own words, the newest first; `total` counts those to the question. Audited.
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
    let catalogue = content::catalogue(&store).await?;
    let asked = catalogue.surveys.versions(&survey.key).flat_map(|version| version.definition.questions());
    let mut asked = asked.filter(|known| known.key == question).peekable();
    if asked.peek().is_none() || !asked.all(is_text) {
        return Err(not_found());
    }
    let skip = cursor.as_deref().map_or(Ok(0), str::parse).map_err(|_| Error::invalid("This page does not exist."))?;
    let asked = (survey.key.as_str(), question.as_str());
    let page = results::written(&store, &staff.actor(), programme.id, asked, &search, skip).await?;
    let next_cursor = page.has_more.then(|| (skip + page.rows.len()).to_string());
    let text = |row: results::WrittenAnswer| WrittenText { text: row.text(), role: row.role };
    Ok(Json(Page { results: page.rows.into_iter().map(text).collect(), next_cursor, total: page.total }))
}
