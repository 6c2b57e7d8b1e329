//! Frequently asked questions.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use content_bundle::markdown::{self, Block};
use serde::Serialize;
use store::Store;
use store::content::{self, text_in};
use utoipa::ToSchema;
use web::Result;

use super::LanguageQuery;

/// A topic with its questions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FaqTopic {
    key: String,
    title: String,
    questions: Vec<FaqQuestion>,
}

/// A question and its answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FaqQuestion {
    /// The key in addresses, unique across all topics.
    key: String,
    question: String,
    answer: Vec<Block>,
}

/// Lists the frequently asked questions with answers.
#[web::operation(
    operation_id = "faq",
    params(LanguageQuery),
    responses((status = 200, description = "Topics in the order of the programme.", body = Vec<FaqTopic>))
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    language: Query<LanguageQuery>,
) -> Result<Json<Vec<FaqTopic>>> {
    let language = language.resolve(&store, &request).await?;
    let topics = content::all::<content::Topic>(&store).await?;
    let response = topics.into_iter().map(|topic| FaqTopic {
        key: topic.key,
        title: text_in(&topic.title, &language).to_owned(),
        questions: topic
            .questions
            .into_iter()
            .map(|one| FaqQuestion {
                key: one.key,
                question: text_in(&one.question, &language).to_owned(),
                answer: markdown::blocks(text_in(&one.answer, &language)),
            })
            .collect(),
    });
    Ok(Json(response.collect()))
}
