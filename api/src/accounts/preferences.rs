//! Consent to the terms and the declaration, and the language of a person.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::{Store, people};
use utoipa::ToSchema;
use web::{Caller, Error, Result, not_found};

use crate::auth::MessageResponse;
use crate::content::languages;

/// The consent to the terms.
#[derive(Deserialize, ToSchema)]
pub(super) struct AgreeToTermsRequest {
    #[serde(alias = "hasAgreedTerms")]
    has_agreed_terms: bool,
    /// The `termsRevision` of the profile with which the person was asked. Without one, the texts of now count: clients of before know none.
    #[serde(default, alias = "termsRevision")]
    #[schema(required = false)]
    terms_revision: Option<String>,
    /// Whether the person also accepts the declaration of their role, if the sign-up did not say so.
    #[serde(default)]
    declaration: bool,
}

/// Agrees to the terms. Repeating it changes nothing.
#[web::operation(
    operation_id = "agreement",
    request_body = AgreeToTermsRequest,
    responses(
        (status = 200, description = "Agreed.", body = MessageResponse),
        (status = 409, description = "`terms_changed`: they are not those that the person was asked about"),
        (status = 422, description = "`invalid`: `hasAgreedTerms` is not true")
    )
)]
pub(super) async fn agree(
    store: Data<Store>,
    caller: Caller,
    body: Json<AgreeToTermsRequest>,
) -> Result<Json<MessageResponse>> {
    if !body.has_agreed_terms {
        let sentence = "Without agreeing to the terms nobody can go on.";
        return Err(Error::invalid(sentence).field("hasAgreedTerms", sentence));
    }
    match &body.terms_revision {
        Some(seen) if !people::agree_to_revision(&store, caller.person, seen).await? => {
            let sentence = "The terms have just changed. Please read them again before you agree.";
            return Err(Error::new(StatusCode::CONFLICT, "terms_changed", sentence));
        }
        Some(_) => {}
        None => people::agree_to_terms(&store, caller.person).await?,
    }
    if body.declaration {
        people::declare(&store, caller.person).await?;
    }
    Ok(Json(MessageResponse { message: "Thank you." }))
}

/// Sets the language of the person.
#[web::operation(
    operation_id = "primary_language",
    params(("code" = String, Path, description = "The code of a supported language.")),
    responses(
        (status = 200, description = "Set.", body = MessageResponse),
        (status = 404, description = "`not_found`: not a supported language")
    )
)]
pub(super) async fn set_language(
    store: Data<Store>,
    caller: Caller,
    code: Path<String>,
) -> Result<Json<MessageResponse>> {
    let language = languages::known(&store, &code).await?.ok_or_else(not_found)?;
    people::set_language(&store, caller.person, &language).await?;
    Ok(Json(MessageResponse { message: "Your language is set." }))
}
