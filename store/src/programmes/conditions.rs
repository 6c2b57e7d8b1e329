//! Conditions: sections and surveys that open when a person has done something.
//!
//! Facts are counted for each request; nothing derived from them is stored.

use std::collections::{BTreeMap, BTreeSet};

use questions::Texts;
use serde::{Deserialize, Serialize};

use crate::role::Role;

/// A section that may have a condition. Chat has none: connections would have to follow the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// The mentorship area.
    Curriculum,
    /// The learning hub.
    Session,
    /// The internship page.
    Internship,
    /// Calls.
    Video,
}

impl Section {
    /// Its name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curriculum => "curriculum",
            Self::Session => "session",
            Self::Internship => "internship",
            Self::Video => "video",
        }
    }
}

/// The conditions of each role's sections.
pub type Conditions = BTreeMap<Role, BTreeMap<Section, Condition>>;

/// When a section opens, and what it is until then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// What opens it.
    pub use_after: Facts,
    /// What people see until then.
    #[serde(default)]
    pub until_then: Until,
    /// What they read until then; `{remaining}` is the number of learning sessions that are missing.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub message: Texts,
}

/// The access before a condition is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Visible, not usable.
    #[default]
    Show,
    /// Hidden.
    Hide,
}

/// What must be true; all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Facts {
    /// So many learning sessions are completed.
    #[serde(skip_serializing_if = "is_zero")]
    pub learning_sessions: u32,
    /// These surveys are completed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surveys: Vec<String>,
    /// Staff have vetted the person until today or later.
    #[serde(skip_serializing_if = "is_false")]
    pub vetted: bool,
    /// A guardian agreed.
    #[serde(skip_serializing_if = "is_false")]
    pub guardian_consent: bool,
    /// The person is in a mentorship.
    #[serde(skip_serializing_if = "is_false")]
    pub matched: bool,
    /// The person waits in the matching pool, paused or not.
    #[serde(skip_serializing_if = "is_false")]
    pub in_pool: bool,
    /// The person is so many years old or older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<u8>,
    /// The person is younger than so many years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_below: Option<u8>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What a person has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Completed sessions of the learning hub.
    pub learning_sessions: u32,
    /// Completed surveys.
    pub surveys: BTreeSet<String>,
    /// Whether the vetting is valid today.
    pub is_vetted: bool,
    /// Whether a guardian agreed.
    pub has_guardian_consent: bool,
    /// Whether the person is in a mentorship.
    pub is_matched: bool,
    /// Whether the person waits in the matching pool.
    pub is_in_pool: bool,
    /// The age in years, if the month of birth is known.
    pub age: Option<u8>,
}

impl Facts {
    /// Without what staff decide.
    pub fn by_the_person(&self) -> Self {
        Self { vetted: false, guardian_consent: false, ..self.clone() }
    }

    /// Whether a person has done all of it.
    pub fn are_met(&self, done: &Done) -> bool {
        done.learning_sessions >= self.learning_sessions
            && self.surveys.iter().all(|survey| done.surveys.contains(survey))
            && (done.is_vetted || !self.vetted)
            && (done.has_guardian_consent || !self.guardian_consent)
            && (done.is_matched || !self.matched)
            && (done.is_in_pool || !self.in_pool)
            && self.age.is_none_or(|least| done.age.is_some_and(|age| age >= least))
            && self.age_below.is_none_or(|limit| done.age.is_some_and(|age| age < limit))
    }
}
