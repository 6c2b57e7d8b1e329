//! Changes of texts, as staff send them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value, json};

use super::places::{ENTRIES, entries, key_of, places, text_at};
use super::{TextDefinition, TextKind};
use crate::content::FALLBACK;

/// The most questions of a topic.
const MAX_ENTRIES: usize = 100;

/// The most texts of one change.
const MAX_TEXTS: usize = 2_000;

/// Characters of the key of a question.
const MAX_KEY: usize = 60;

/// A text in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// Its place.
    pub path: String,
    /// The code of the language.
    pub language: String,
    /// The text; None removes it from the language.
    pub text: Option<String>,
}

/// What staff want to change in a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextEdit {
    /// Texts that differ.
    pub texts: Vec<NewText>,
    /// The questions of a topic in their new order, by their keys; None leaves them.
    pub entries: Option<Vec<String>>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextMistake {
    /// Its place; that of the definition as a whole is empty.
    pub path: String,
    /// The language, if it is about one.
    pub language: Option<String>,
    /// What it is.
    pub flaw: Flaw,
}

/// Kinds of mistakes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// There is no such text.
    UnknownPlace,
    /// The text is longer than so many characters.
    TooLong(usize),
    /// There are too many entries or texts.
    TooMany,
    /// The key of an entry is none.
    BadKey,
    /// A sentence of the checks of content.
    Sentence(String),
}

impl fmt::Display for Flaw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPlace => out.write_str("there is no such text any more"),
            Self::TooLong(limit) => write!(out, "the text is longer than {limit} characters"),
            Self::TooMany => out.write_str("there is too much here"),
            Self::BadKey => {
                out.write_str("a key is made of small letters, digits and hyphens, and there is one of a kind")
            }
            Self::Sentence(sentence) => out.write_str(sentence),
        }
    }
}

/// Returns a definition with a change, or what stands in its way.
pub fn apply(definition: &TextDefinition, edit: &TextEdit) -> Result<Value, Vec<TextMistake>> {
    let mut body = definition.body.clone();
    let mistake = |path: &str, flaw| TextMistake { path: path.to_owned(), language: None, flaw };
    if edit.texts.len() > MAX_TEXTS {
        return Err(vec![mistake("", Flaw::TooMany)]);
    }
    if let Some(wanted) = &edit.entries {
        let flaw = if definition.kind == TextKind::Topic { flaw_of(wanted, &body) } else { Some(Flaw::UnknownPlace) };
        if let Some(flaw) = flaw {
            return Err(vec![mistake(ENTRIES, flaw)]);
        }
        put_in_order(&mut body, wanted);
    }
    let limits: BTreeMap<String, usize> =
        places(definition.kind, &body).into_iter().map(|place| (place.path, place.limit)).collect();
    let mut mistakes = Vec::new();
    for NewText { path, language, text } in &edit.texts {
        let mut refuse =
            |flaw| mistakes.push(TextMistake { path: path.clone(), language: Some(language.clone()), flaw });
        let (Some(limit), Some(texts)) = (limits.get(path), text_at(&mut body, path)) else {
            refuse(Flaw::UnknownPlace);
            continue;
        };
        match text.as_ref().map(|text| text_fold::clean_text(text)) {
            Some(text) if text.chars().count() > *limit => refuse(Flaw::TooLong(*limit)),
            Some(text) => drop(texts.insert(language.clone(), text.into_owned().into())),
            // The check of the content names a missing English text at its place.
            None if language == FALLBACK => drop(texts.insert(language.clone(), "".into())),
            None => drop(texts.remove(language)),
        }
    }
    if mistakes.is_empty() { Ok(body) } else { Err(mistakes) }
}

fn flaw_of(wanted: &[String], body: &Value) -> Option<Flaw> {
    let known = entries(body);
    let is_plain = |key: &String| {
        let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        known.contains(key) || (!key.is_empty() && key.len() <= MAX_KEY && key.chars().all(is_key))
    };
    let is_unique = wanted.iter().collect::<BTreeSet<_>>().len() == wanted.len();
    match wanted.len() > MAX_ENTRIES.max(known.len()) {
        true => Some(Flaw::TooMany),
        false if !is_unique || !wanted.iter().all(is_plain) => Some(Flaw::BadKey),
        false => None,
    }
}

/// Puts the entries of a topic in an order: those that it does not name go, those that are new are empty.
pub(super) fn put_in_order(body: &mut Value, wanted: &[String]) {
    let Some(fields) = body.as_object_mut() else { return };
    let mut before: BTreeMap<String, Value> = match fields.remove(ENTRIES) {
        Some(Value::Array(items)) => items.into_iter().filter_map(|item| Some((key_of(&item)?, item))).collect(),
        _ => BTreeMap::new(),
    };
    let no_text = || Value::Object(Map::from_iter([(FALLBACK.to_owned(), "".into())]));
    let items = wanted.iter().map(|key| {
        before.remove(key).unwrap_or_else(|| json!({"key": key, "question": no_text(), "answer": no_text()}))
    });
    let items = items.collect();
    fields.insert(ENTRIES.to_owned(), Value::Array(items));
}
