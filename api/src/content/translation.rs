//! The texts of the pages, in one language.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Query};
use bundle::catalogues::{self, NAMESPACES};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Store;
use store::content::{self, Translation};
use utoipa::{IntoParams, ToSchema};
use web::{Result, Unavailable};

use crate::languages;

/// Which texts are asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The code of a language; English if nobody speaks it here.
    #[serde(alias = "languageCode")]
    language_code: String,
    /// Only what content says differently: our own pages have the rest in them.
    #[serde(default, alias = "onlyChanges")]
    only_changes: bool,
}

/// The texts of the pages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Translations {
    /// The language that they are in, where they are not in English.
    language_code: String,
    /// "app", "common" and "messenger": each a tree of texts.
    #[schema(value_type = BTreeMap<String, Object>)]
    translations: BTreeMap<&'static str, Value>,
}

/// The texts of the pages: as they were made, with what the programme says differently.
#[utoipa::path(
    get,
    path = "/api/v2/translation/getTranslation/",
    operation_id = "translation",
    tag = "Languages",
    params(Which),
    responses((status = 200, description = "What is missing in the language is said in English.", body = Translations), Unavailable)
)]
pub(crate) async fn of_language(store: Data<Store>, which: Query<Which>) -> Result<Json<Translations>> {
    let known = languages::known(&store, &which.language_code).await?;
    let language = known.unwrap_or_else(|| languages::FALLBACK.to_owned());
    let english = match which.only_changes {
        false if language != languages::FALLBACK => content::one::<Translation>(&store, languages::FALLBACK).await?,
        _ => None,
    };
    let own = content::one::<Translation>(&store, &language).await?;
    let translations = NAMESPACES.map(|namespace| {
        let mut tree = Value::Object(serde_json::Map::new());
        if !which.only_changes {
            lay(&mut tree, catalogues::catalogue(namespace, languages::FALLBACK));
        }
        say(&mut tree, english.as_ref(), namespace);
        if !which.only_changes && language != languages::FALLBACK {
            lay(&mut tree, catalogues::catalogue(namespace, &language));
        }
        say(&mut tree, own.as_ref(), namespace);
        (namespace, tree)
    });
    Ok(Json(Translations { language_code: language, translations: translations.into() }))
}

/// Lays a catalogue over a tree: what both have, the catalogue says.
fn lay(tree: &mut Value, catalogue: Option<Value>) {
    match (tree, catalogue) {
        (Value::Object(below), Some(Value::Object(above))) => {
            for (key, value) in above {
                lay(below.entry(key).or_insert(Value::Null), Some(value));
            }
        }
        (tree, Some(value)) => *tree = value,
        (_, None) => {}
    }
}

fn say(tree: &mut Value, translation: Option<&Translation>, namespace: &str) {
    for (key, text) in translation.and_then(|own| own.texts.get(namespace)).into_iter().flatten() {
        catalogues::put(tree, key, text);
    }
}
