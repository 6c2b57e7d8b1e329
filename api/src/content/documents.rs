//! The legal documents.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use content_bundle::markdown::{self, Block};
use serde::Serialize;
use store::Store;
use store::content::{self, text_in};
use utoipa::ToSchema;
use web::Result;

use super::LanguageQuery;

/// A legal document: 3 is the privacy policy, 4 the terms of service, 6 the code of conduct.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CommunityDocument {
    id: i64,
    title: String,
    /// The text, in Markdown.
    content: String,
    /// The same as parsed blocks.
    blocks: Vec<Block>,
    /// The language of the text: English if there is no translation.
    language_code: String,
}

/// Lists the public legal documents.
#[web::operation(
    operation_id = "community",
    params(LanguageQuery),
    responses((status = 200, description = "All documents, by id.", body = Vec<CommunityDocument>))
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    language: Query<LanguageQuery>,
) -> Result<Json<Vec<CommunityDocument>>> {
    let language = language.resolve(&store, &request).await?;
    let mut documents = content::all::<content::Document>(&store).await?;
    documents.sort_by_key(|document| document.id);
    let response = documents.into_iter().map(|document| {
        let text = text_in(&document.text, &language);
        let is_translated = document.text.contains_key(&language);
        CommunityDocument {
            id: document.id,
            title: text_in(&document.title, &language).to_owned(),
            content: text.to_owned(),
            blocks: markdown::blocks(text),
            language_code: if is_translated { language.clone() } else { content::FALLBACK.to_owned() },
        }
    });
    Ok(Json(response.collect()))
}
