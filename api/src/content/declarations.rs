//! The declarations of the sign-up.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use content_bundle::markdown::{self, Block};
use serde::{Deserialize, Serialize};
use store::Store;
use store::content::{self, text_in};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result, not_found};

use super::LanguageQuery;

/// The role of the declaration.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DeclarationQuery {
    /// `mentor` or `mentee`, in any case.
    r#type: String,
}

/// The text of a declaration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeclarationResponse {
    /// The text, in Markdown.
    declaration: String,
    /// The same as parsed blocks.
    blocks: Vec<Block>,
}

/// Returns the declaration of mentors or mentees.
#[web::operation(
    operation_id = "declarations",
    params(DeclarationQuery, LanguageQuery),
    responses(
        (status = 200, description = "In the requested language, else in English.", body = DeclarationResponse),
        (status = 404, description = "`not_found`: no declaration is required"),
        (status = 422, description = "`invalid`: neither mentor nor mentee")
    )
)]
pub(super) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    query: Query<DeclarationQuery>,
    language: Query<LanguageQuery>,
) -> Result<Json<DeclarationResponse>> {
    let role = query.r#type.to_lowercase();
    if !["mentor", "mentee"].contains(&role.as_str()) {
        let sentence = "Only mentors and mentees declare something.";
        return Err(Error::invalid(sentence).field("type", sentence));
    }
    let language = language.resolve(&store, &request).await?;
    let declaration = content::by_key::<content::Declaration>(&store, &role).await?.ok_or_else(not_found)?;
    let text = text_in(&declaration.text, &language);
    Ok(Json(DeclarationResponse { declaration: text.to_owned(), blocks: markdown::blocks(text) }))
}
