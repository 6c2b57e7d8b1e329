//! The front end's built-in texts. Content can override them or add languages.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

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

/// Names of the catalogues in the front end.
pub const NAMESPACES: [&str; 11] = [
    "announcements",
    "app",
    "common",
    "feed",
    "learning",
    "lists",
    "matching",
    "messenger",
    "questions",
    "secondFactor",
    "staff",
];

/// Suffixes of i18next plural forms.
const FORMS: [&str; 6] = ["_zero", "_one", "_two", "_few", "_many", "_other"];

/// Returns the built-in catalogue of a namespace; None if the language lacks it.
pub fn catalogue(namespace: &str, language: &str) -> Option<Value> {
    let name = |file: &str| format!("{language}/{file}.json");
    let files = match namespace {
        // Texts that the sign-in page does not need are in a file of their own.
        "app" => vec![App::get(&name("app"))?, App::get(&name("pages"))?],
        "common" => vec![Common::get(&name("common"))?],
        "messenger" => vec![Messenger::get(&name("messenger"))?],
        "secondFactor" => vec![App::get(&name("second-factor"))?],
        "announcements" | "feed" | "learning" | "lists" | "matching" | "questions" | "staff" => {
            vec![App::get(&name(namespace))?]
        }
        _ => return None,
    };
    let mut whole = Value::Object(serde_json::Map::new());
    for file in files {
        merge(&mut whole, serde_json::from_slice(&file.data).ok()?);
    }
    Some(whole)
}

/// Merges a tree of texts into another one; its texts win.
pub fn merge(tree: &mut Value, above: Value) {
    match (tree, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                merge(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (tree, above) => *tree = above,
    }
}

/// Returns every English text of a namespace by dotted key.
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

/// Sets a text in a tree.
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

/// Returns the current name of a text key. Renamed keys are accepted under their old name for one version.
pub fn current_key<'k>(namespace: &str, key: &'k str) -> Cow<'k, str> {
    static RENAMED: LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
        LazyLock::new(|| serde_json::from_str(include_str!("renamed_keys.json")).unwrap_or_default());
    let base = base_of(key);
    let renamed = RENAMED.get(namespace).and_then(|keys| {
        let of_base = || keys.get(base).map(|new| format!("{new}{}", &key[base.len()..]));
        keys.get(key).cloned().or_else(of_base)
    });
    renamed.map_or(Cow::Borrowed(key), Cow::Owned)
}

/// Removes the plural suffix: "chat.unread_other" is a form of "chat.unread".
pub(crate) fn base_of(key: &str) -> &str {
    FORMS.iter().find_map(|form| key.strip_suffix(form)).unwrap_or(key)
}

/// Returns the names of a text's placeholders.
pub(crate) fn values_in(text: &str) -> BTreeSet<&str> {
    text.split("{{").skip(1).filter_map(|rest| Some(rest.split_once("}}")?.0.split(',').next()?.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_namespace_has_a_reference() {
        for namespace in NAMESPACES {
            assert!(reference(namespace).len() >= 5, "{namespace}");
        }
        assert_eq!(reference("app")["home.greeting"], "Hello, {{name}}");
        assert_eq!((catalogue("app", "tlh"), catalogue("nobody", "en")), (None, None));
    }

    #[test]
    fn catalogue_contains_every_text_of_its_files() {
        for file in App::iter().filter(|file| file.starts_with("en/")) {
            let namespace = match &file["en/".len()..file.len() - ".json".len()] {
                "pages" => "app",
                "second-factor" => "secondFactor",
                name => name,
            };
            let mut texts = BTreeMap::new();
            flatten(&serde_json::from_slice(&App::get(&file).unwrap().data).unwrap(), "", &mut texts);
            let known = reference(namespace);
            let missing: Vec<_> = texts.keys().filter(|key| !known.contains_key(*key)).collect();
            assert!(!texts.is_empty() && missing.is_empty(), "{file}: {missing:?}");
        }
        assert_eq!(reference("app")["auth.email"], "Email");
    }

    #[test]
    fn renamed_keys_lead_to_existing_texts() {
        for (namespace, old, new) in [
            ("app", "home.people", "home.contacts"),
            ("app", "home.greeting", "home.greeting"),
            ("messenger", "channels.gone", "channelList.unavailable"),
            ("messenger", "unread.tagged_one", "unread.mentioned_one"),
        ] {
            assert_eq!(current_key(namespace, old), new);
            assert!(reference(namespace).contains_key(new), "{new}");
        }
    }

    #[test]
    fn dotted_key_is_set_in_tree() {
        let mut tree = serde_json::json!({"a": {"b": "old", "d": "z"}});
        put(&mut tree, "a.b", "x");
        put(&mut tree, "a.c", "y");
        assert_eq!(tree, serde_json::json!({"a": {"b": "x", "c": "y", "d": "z"}}));
        assert_eq!(values_in("{{name}} has {{ count, number }}"), BTreeSet::from(["count", "name"]));
        assert_eq!((base_of("a.b_other"), base_of("a.other")), ("a.b", "a.other"));
    }
}
