//! Frequently asked questions.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use bundle::markdown::{self, Block};
use serde::Serialize;
use store::Store;
use store::content::{self, text_in};
use utoipa::ToSchema;
use web::{Result, Unavailable};

use super::InLanguage;

/// Questions that belong together.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FaqTopic {
    key: String,
    title: String,
    questions: Vec<FaqQuestion>,
}

/// A question and its answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FaqQuestion {
    /// Its name in addresses, unique over all topics.
    key: String,
    question: String,
    answer: Vec<Block>,
}

/// The questions that are asked most, with answers.
#[utoipa::path(
    get,
    path = "/api/v2/faq/",
    operation_id = "faq",
    tag = "Content",
    params(InLanguage),
    responses((status = 200, description = "Topics in the order of the programme.", body = Vec<FaqTopic>), Unavailable)
)]
pub(crate) async fn all(
    request: HttpRequest,
    store: Data<Store>,
    wanted: Query<InLanguage>,
) -> Result<Json<Vec<FaqTopic>>> {
    let language = wanted.resolve(&store, &request).await?;
    let topics = content::all::<content::Topic>(&store).await?;
    let told = topics.into_iter().map(|topic| FaqTopic {
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
    Ok(Json(told.collect()))
}
