//! What follows when a text that another member reads contains contact details, a request for secrecy, or abuse.

use detection::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Days for which a warning is remembered.
pub(crate) const WARNED_DAYS: i64 = 30;

/// What happens with such a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[schema(as = DetectionReaction)]
pub enum Reaction {
    /// Nothing.
    Off,
    /// It is delivered, and staff get a case.
    Tell,
    /// Its writer is asked first. Sent all the same, it is delivered, and staff get a case.
    Warn,
}

impl TryFrom<String> for Reaction {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match &*name {
            "off" => Ok(Self::Off),
            "tell" => Ok(Self::Tell),
            "warn" => Ok(Self::Warn),
            "withhold" => Err("this version cannot withhold messages: use tell or warn".to_owned()),
            _ => Err(format!("unknown reaction {name:?}, expected off, tell or warn")),
        }
    }
}

/// The rules of a programme. They bind in conversations with a minor or a mentee of unknown age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// For contact details.
    pub contact: Reaction,
    /// For requests to keep something from others.
    pub secrecy: Reaction,
    /// For insults, threats and sexual content; never [`Reaction::Warn`].
    pub abuse: Reaction,
    /// Whether the rules bind in conversations of adults as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub among_adults: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { contact: Reaction::Warn, secrecy: Reaction::Warn, abuse: Reaction::Tell, among_adults: false }
    }
}

impl Rules {
    /// The rules where nothing is checked.
    pub const OFF: Self =
        Self { contact: Reaction::Off, secrecy: Reaction::Off, abuse: Reaction::Off, among_adults: false };

    /// Returns the reaction to a kind.
    pub fn reaction(&self, kind: Kind) -> Reaction {
        match kind {
            Kind::Contact => self.contact,
            Kind::Secrecy => self.secrecy,
            // A warning would teach how to write it unnoticed.
            Kind::Abuse => self.abuse.min(Reaction::Tell),
        }
    }

    /// Returns the stricter reaction to each kind.
    #[must_use]
    pub fn strictest(self, other: Self) -> Self {
        Self {
            contact: self.contact.max(other.contact),
            secrecy: self.secrecy.max(other.secrecy),
            abuse: self.abuse.max(other.abuse),
            among_adults: self.among_adults || other.among_adults,
        }
    }

    /// Returns the rules for what a member of staff writes: they are not warned, and their contact details are those of the programme.
    #[must_use]
    pub fn for_staff(self) -> Self {
        Self { contact: Reaction::Off, secrecy: self.secrecy.min(Reaction::Tell), ..self }
    }
}
