//! Content of `content/detection`: the lists of each language. An installation can use a folder of its own.

use std::path::Path;

use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::Kind;
use crate::rules::{Classes, Rules, RulesBuilder};

#[derive(RustEmbed)]
#[folder = "../content/detection"]
struct BuiltIn;

/// Why lists cannot be used: the file and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct ListsError {
    file: String,
    reason: String,
}

/// The lists of all languages.
#[derive(Debug)]
pub struct Lists {
    rules: Rules,
}

/// A file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    /// Words that stand for each other. Those of all files with the same name are one class.
    #[serde(default)]
    classes: Classes,
    contact: Phrases,
    secrecy: Phrases,
    abuse: Phrases,
}

/// Phrases of a kind, and those that hide what they overlap.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    words: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
}

impl Lists {
    /// Reads the lists compiled into the program.
    pub fn built_in() -> Result<Self, ListsError> {
        Self::read(BuiltIn::iter().filter_map(|name| Some((name.to_string(), BuiltIn::get(&name)?.data.into_owned()))))
    }

    /// Reads the lists of a folder: a file per language.
    pub fn in_folder(folder: &Path) -> Result<Self, ListsError> {
        let failed =
            |error: std::io::Error| ListsError { file: folder.display().to_string(), reason: error.to_string() };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|end| end == "yaml") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.push((name, std::fs::read(&path).map_err(failed)?));
            }
        }
        Self::read(files.into_iter())
    }

    fn read(files: impl Iterator<Item = (String, Vec<u8>)>) -> Result<Self, ListsError> {
        let mut languages = Vec::new();
        for (file, bytes) in files {
            // The parser reports line and column.
            let read = serde_yaml_ng::from_slice::<Language>(&bytes);
            languages.push((file.clone(), read.map_err(|error| ListsError { file, reason: error.to_string() })?));
        }
        if languages.is_empty() {
            return Err(ListsError { file: "*.yaml".into(), reason: "there must be a list".into() });
        }
        let classes =
            |builder: &mut RulesBuilder| languages.iter().for_each(|(_, language)| builder.classes(&language.classes));
        let mut all = RulesBuilder::default();
        classes(&mut all);
        all.ignore_quotations(Kind::Abuse as usize);
        for (file, language) in &languages {
            // Alone first, so that a mistake names its file.
            let mut alone = RulesBuilder::default();
            classes(&mut alone);
            for builder in [&mut alone, &mut all] {
                for (kind, phrases) in [
                    (Kind::Contact, &language.contact),
                    (Kind::Secrecy, &language.secrecy),
                    (Kind::Abuse, &language.abuse),
                ] {
                    builder.group(kind as usize, &phrases.words, &phrases.except);
                }
            }
            alone.build().map_err(|error| ListsError { file: file.clone(), reason: error.to_string() })?;
        }
        let rules = all.build().map_err(|error| ListsError { file: "*.yaml".into(), reason: error.to_string() })?;
        Ok(Self { rules })
    }

    pub(crate) fn into_rules(self) -> Rules {
        self.rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Lists, ListsError> {
        Lists::read([("en.yaml".to_owned(), text.as_bytes().to_vec())].into_iter())
    }

    #[test]
    fn mistakes_name_file_and_place() {
        for (text, complaint) in [
            ("contact: {words: []}", "en.yaml: missing field `secrecy`"),
            (
                "contact: {words: [a <b>]}\nsecrecy: {words: []}\nabuse: {words: []}",
                "en.yaml: “a <b>”: there is no class b",
            ),
            ("contact: [", "en.yaml: "),
        ] {
            let found = read(text).unwrap_err().to_string();
            assert!(found.starts_with(complaint), "{found}");
        }
        assert!(Lists::read(std::iter::empty()).is_err());
    }

    #[test]
    fn lists_of_a_folder_replace_the_built_in_ones() {
        let folder = std::env::temp_dir().join(format!("detection-lists-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("en.yaml"),
            "contact: {words: [carrier pigeon]}\nsecrecy: {words: []}\nabuse: {words: []}",
        )
        .unwrap();
        let lists = Lists::in_folder(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let detector = crate::Detector::new(lists.unwrap());
        assert!(detector.find("use the carrier pigeon").contains(Kind::Contact));
        assert!(detector.find("add me on snap").is_empty());
    }
}
