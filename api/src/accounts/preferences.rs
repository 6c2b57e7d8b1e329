//! What a signed-in person decides once: the terms, and their language.

use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::{Store, people};
use utoipa::ToSchema;
use web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

use super::Done;
use crate::languages;

/// A yes to the terms.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Agreement {
    #[serde(alias = "has_agreed_terms")]
    has_agreed_terms: bool,
}

/// The person agrees to the terms. Agreeing again changes nothing.
#[utoipa::path(
    post,
    path = "/api/v2/users/agreement/",
    operation_id = "agreement",
    tag = "Account",
    request_body = Agreement,
    responses(
        (status = 200, description = "Agreed.", body = Done),
        (status = 422, description = "`invalid`: anything but a yes", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn agree(store: Data<Store>, who: SignedIn, body: Json<Agreement>) -> Result<Json<Done>> {
    if !body.has_agreed_terms {
        let sentence = "Without agreeing to the terms nobody can go on.";
        return Err(Error::invalid(sentence).field("hasAgreedTerms", sentence));
    }
    people::agree_to_terms(&store, who.person).await?;
    Ok(Json(Done { message: "Thank you." }))
}

/// Sets the language in which the person is spoken to.
#[utoipa::path(
    put,
    path = "/api/v2/users/primary_language/{code}/",
    operation_id = "primary_language",
    tag = "Account",
    params(("code" = String, Path, description = "The code of a supported language.")),
    responses(
        (status = 200, description = "Set.", body = Done),
        (status = 404, description = "`not_found`: nobody speaks it here", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn set_language(store: Data<Store>, who: SignedIn, code: Path<String>) -> Result<Json<Done>> {
    let language = languages::known(&store, &code).await?.ok_or_else(not_found)?;
    people::set_language(&store, who.person, &language).await?;
    Ok(Json(Done { message: "Your language is set." }))
}
