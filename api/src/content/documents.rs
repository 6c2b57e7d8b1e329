//! The legal documents.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use bundle::markdown::{self, Block};
use serde::Serialize;
use store::Store;
use store::content::{self, text_in};
use utoipa::ToSchema;
use web::{Result, Unavailable};

use super::InLanguage;

/// A legal document: 3 is the privacy policy, 4 the terms of service, 6 the code of conduct.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommunityDocument {
    id: i64,
    title: String,
    /// The text, in Markdown.
    content: String,
    /// The same, ready to be drawn.
    blocks: Vec<Block>,
    /// The code of the language it is in: English where there is no other.
    language_code: String,
}

/// The documents that everybody may read.
#[utoipa::path(
    get,
    path = "/api/v1/community/",
    operation_id = "community",
    tag = "Content",
    params(InLanguage),
    responses((status = 200, description = "All documents, by id.", body = Vec<CommunityDocument>), Unavailable)
)]
pub(crate) async fn all(
    request: HttpRequest,
    store: Data<Store>,
    wanted: Query<InLanguage>,
) -> Result<Json<Vec<CommunityDocument>>> {
    let language = wanted.resolve(&store, &request).await?;
    let mut documents = content::all::<content::Document>(&store).await?;
    documents.sort_by_key(|document| document.id);
    let told = documents.into_iter().map(|document| {
        let text = text_in(&document.text, &language);
        let has_it = document.text.contains_key(&language);
        CommunityDocument {
            id: document.id,
            title: text_in(&document.title, &language).to_owned(),
            content: text.to_owned(),
            blocks: markdown::blocks(text),
            language_code: if has_it { language.clone() } else { content::FALLBACK.to_owned() },
        }
    });
    Ok(Json(told.collect()))
}
