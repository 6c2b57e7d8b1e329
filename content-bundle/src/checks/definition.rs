//! Checks one definition for itself, with what a bundle would check.

use std::collections::{BTreeMap, BTreeSet};

use marked_yaml::Node;
use serde_json::Value;
use store::content::texts::TextKind;

use super::{Known, learning, pages, people, surveys};
use crate::Mistake;
use crate::yaml::Sheet;

/// Checks a file with this definition alone. What it refers to counts as present: only its texts are in question.
pub(crate) fn definition(
    kind: TextKind,
    body: &Value,
    bytes: &[u8],
    languages: &[String],
) -> Option<(Node, Vec<Mistake>)> {
    let known = Known {
        languages: Some(languages.iter().cloned().collect()),
        pictures: named(body, &["picture", "banner"]),
        tags: Some(named(body, &["tags"])),
        ..Known::default()
    };
    let key = body.get("key").and_then(Value::as_str).unwrap_or_default();
    let name = match kind {
        TextKind::Survey => format!("surveys/{key}.yaml"),
        TextKind::Session => format!("sessions/{key}.yaml"),
        other => other.name().to_owned(),
    };
    let mut mistakes = Vec::new();
    let mut sheet = Sheet::new(&name, &mut mistakes);
    let node = sheet.parse(bytes)?;
    let sheet = &mut sheet;
    match kind {
        TextKind::Document => drop(pages::document(sheet, &node, &known)),
        TextKind::Topic => drop(pages::topics(sheet, &node, &known)),
        TextKind::Card => drop(pages::cards(sheet, &node, &known)),
        TextKind::Declaration => drop(people::declarations(sheet, &node, &known)),
        TextKind::Survey => drop(surveys::survey(sheet, &node, &known)),
        TextKind::Session => drop(learning::session(sheet, &node, &known, &mut BTreeMap::new())),
        TextKind::FeedItem => drop(learning::feed(sheet, &node, &known)),
        // Bundles have none; who sends mails checks them.
        TextKind::Mail => return None,
    }
    Some((node, mistakes))
}

/// Returns the texts, or lists of texts, in fields of these names at any depth.
fn named(body: &Value, fields: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![body];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items),
            Value::Object(all) => {
                for (name, value) in all {
                    match value {
                        Value::String(text) if fields.contains(&name.as_str()) => drop(found.insert(text.clone())),
                        Value::Array(items) if fields.contains(&name.as_str()) => {
                            found.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
                        }
                        _ => {}
                    }
                    waiting.push(value);
                }
            }
            _ => {}
        }
    }
    found
}
