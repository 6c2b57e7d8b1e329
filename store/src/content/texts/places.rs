//! Where texts stand in a definition.
//!
//! A place is the names of fields and of items on the way to a text, such as `questions/how-often/answer`. Items with keys are named by them,
//! so that a place stays when items before it come or go; others by their index.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::TextKind;
use crate::content::{FALLBACK, Texts};

/// Where the entries of a topic stand.
pub(super) const ENTRIES: &str = "questions";

/// Characters of a text that is one line or two.
const SHORT: usize = 1_000;

/// Characters of a text with paragraphs.
const LONG: usize = 20_000;

/// Characters of the subject of a mail.
const SUBJECT: usize = 200;

/// Characters of the body of a mail.
const MAIL: usize = 5_000;

/// Characters of a legal document.
const LONGEST: usize = 50_000;

/// A list on the way to a text, and which item of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the list, such as `steps`.
    pub list: String,
    /// Which item, from 1.
    pub number: usize,
}

/// A text of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name within the definition.
    pub path: String,
    /// The lists on the way to it.
    pub parts: Vec<Part>,
    /// The name of its field, such as `answer`.
    pub field: String,
    /// Whether it is Markdown.
    pub is_markdown: bool,
    /// The most characters.
    pub limit: usize,
    /// The text in its languages.
    pub texts: Texts,
}

/// Returns the texts of a definition, in their order on pages.
pub fn places(kind: TextKind, body: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    walk(kind, body, &mut Vec::new(), &mut Vec::new(), &mut found);
    found
}

fn walk(kind: TextKind, value: &Value, path: &mut Vec<String>, parts: &mut Vec<Part>, found: &mut Vec<Place>) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_by_key(|name| order(name));
            for name in names {
                let field = &fields[name];
                path.push(name.clone());
                match texts_of(field) {
                    Some(texts) => {
                        let is_markdown = is_markdown(kind, parts.len(), name, fields);
                        let limit = match is_markdown || name == "transcript" {
                            _ if kind == TextKind::Mail => {
                                if name == "body" {
                                    MAIL
                                } else {
                                    SUBJECT
                                }
                            }
                            true if kind == TextKind::Document => LONGEST,
                            true => LONG,
                            false => SHORT,
                        };
                        let (path, field, parts) = (path.join("/"), name.clone(), parts.clone());
                        found.push(Place { path, parts, field, is_markdown, limit, texts });
                    }
                    None => walk(kind, field, path, parts, found),
                }
                path.pop();
            }
        }
        Value::Array(items) => {
            let names = names(items);
            for (number, (item, name)) in (1..).zip(items.iter().zip(names)) {
                parts.push(Part { list: path.last().cloned().unwrap_or_default(), number });
                path.push(name);
                walk(kind, item, path, parts, found);
                path.pop();
                parts.pop();
            }
        }
        _ => {}
    }
}

/// Headings come first, lists last.
fn order(name: &str) -> (usize, &str) {
    const FIRST: [&str; 14] = [
        "subject",
        "body",
        "title",
        "name",
        "label",
        "question",
        "answer",
        "short_description",
        "description",
        "overview",
        "text",
        "help",
        "author",
        "alt",
    ];
    let place = FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
    let is_list = ["questions", "stages", "pages", "steps", "content", "options", "quiz"].contains(&name);
    (if is_list { FIRST.len() + 1 } else { place }, name)
}

/// Whether a text is Markdown: those that the content checks as such.
fn is_markdown(kind: TextKind, depth: usize, field: &str, fields: &Map<String, Value>) -> bool {
    match kind {
        TextKind::Document | TextKind::Declaration => field == "text",
        TextKind::Topic => field == "answer",
        TextKind::Session => match depth {
            0 => field == "overview",
            _ => field == "text" && fields.get("type").is_some_and(|of| of != "HYPERLINK"),
        },
        TextKind::FeedItem => field == "description",
        TextKind::Survey | TextKind::Card | TextKind::Mail => false,
    }
}

/// Returns a value as a text in languages; None if it is none.
fn texts_of(value: &Value) -> Option<Texts> {
    let languages = value.as_object().filter(|languages| languages.contains_key(FALLBACK))?;
    languages.iter().map(|(code, text)| Some((code.clone(), text.as_str()?.to_owned()))).collect()
}

/// Returns the names of the items of a list: their keys, if each has one of its own.
fn names(items: &[Value]) -> Vec<String> {
    let keys: Option<Vec<String>> = items.iter().map(key_of).collect();
    let keys = keys.filter(|keys| keys.iter().collect::<BTreeSet<_>>().len() == keys.len());
    keys.unwrap_or_else(|| (0..items.len()).map(|index| index.to_string()).collect())
}

/// Returns the key of an item; None without one.
pub(super) fn key_of(item: &Value) -> Option<String> {
    let key = item.get("key")?.as_str()?;
    (!key.is_empty() && !key.contains('/')).then(|| key.to_owned())
}

/// Returns the keys of the entries of a topic, in their order.
pub(super) fn entries(body: &Value) -> Vec<String> {
    body.get(ENTRIES).and_then(Value::as_array).into_iter().flatten().filter_map(key_of).collect()
}

/// Returns the languages of a text; None if the definition has no text at this place.
pub(super) fn text_at<'b>(body: &'b mut Value, path: &str) -> Option<&'b mut Map<String, Value>> {
    let mut at = body;
    for step in path.split('/') {
        at = match at {
            Value::Object(fields) => fields.get_mut(step)?,
            Value::Array(items) => {
                let index = names(items).iter().position(|name| name == step)?;
                items.get_mut(index)?
            }
            _ => return None,
        };
    }
    texts_of(at)?;
    at.as_object_mut()
}
