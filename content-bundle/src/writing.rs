//! Writes stored content as files.

use serde::Serialize;
use store::content::Bundle;

use crate::Files;

/// Returns the files of a bundle. Reading them yields the same bundle.
pub fn write(bundle: &Bundle) -> Result<Files, serde_yaml_ng::Error> {
    let mut files = Files::new();
    let mut list = |name: &str, key: &str, items: Option<serde_yaml_ng::Value>| -> Result<(), serde_yaml_ng::Error> {
        if let Some(items) = items {
            let mapping = serde_yaml_ng::Mapping::from_iter([(key.into(), items)]);
            files.insert(name.to_owned(), serde_yaml_ng::to_string(&mapping)?.into_bytes());
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
        files.insert(format!("surveys/{}.yaml", survey.key), serde_yaml_ng::to_string(survey)?.into_bytes());
    }
    for session in bundle.sessions.iter().flatten() {
        files.insert(format!("sessions/{}.yaml", session.key), serde_yaml_ng::to_string(session)?.into_bytes());
    }
    for document in bundle.documents.iter().flatten() {
        let name = match document.id {
            3 => "privacy".to_owned(),
            4 => "terms".to_owned(),
            6 => "code-of-conduct".to_owned(),
            other => other.to_string(),
        };
        files.insert(format!("documents/{name}.yaml"), serde_yaml_ng::to_string(document)?.into_bytes());
    }
    for translation in bundle.translations.iter().flatten() {
        let name = format!("translations/{}.yaml", translation.language);
        files.insert(name, serde_yaml_ng::to_string(translation)?.into_bytes());
    }
    for picture in bundle.pictures.iter().flatten() {
        files.insert(format!("pictures/{}", picture.name), picture.bytes.clone());
    }
    Ok(files)
}

fn value<T: Serialize>(items: Option<&Vec<T>>) -> Result<Option<serde_yaml_ng::Value>, serde_yaml_ng::Error> {
    items.map(serde_yaml_ng::to_value).transpose()
}
