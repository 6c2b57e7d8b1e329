//! What remains of texts that staff changed, when content is imported.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::TextKind;
use super::places::{ENTRIES, entries, key_of, places, text_at};
use crate::content::Texts;
use crate::programmes::rules::Fate;

/// A text that staff had changed since the last import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedText {
    /// The kind of its definition.
    pub kind: TextKind,
    /// The key of its definition.
    pub key: String,
    /// Its place; empty for the definition as a whole, `questions` for the order of a topic.
    pub path: String,
    /// Its language.
    pub language: Option<String>,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a place, and in which language.
type Fates = Vec<(String, Option<String>, Fate)>;

/// Returns a definition that holds after an import, and what became of the texts that staff changed since the last one, which had `base`.
pub(in crate::content) fn merge(kind: TextKind, base: &Value, current: &Value, wanted: &Value) -> (Value, Fates) {
    let mut merged = wanted.clone();
    let mut fates = Vec::new();
    if kind == TextKind::Topic {
        merge_entries((base, current, wanted), &mut merged, &mut fates);
    }
    let [base, current, wanted] = [base, current, wanted].map(|body| by_path(kind, body));
    let none = Texts::new();
    let all = places(kind, &merged);
    let left: BTreeSet<String> = all.iter().map(|place| place.path.clone()).collect();
    for place in all {
        let of = |all: &BTreeMap<String, Texts>| all.get(&place.path).unwrap_or(&none).clone();
        // A text that only staff have is in the merged definition as it is.
        let (Some(_), base, current, wanted) =
            (wanted.get(&place.path).and(current.get(&place.path)), of(&base), of(&current), of(&wanted))
        else {
            continue;
        };
        let languages: BTreeSet<&String> = base.keys().chain(current.keys()).chain(wanted.keys()).collect();
        for language in languages {
            let [base, now, wanted] = [&base, &current, &wanted].map(|texts| texts.get(language));
            if now == base || now == wanted {
                continue;
            }
            let fate = if wanted == base { Fate::Kept } else { Fate::Replaced };
            if fate == Fate::Kept
                && let Some(texts) = text_at(&mut merged, &place.path)
            {
                match now {
                    Some(text) => drop(texts.insert(language.clone(), text.clone().into())),
                    None => drop(texts.remove(language)),
                }
            }
            fates.push((place.path.clone(), Some(language.clone()), fate));
        }
    }
    // The import removed the place with what staff changed in it.
    let is_gone = |path: &String| base.contains_key(path) && !left.contains(path);
    for (path, now) in current.iter().filter(|(path, _)| is_gone(path)) {
        let languages: BTreeSet<&String> = base[path].keys().chain(now.keys()).collect();
        let changed = languages.into_iter().filter(|language| base[path].get(*language) != now.get(*language));
        fates.extend(changed.map(|language| (path.clone(), Some(language.clone()), Fate::Replaced)));
    }
    (merged, fates)
}

fn by_path(kind: TextKind, body: &Value) -> BTreeMap<String, Texts> {
    places(kind, body).into_iter().map(|place| (place.path, place.texts)).collect()
}

/// Merges which questions a topic has, and their order.
fn merge_entries((base, current, wanted): (&Value, &Value, &Value), merged: &mut Value, fates: &mut Fates) {
    let items = |body: &Value| -> BTreeMap<String, Value> {
        let list = body.get(ENTRIES).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(|item| Some((key_of(item)?, item.clone()))).collect()
    };
    let [in_base, in_current, in_wanted] = [base, current, wanted].map(items);
    let [order_before, order_now, order_wanted] = [base, current, wanted].map(entries);
    if order_now == order_before || order_now == order_wanted {
        return;
    }
    let mut note = |key: &str, fate| fates.push((format!("{ENTRIES}/{key}"), None, fate));
    // Removed by staff: gone, unless the import changed it.
    let mut order = order_wanted.clone();
    for key in order_before.iter().filter(|key| !in_current.contains_key(*key) && in_wanted.contains_key(*key)) {
        let is_kept = in_wanted.get(key) == in_base.get(key);
        note(key, if is_kept { Fate::Kept } else { Fate::Replaced });
        if is_kept {
            order.retain(|other| other != key);
        }
    }
    // Staff changed the order only, or the import did not: theirs holds.
    if order_wanted == order_before {
        let returned: Vec<String> = order.iter().filter(|key| !order_now.contains(key)).cloned().collect();
        order = order_now.clone();
        order.extend(returned);
    }
    for (place, key) in order_now.iter().enumerate().filter(|(_, key)| !in_base.contains_key(*key)) {
        if in_wanted.contains_key(key) {
            continue;
        }
        note(key, Fate::Kept);
        if !order.contains(key) {
            let before =
                order_now[..place].iter().rev().find_map(|other| order.iter().position(|known| known == other));
            order.insert(before.map_or(0, |index| index + 1), key.clone());
        }
    }
    let common = |order: &[String], other: &BTreeMap<String, Value>| -> Vec<String> {
        order.iter().filter(|key| other.contains_key(*key)).cloned().collect()
    };
    if common(&order_now, &in_base) != common(&order_before, &in_current) {
        let fate = if order_wanted == order_before { Fate::Kept } else { Fate::Replaced };
        fates.push((ENTRIES.to_owned(), None, fate));
    }
    let all: Vec<Value> =
        order.iter().filter_map(|key| in_wanted.get(key).or_else(|| in_current.get(key)).cloned()).collect();
    if let Some(fields) = merged.as_object_mut() {
        fields.insert(ENTRIES.to_owned(), Value::Array(all));
    }
}
