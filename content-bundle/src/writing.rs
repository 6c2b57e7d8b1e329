//! Writes stored content as files.

use serde::Serialize;
use serde_yaml_ng::{Error, Mapping, Value};
use store::content::Bundle;

use crate::Files;

/// Marks a string that must be quoted: a character that is quoted and escaped itself.
const QUOTED: char = '\u{1}';

/// Returns the files of a bundle. Reading them yields the same bundle.
pub fn write(bundle: &Bundle) -> Result<Files, Error> {
    let mut files = Files::new();
    let mut list = |name: &str, key: &str, items: Option<Value>| -> Result<(), Error> {
        if let Some(items) = items {
            files.insert(name.to_owned(), yaml(&Mapping::from_iter([(key.into(), items)]))?);
        }
        Ok(())
    };
    list("languages.yaml", "languages", value(bundle.languages.as_ref())?)?;
    list("programmes.yaml", "programmes", value(bundle.programmes.as_ref())?)?;
    list("faq.yaml", "topics", value(bundle.topics.as_ref())?)?;
    list("cards.yaml", "cards", value(bundle.cards.as_ref())?)?;
    list("declarations.yaml", "declarations", value(bundle.declarations.as_ref())?)?;
    list("tags.yaml", "tags", value(bundle.tags.as_ref())?)?;
    list("feed.yaml", "items", value(bundle.feed.as_ref())?)?;
    for survey in bundle.surveys.iter().flatten() {
        files.insert(format!("surveys/{}.yaml", survey.key), yaml(survey)?);
    }
    for session in bundle.sessions.iter().flatten() {
        files.insert(format!("sessions/{}.yaml", session.key), yaml(session)?);
    }
    for document in bundle.documents.iter().flatten() {
        let name = match document.id {
            3 => "privacy".to_owned(),
            4 => "terms".to_owned(),
            6 => "code-of-conduct".to_owned(),
            other => other.to_string(),
        };
        files.insert(format!("documents/{name}.yaml"), yaml(document)?);
    }
    for translation in bundle.translations.iter().flatten() {
        let name = format!("translations/{}.yaml", translation.language);
        files.insert(name, yaml(translation)?);
    }
    for picture in bundle.pictures.iter().flatten() {
        files.insert(format!("pictures/{}", picture.name), picture.bytes.clone());
    }
    Ok(files)
}

fn value<T: Serialize>(items: Option<&Vec<T>>) -> Result<Option<Value>, Error> {
    items.map(serde_yaml_ng::to_value).transpose()
}

/// Writes a value. Fields without a value are left out: a reader may take `null` for a text.
pub(crate) fn yaml(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let text = serde_yaml_ng::to_string(&portable(serde_yaml_ng::to_value(value)?))?;
    Ok(text.replace("\"\\x01", "\"").into_bytes())
}

/// Returns the same value for readers of YAML 1.1 and 1.2.
fn portable(value: Value) -> Value {
    match value {
        Value::String(text) if is_ambiguous(&text) => Value::String(format!("{QUOTED}{text}")),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(portable).collect()),
        Value::Mapping(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Mapping(fields.map(|(key, value)| (portable(key), portable(value))).collect())
        }
        other => other,
    }
}

/// Whether YAML 1.1 takes a plain text for something else: a truth value, a number, a time or a day.
fn is_ambiguous(text: &str) -> bool {
    let words = ["y", "yes", "n", "no", "on", "off", "true", "false", "null", "~", "=", "<<"];
    let digits = text.trim_start_matches(['+', '-', '.']);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_hexdigit() || "_.:+-xoTtZz ".contains(c));
    is_number || words.contains(&&*text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn texts_that_yaml_1_1_misreads_are_quoted() {
        for text in [
            "yes",
            "No",
            "on",
            "OFF",
            "y",
            "12:30",
            "08:30:00",
            "0777",
            "1_000",
            "0b11",
            "1e3",
            "2026-03-02",
            "=",
            "<<",
        ] {
            let written = yaml(&BTreeMap::from([("no", text)])).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), format!("\"no\": \"{text}\"\n"));
        }
        for text in ["yesterday", "12 o'clock", "Now", "a:b", "v1.2"] {
            let written = yaml(&BTreeMap::from([("key", text)])).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), format!("key: {text}\n"));
        }
    }

    #[test]
    fn missing_values_are_left_out() {
        let fields = BTreeMap::from([("here", Some(1)), ("missing", None)]);
        assert_eq!(yaml(&fields).unwrap(), b"here: 1\n");
    }
}
