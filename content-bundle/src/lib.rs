//! Content as YAML files: parsing with file and line of each mistake, and writing stored content back to files. No
//! database: [`store::content`] imports what this crate has parsed.
//!
//! | file | what is in it |
//! |---|---|
//! | `languages.yaml` | the languages that can be chosen |
//! | `programmes.yaml` | programmes, their institutions and rules |
//! | `documents/*.yaml` | a legal document each |
//! | `faq.yaml` | topics with questions |
//! | `cards.yaml`, `pictures/` | cards and their pictures |
//! | `surveys/*.yaml` | a survey each |
//! | `tags.yaml`, `sessions/*.yaml` | tags, and a learning session each |
//! | `feed.yaml` | posts and quotes |
//! | `declarations.yaml` | what mentors and mentees declare |
//! | `translations/*.yaml` | texts of the pages, a language each |
//!
//! An import leaves a kind unchanged if its file is missing.

use std::collections::BTreeMap;
use std::fmt;

pub mod catalogues;
mod checks;
mod definition;
mod folder;
pub mod markdown;
pub mod quiz_import;
mod writing;
mod yaml;

pub use checks::{read, read_with};
pub use definition::text_mistakes;
pub use folder::{MAX_FILE_BYTES, belongs, built_in, read_folder, write_folder};
pub use writing::write;

/// Files by path below the folder: "documents/terms.yaml".
pub type Files = BTreeMap<String, Vec<u8>>;

/// A mistake in a bundle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, as a sentence.
    pub text: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.text)
    }
}
