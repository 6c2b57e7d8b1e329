//! Mistakes in the texts of one definition, by their places.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use store::content::texts::{Flaw, TextKind, TextMistake, places};

use crate::checks::definition;
use crate::writing::yaml;
use crate::yaml::{Step, line_of};

/// Checks a definition as a bundle with it would be checked, and returns each mistake at the text that causes it. `languages` are the codes
/// of the installation.
pub fn text_mistakes(kind: TextKind, body: &Value, languages: &[String]) -> Vec<TextMistake> {
    // The file of these kinds is a list.
    let list = match kind {
        TextKind::Topic => Some("topics"),
        TextKind::Card => Some("cards"),
        TextKind::Declaration => Some("declarations"),
        TextKind::FeedItem => Some("items"),
        TextKind::Document | TextKind::Survey | TextKind::Session | TextKind::Mail => None,
    };
    let file = match list {
        Some(list) => json!({list: [body]}),
        None => body.clone(),
    };
    let whole = |sentence: String| TextMistake { path: String::new(), language: None, flaw: Flaw::Sentence(sentence) };
    let bytes = match yaml(&file) {
        Ok(bytes) => bytes,
        Err(error) => return vec![whole(error.to_string())],
    };
    let Some((node, mistakes)) = definition(kind, body, &bytes, languages) else {
        return vec![whole("the texts cannot be written as a file".to_owned())];
    };
    let before: Vec<Step<'_>> = list.iter().flat_map(|list| [Step::Key(list), Step::Item(0)]).collect();
    let mut at: BTreeMap<usize, (String, Option<String>)> = BTreeMap::new();
    for place in places(kind, body) {
        let names: Vec<&str> = place.path.split('/').collect();
        let mut steps = before.clone();
        let mut value = body;
        for name in &names {
            let Some((step, next)) = below(value, name) else { break };
            steps.push(step);
            value = next;
        }
        // The languages last: what begins in the same line is about the first of them.
        for language in place.texts.keys() {
            let line = line_of(&node, &[&steps[..], &[Step::Key(language)]].concat());
            at.entry(line).or_insert_with(|| (place.path.clone(), Some(language.clone())));
        }
        at.entry(line_of(&node, &steps)).or_insert_with(|| (place.path.clone(), None));
    }
    let found = mistakes.into_iter().map(|mistake| {
        let (path, language) = at.get(&mistake.line).cloned().unwrap_or_default();
        TextMistake { path, language, flaw: Flaw::Sentence(mistake.text) }
    });
    found.collect()
}

/// Returns the step to a part of a value, and the part.
fn below<'v>(value: &'v Value, name: &'v str) -> Option<(Step<'v>, &'v Value)> {
    match value {
        Value::Object(fields) => fields.get(name).map(|next| (Step::Key(name), next)),
        Value::Array(items) => {
            let by_key = items.iter().position(|item| item.get("key").and_then(Value::as_str) == Some(name));
            let index = by_key.or_else(|| name.parse().ok())?;
            items.get(index).map(|next| (Step::Item(index), next))
        }
        _ => None,
    }
}
