//! What the programme says: documents, questions, declarations, cards, translations.

use actix_web::HttpRequest;
use serde::Deserialize;
use store::Store;

use crate::languages;

pub(crate) mod cards;
pub(crate) mod declarations;
pub(crate) mod documents;
pub(crate) mod questions;
pub(crate) mod translation;
pub(crate) mod work_readiness;

/// The language that a call asks for: by name, else by the browser's own wish.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InLanguage {
    /// The code of a language; without it `Accept-Language` counts.
    #[serde(alias = "languageCode")]
    language_code: Option<String>,
}

impl InLanguage {
    /// The code of a language that can be chosen; English where nobody speaks what was asked for.
    async fn resolve(&self, store: &Store, request: &HttpRequest) -> store::Result<String> {
        match &self.language_code {
            Some(code) => Ok(languages::known(store, code).await?.unwrap_or_else(|| languages::FALLBACK.to_owned())),
            None => languages::asked_for(store, request).await,
        }
    }
}
