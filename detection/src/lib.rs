//! Finds in texts what staff should know of: contact details, requests to keep something secret, and abuse. Pure: without I/O
//! except for reading lists.
//!
//! [`Lists`] of phrases per language are content; [`Rules`] compare a text with all of them at once. The assistant's crisis phrases
//! use the same rules. A [`Classifier`] is trained and measured beside them, and not in use.

pub mod classifier;
mod letters;
mod lexicon;
mod links;
mod lists;
mod numbers;
mod rules;
mod syntax;
mod text;
pub mod words;

pub use classifier::{Classifier, Label};
pub use lists::{Lists, ListsError};
pub use rules::{Classes, PhraseError, Rules, RulesBuilder};

/// What a text may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Contact details, or a request for them: numbers, addresses, names on other services.
    Contact,
    /// A request to keep something from others.
    Secrecy,
    /// Insults, threats, sexual content.
    Abuse,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Contact, Self::Secrecy, Self::Abuse];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Whether a kind is in the set.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of the set.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Self {
        Self(kinds.into_iter().fold(0, |all, kind| all | kind.bit()))
    }
}

/// The rules of all languages.
#[derive(Clone, Debug)]
pub struct Detector {
    rules: Rules,
}

impl Detector {
    /// The built-in rules.
    #[expect(clippy::expect_used, reason = "a test reads the built-in lists")]
    pub fn built_in() -> Self {
        Self::new(Lists::built_in().expect("the built-in lists can be read"))
    }

    /// The rules of lists.
    pub fn new(lists: Lists) -> Self {
        Self { rules: lists.into_rules() }
    }

    /// Returns what a text contains.
    pub fn find(&self, text: &str) -> Kinds {
        let found = self.rules.find(text);
        Kind::ALL.into_iter().filter(|kind| found & (1 << *kind as u32) != 0).collect()
    }
}
