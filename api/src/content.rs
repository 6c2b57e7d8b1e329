//! What the programme publishes: documents, questions, declarations, cards, work readiness scores, languages and texts.

use actix_web::HttpRequest;
use actix_web::http::Method;
use serde::Deserialize;
use store::Store;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod blocks;
mod cards;
mod declarations;
mod documents;
pub(crate) mod languages;
mod questions;
mod translation;
mod work_readiness;

pub(crate) use blocks::Blocks;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let public = || Policy::new(Access::Public).under_maintenance();
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/translation/getSupportedLanguages", public(), languages::list),
        Route::new(Method::GET, "/api/v2/translation/getTranslation", public(), translation::show),
        Route::new(Method::GET, "/api/v1/community", public(), documents::list),
        Route::new(Method::GET, "/api/v2/faq", public(), questions::list),
        Route::new(Method::GET, "/api/v2/declarations", public(), declarations::show),
        Route::new(Method::GET, "/api/v2/card", signed_in(), cards::list),
        Route::new(Method::GET, "/api/v2/card/picture/{name}", public(), cards::picture),
        Route::new(Method::GET, "/api/v2/mentorships/wrs", signed_in(), work_readiness::list),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            languages::list,
            translation::show,
            documents::list,
            questions::list,
            declarations::show,
            cards::list,
            cards::picture,
            work_readiness::list
        ),
        tags(
            (name = "Languages", description = "Supported languages and the texts of the pages."),
            (name = "Content", description = "Documents, questions, declarations, cards and scores.")
        )
    )]
    struct Document;
    Document::openapi()
}

/// The language of the response.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LanguageQuery {
    /// A language code. Without it `Accept-Language` counts.
    #[serde(alias = "languageCode")]
    language_code: Option<String>,
}

impl LanguageQuery {
    /// Returns the code of an active language; English for an unknown code.
    pub(crate) async fn resolve(&self, store: &Store, request: &HttpRequest) -> store::Result<String> {
        match &self.language_code {
            Some(code) => Ok(languages::known(store, code).await?.unwrap_or_else(|| languages::FALLBACK.to_owned())),
            None => languages::accepted(store, request).await,
        }
    }
}
