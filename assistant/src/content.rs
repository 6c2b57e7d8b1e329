//! Content of `content/assistant`: per language the assistant's sentences, the crisis phrases and helplines, and the
//! passages it answers from. An installation can use a folder of its own with the same structure.

use std::collections::BTreeMap;
use std::path::Path;

use detection::words::words;
use detection::{Classes, Rules, RulesBuilder};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::library::Library;

#[derive(RustEmbed)]
#[folder = "../content/assistant"]
struct BuiltIn;

/// Used for languages without content.
const FALLBACK: &str = "en";

/// The assistant's content by language.
#[derive(Debug)]
pub struct Content {
    languages: BTreeMap<String, Language>,
    /// The crisis phrases of all languages.
    crises: Rules,
}

/// Why content cannot be used: the file and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct ContentError {
    file: String,
    reason: String,
}

/// Content in one language.
#[derive(Debug)]
pub struct Language {
    /// Sentences.
    pub voice: Voice,
    /// Answer to crisis messages.
    pub crisis: Crisis,
    pub(crate) greetings: Vec<String>,
    passages: Vec<Passage>,
}

/// `voice.yaml`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voice {
    /// System prompt of a model.
    pub(crate) prompt: String,
    /// Beginning of the answer to a greeting.
    pub(crate) greeting: String,
    /// Words that only greet.
    pub(crate) greeting_words: Vec<String>,
    /// Answer when no passage fits.
    pub(crate) unknown: String,
    /// Answer after a failure; the question can be repeated.
    pub apology: String,
    /// The person has reached the daily limit.
    pub budget_day: String,
    /// The programme has reached its monthly limit.
    pub budget_month: String,
    /// Words that are ignored in retrieval.
    pub(crate) stop_words: Vec<String>,
}

/// `crisis.yaml`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crisis {
    /// Phrases that indicate a crisis.
    words: Vec<String>,
    /// Phrases that indicate none, and hide crisis phrases that lie within them.
    #[serde(default)]
    except: Vec<String>,
    /// Words that stand for each other in phrases. Those of all languages with the same name are one class.
    #[serde(default)]
    classes: Classes,
    /// Introduction of the crisis card.
    pub text: String,
    /// Contacts.
    pub helplines: Vec<Helpline>,
}

/// A contact for people in a crisis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Helpline {
    /// Name.
    pub name: String,
    /// Phone number as dialled.
    pub phone: String,
    /// Web page; may be empty.
    #[serde(default)]
    pub url: String,
}

/// A passage file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    passages: Vec<RawPassage>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPassage {
    heading: String,
    text: String,
    #[serde(default)]
    keywords: String,
}

/// A text that can be quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Title of the document.
    pub document: String,
    /// Heading.
    pub heading: String,
    /// Text.
    pub text: String,
    /// Further search words.
    pub(crate) keywords: String,
}

impl Passage {
    /// Creates a passage of a programme.
    pub fn new(document: String, heading: String, text: String) -> Self {
        Self { document, heading, text, keywords: String::new() }
    }

    /// Returns the citation shown to people.
    pub fn source(&self) -> String {
        format!("{}: {}", self.document, self.heading)
    }
}

impl Content {
    /// Returns the content compiled into the program.
    pub fn built_in() -> Result<Self, ContentError> {
        let files = BuiltIn::iter().filter_map(|name| Some((name.to_string(), BuiltIn::get(&name)?.data.into_owned())));
        Self::read(files)
    }

    /// Reads the content of a folder.
    pub fn in_folder(folder: &Path) -> Result<Self, ContentError> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            let failed =
                |error: std::io::Error| ContentError { file: next.display().to_string(), reason: error.to_string() };
            for entry in std::fs::read_dir(&next).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(name) = path.strip_prefix(folder) {
                    files.push((name.display().to_string(), std::fs::read(&path).map_err(failed)?));
                }
            }
        }
        Self::read(files.into_iter())
    }

    fn read(files: impl Iterator<Item = (String, Vec<u8>)>) -> Result<Self, ContentError> {
        let files: BTreeMap<String, Vec<u8>> = files.filter(|(name, _)| name.ends_with(".yaml")).collect();
        let codes = files.keys().filter_map(|name| name.split_once('/')).map(|(code, _)| code.to_owned());
        let mut languages = BTreeMap::new();
        for code in codes.collect::<std::collections::BTreeSet<_>>() {
            languages.insert(code.clone(), Language::read(&code, &files)?);
        }
        if !languages.contains_key(FALLBACK) {
            return Err(ContentError { file: FALLBACK.into(), reason: "there must be English content".into() });
        }
        let crises = rules(&languages)?;
        Ok(Self { languages, crises })
    }

    /// Returns the content for a language ("de", "de-AT"), or English.
    pub fn language(&self, code: &str) -> &Language {
        let short = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let known = self.languages.get(&short).or_else(|| self.languages.get(FALLBACK));
        // Parsing rejects content without English.
        known.unwrap_or_else(|| unreachable!("there is English"))
    }

    /// Returns whether a text contains a crisis phrase in any language, as people in distress may write in any of them.
    pub fn is_crisis(&self, text: &str) -> bool {
        self.crises.find(text) != 0
    }

    /// Returns the available language codes.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }
}

impl Language {
    fn read(code: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Self, ContentError> {
        let voice: Voice = one(files, &format!("{code}/voice.yaml"))?;
        let crisis: Crisis = one(files, &format!("{code}/crisis.yaml"))?;
        if crisis.words.is_empty() || crisis.helplines.is_empty() {
            let reason = "it must name words and helplines".into();
            return Err(ContentError { file: format!("{code}/crisis.yaml"), reason });
        }
        let mut passages = Vec::new();
        let folder = format!("{code}/passages/");
        for name in files.keys().filter(|name| name.starts_with(&folder)) {
            let document: Document = one(files, name)?;
            passages.extend(document.passages.into_iter().map(|raw| Passage {
                document: document.title.clone(),
                heading: raw.heading,
                text: raw.text.trim().to_owned(),
                keywords: raw.keywords,
            }));
        }
        let greetings = voice.greeting_words.iter().flat_map(|word| words(word)).collect();
        Ok(Self { voice, crisis, greetings, passages })
    }

    /// Returns the quotable passages: the programme's own and the assistant's.
    pub fn library(&self, programme: Vec<Passage>) -> Library {
        Library::new(programme, self.passages.clone(), &self.voice.stop_words)
    }
}

/// Compiles the crisis phrases of all languages.
fn rules(languages: &BTreeMap<String, Language>) -> Result<Rules, ContentError> {
    let classes = |builder: &mut RulesBuilder| languages.values().for_each(|one| builder.classes(&one.crisis.classes));
    let mut all = RulesBuilder::default();
    classes(&mut all);
    for (code, Language { crisis, .. }) in languages {
        // Alone first, so that a mistake names its file.
        let mut alone = RulesBuilder::default();
        classes(&mut alone);
        alone.group(0, &crisis.words, &crisis.except);
        alone
            .build()
            .map_err(|error| ContentError { file: format!("{code}/crisis.yaml"), reason: error.to_string() })?;
        all.group(0, &crisis.words, &crisis.except);
    }
    all.build().map_err(|error| ContentError { file: "crisis.yaml".into(), reason: error.to_string() })
}

fn one<T: DeserializeOwned>(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Result<T, ContentError> {
    let failed = |reason: String| ContentError { file: name.to_owned(), reason };
    let bytes = files.get(name).ok_or_else(|| failed("it is missing".into()))?;
    // The parser reports line and column.
    serde_yaml_ng::from_slice(bytes).map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_content_has_three_languages() {
        let content = Content::built_in().unwrap();
        assert_eq!(content.codes().collect::<Vec<_>>(), ["ar", "de", "en"]);
        for code in ["ar", "de", "en"] {
            assert!(content.language(code).passages.len() > 10, "{code}");
        }
        assert_eq!(content.language("de-AT").voice.unknown, content.language("de").voice.unknown);
        assert_eq!(content.language("tlh").voice.unknown, content.language("en").voice.unknown);
    }

    #[test]
    fn mistakes_are_reported_with_position() {
        let folder = std::env::temp_dir().join(format!("assistant-content-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("en")).unwrap();
        std::fs::write(folder.join("en/voice.yaml"), "prompt: x\nfoo: [").unwrap();
        let complaint = Content::in_folder(&folder).unwrap_err().to_string();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(complaint.starts_with("en/voice.yaml: ") && complaint.contains("line 2"), "{complaint}");
    }
}
