//! The texts of the pages in one language.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Query};
use content_bundle::catalogues::{self, NAMESPACES};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Store;
use store::content::{self, Translation};
use utoipa::{IntoParams, ToSchema};
use web::Result;

use super::languages;

/// The language and the amount of texts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TranslationQuery {
    /// A language code; English if the language is not supported.
    #[serde(alias = "languageCode")]
    language_code: String,
    /// Only the texts that the programme changed: the bundled pages contain the others.
    #[serde(default, alias = "onlyChanges")]
    only_changes: bool,
}

/// The texts of the pages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TranslationResponse {
    /// The language of the texts. Missing texts are in English.
    language_code: String,
    /// A tree of texts per namespace, such as "app" and "messenger".
    #[schema(value_type = BTreeMap<String, Object>)]
    translations: BTreeMap<&'static str, Value>,
}

/// Returns the bundled texts of the pages with the changes of the programme.
#[web::operation(
    operation_id = "translation",
    params(TranslationQuery),
    responses((status = 200, description = "Missing texts are in English.", body = TranslationResponse))
)]
pub(super) async fn show(store: Data<Store>, query: Query<TranslationQuery>) -> Result<Json<TranslationResponse>> {
    let known = languages::known(&store, &query.language_code).await?;
    let language = known.unwrap_or_else(|| languages::FALLBACK.to_owned());
    let english = match query.only_changes {
        false if language != languages::FALLBACK => content::by_key::<Translation>(&store, languages::FALLBACK).await?,
        _ => None,
    };
    let own = content::by_key::<Translation>(&store, &language).await?;
    let translations = NAMESPACES.map(|namespace| {
        let mut tree = Value::Object(serde_json::Map::new());
        if !query.only_changes {
            add_built_in(&mut tree, namespace, languages::FALLBACK);
        }
        apply(&mut tree, english.as_ref(), namespace);
        if !query.only_changes && language != languages::FALLBACK {
            add_built_in(&mut tree, namespace, &language);
        }
        apply(&mut tree, own.as_ref(), namespace);
        (namespace, tree)
    });
    Ok(Json(TranslationResponse { language_code: language, translations: translations.into() }))
}

/// Merges a built-in catalogue into a tree.
fn add_built_in(tree: &mut Value, namespace: &str, language: &str) {
    if let Some(catalogue) = catalogues::catalogue(namespace, language) {
        catalogues::merge(tree, catalogue);
    }
}

fn apply(tree: &mut Value, translation: Option<&Translation>, namespace: &str) {
    for (key, text) in translation.and_then(|own| own.texts.get(namespace)).into_iter().flatten() {
        catalogues::put(tree, &catalogues::current_key(namespace, key), text);
    }
}
