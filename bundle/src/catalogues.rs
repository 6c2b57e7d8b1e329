//! The texts that the pages were made with. Content may say some of them differently, or in further languages.

use std::collections::{BTreeMap, BTreeSet};

use rust_embed::RustEmbed;
use serde_json::Value;
use store::content::FALLBACK;

#[derive(RustEmbed)]
#[folder = "../ui-kit/src/i18n/locales"]
struct Common;

#[derive(RustEmbed)]
#[folder = "../app-ui/src/locales"]
struct App;

#[derive(RustEmbed)]
#[folder = "../messenger-ui/src/locales"]
struct Messenger;

/// The names of the catalogues, as the pages know them.
pub const NAMESPACES: [&str; 3] = ["app", "common", "messenger"];

/// What i18next puts behind a key that has plural forms.
const FORMS: [&str; 6] = ["_zero", "_one", "_two", "_few", "_many", "_other"];

/// The catalogue of one namespace as it was made, or nothing if nobody made it in this language.
pub fn catalogue(namespace: &str, language: &str) -> Option<Value> {
    let name = |file: &str| format!("{language}/{file}.json");
    let files = match namespace {
        // What the sign-in page does without is a file of its own.
        "app" => vec![App::get(&name("app"))?, App::get(&name("pages"))?],
        "common" => vec![Common::get(&name("common"))?],
        "messenger" => vec![Messenger::get(&name("messenger"))?],
        _ => return None,
    };
    let mut whole = serde_json::Map::new();
    for file in files {
        whole.extend(serde_json::from_slice::<serde_json::Map<_, _>>(&file.data).ok()?);
    }
    Some(Value::Object(whole))
}

/// Every text of a namespace in English, by dotted key.
pub fn reference(namespace: &str) -> BTreeMap<String, String> {
    let mut flat = BTreeMap::new();
    if let Some(tree) = catalogue(namespace, FALLBACK) {
        flatten(&tree, "", &mut flat);
    }
    flat
}

fn flatten(tree: &Value, path: &str, flat: &mut BTreeMap<String, String>) {
    match tree {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(value, &path, flat);
            }
        }
        Value::String(text) => {
            flat.insert(path.to_owned(), text.clone());
        }
        _ => {}
    }
}

/// Puts one text into a tree, in the place of what was there.
pub fn put(root: &mut Value, key: &str, text: &str) {
    let mut at = root;
    for part in key.split('.') {
        if !at.is_object() {
            *at = Value::Object(serde_json::Map::new());
        }
        let Some(entries) = at.as_object_mut() else { return };
        at = entries.entry(part).or_insert(Value::Null);
    }
    *at = Value::String(text.to_owned());
}

/// "chat.unread_other" is a form of "chat.unread".
pub(crate) fn base_of(key: &str) -> &str {
    FORMS.iter().find_map(|form| key.strip_suffix(form)).unwrap_or(key)
}

/// The names of the values that a text fills in.
pub(crate) fn values_in(text: &str) -> BTreeSet<&str> {
    text.split("{{").skip(1).filter_map(|rest| Some(rest.split_once("}}")?.0.split(',').next()?.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_namespace_has_a_reference() {
        for namespace in NAMESPACES {
            assert!(reference(namespace).len() > 10, "{namespace}");
        }
        assert_eq!(reference("app")["home.greeting"], "Hello, {{name}}");
        assert_eq!((catalogue("app", "tlh"), catalogue("nobody", "en")), (None, None));
    }

    #[test]
    fn texts_find_their_place_in_the_tree() {
        let mut tree = serde_json::json!({"a": {"b": "old", "d": "z"}});
        put(&mut tree, "a.b", "x");
        put(&mut tree, "a.c", "y");
        assert_eq!(tree, serde_json::json!({"a": {"b": "x", "c": "y", "d": "z"}}));
        assert_eq!(values_in("{{name}} has {{ count, number }}"), BTreeSet::from(["count", "name"]));
        assert_eq!((base_of("a.b_other"), base_of("a.other")), ("a.b", "a.other"));
    }
}
