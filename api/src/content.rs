//! What the programme publishes: documents, questions, declarations, cards, work readiness scores, languages and texts.

use actix_web::HttpRequest;
use serde::Deserialize;
use store::Store;
use web::{Access, Policy, RouteTable, route};

mod blocks;
mod cards;
mod declarations;
mod documents;
pub(crate) mod languages;
pub(crate) mod logos;
mod questions;
mod translation;
mod work_readiness;

pub(crate) use blocks::Blocks;

/// The routes of texts.
pub(crate) fn language_routes() -> RouteTable {
    let public = || Policy::new(Access::Public).under_maintenance();
    let routes = vec![
        route!(GET, "/api/v2/translation/getSupportedLanguages/", public(), languages::list),
        route!(GET, "/api/v2/translation/getTranslation/", public(), translation::show),
    ];
    RouteTable::new("Languages", "Supported languages and the texts of the pages.", routes)
}

/// The other routes of this area.
pub(crate) fn routes() -> RouteTable {
    let public = || Policy::new(Access::Public).under_maintenance();
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v1/community/", public(), documents::list),
        route!(GET, "/api/v2/faq/", public(), questions::list),
        route!(GET, "/api/v2/declarations/", public(), declarations::show),
        route!(GET, "/api/v2/card/", signed_in(), cards::list),
        route!(GET, "/api/v2/card/picture/{name}/", public(), cards::picture),
        route!(GET, "/api/v2/programmes/logos/{name}/", public(), logos::show),
        route!(GET, "/api/v2/mentorships/wrs/", signed_in(), work_readiness::list),
    ];
    RouteTable::new("Content", "Documents, questions, declarations, cards and scores.", routes)
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
