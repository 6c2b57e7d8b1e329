//! What people declare when they sign up.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use bundle::markdown::{self, Block};
use serde::{Deserialize, Serialize};
use store::Store;
use store::content::{self, text_in};
use utoipa::{IntoParams, ToSchema};
use web::{Error, ErrorBody, Result, Unavailable, not_found};

use super::InLanguage;

/// Whose declaration is asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Whose {
    /// `mentor` or `mentee`, in any case.
    r#type: String,
}

/// What somebody says yes to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeclarationText {
    /// The text, in Markdown.
    declaration: String,
    /// The same, ready to be drawn.
    blocks: Vec<Block>,
}

/// What mentors or mentees declare.
#[utoipa::path(
    get,
    path = "/api/v2/declarations/",
    operation_id = "declarations",
    tag = "Content",
    params(Whose, InLanguage),
    responses(
        (status = 200, description = "In the language that was asked for, else in English.", body = DeclarationText),
        (status = 404, description = "`not_found`: nothing has to be declared", body = ErrorBody),
        (status = 422, description = "`invalid`: neither mentor nor mentee", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn one(
    request: HttpRequest,
    store: Data<Store>,
    whose: Query<Whose>,
    wanted: Query<InLanguage>,
) -> Result<Json<DeclarationText>> {
    let role = whose.r#type.to_lowercase();
    if !["mentor", "mentee"].contains(&role.as_str()) {
        let sentence = "Only mentors and mentees declare something.";
        return Err(Error::invalid(sentence).field("type", sentence));
    }
    let language = wanted.resolve(&store, &request).await?;
    let declaration = content::one::<content::Declaration>(&store, &role).await?.ok_or_else(not_found)?;
    let text = text_in(&declaration.text, &language);
    Ok(Json(DeclarationText { declaration: text.to_owned(), blocks: markdown::blocks(text) }))
}
