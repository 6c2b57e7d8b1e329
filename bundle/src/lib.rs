//! Content as people write it: a folder of YAML files, its mistakes with file and line, and the way back from what is
//! stored to files. No database: [`store::content`] takes what this crate has read.
//!
//! | file | what is in it |
//! |---|---|
//! | `languages.yaml` | the languages that can be chosen |
//! | `programmes.yaml` | programmes, their institutions and rules |
//! | `documents/*.yaml` | a legal document each |
//! | `faq.yaml` | topics with questions |
//! | `cards.yaml`, `pictures/` | cards and their pictures |
//! | `declarations.yaml` | what mentors and mentees declare |
//! | `translations/*.yaml` | texts of the pages, a language each |
//!
//! A kind whose file is missing is left as it is by an import.

use std::collections::BTreeMap;
use std::fmt;

pub mod catalogues;
mod checks;
mod folder;
pub mod markdown;
mod writing;
mod yaml;

pub use checks::read;
pub use folder::{built_in, read_folder, write_folder};
pub use writing::write;

/// Files by their names below the folder, "documents/terms.yaml".
pub type Files = BTreeMap<String, Vec<u8>>;

/// Why a bundle cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in a sentence.
    pub text: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.text)
    }
}
