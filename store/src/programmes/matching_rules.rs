//! The rules of a programme's matching, as its content names them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use questions::Texts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::conditions::Facts;
use super::vetting_kinds::VettingKind;
use crate::role::Role;

/// From this age on a mentee decides without a guardian, in years.
pub(crate) const OF_AGE: u8 = 18;

/// Whether a mentor has one mentee or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[sqlx(type_name = "TEXT")]
#[schema(as = MentorshipType)]
pub enum Kind {
    /// One mentee.
    #[serde(rename = "1to1")]
    #[sqlx(rename = "1to1")]
    Pair,
    /// A group.
    #[serde(rename = "1toM")]
    #[sqlx(rename = "1toM")]
    Group,
}

/// The rules of a programme's matching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// What is compared, in the order in which people see it. Without criteria there is no matching.
    pub criteria: Vec<Criterion>,
    /// What a person of each role must have done before they wait for a match. A role that is not named takes no part.
    pub enter_after: BTreeMap<Role, Facts>,
    /// How long each side may think, in hours.
    pub expiry_hours: ExpiryHours,
    /// The proposals of a mentee in one round.
    pub proposals: u8,
    /// Proposals per free place of a mentor, in percent: not all mentees say Yes.
    pub proposals_per_place: u16,
    /// Days from one round to the next.
    pub round_every_days: u16,
    /// Whether rounds are published without a member of staff.
    pub publishes_automatically: bool,
    /// After so many rounds without a match a person is preferred to all who wait for fewer.
    pub waiting_rounds: u8,
    /// Whether people see first names only, and no pictures, before they accept each other.
    pub hides_names: bool,
    /// How mentors mentor unless staff set it for a person.
    pub mentors: MentorDefaults,
    /// The rules of groups.
    pub groups: GroupRules,
    /// What people read while staff review their application.
    #[serde(skip_serializing_if = "Texts::is_empty")]
    pub review_message: Texts,
    /// The roles in which people who sign up reach no one before staff have approved them.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub needs_approval: BTreeSet<Role>,
    /// Whether only mentors are proposed whose vetting is valid.
    pub needs_vetting: bool,
    /// The kinds of vetting; without any there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vetting_kinds: Vec<VettingKind>,
    /// Whether only mentees take part whose guardian agreed, unless they are 18.
    pub needs_guardian_consent: bool,
    /// From which age on a person may mentor, in years. The preset is not written, so that nodes of the version before can read it.
    #[serde(skip_serializing_if = "is_of_age")]
    pub mentor_minimum_age: u8,
    /// The ages of mentees, in years; None for any.
    pub mentee_ages: Option<Ages>,
    /// By whose answers staff see whom a round serves: [`MAX_FAIRNESS`] at most. The engine does not read them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fairness: Vec<FairnessQuestion>,
}

/// The most questions by which staff see whom a round serves.
pub const MAX_FAIRNESS: usize = 3;

/// A question of a survey with one answer, such as that for the language at home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FairnessQuestion {
    /// The key of the survey.
    pub survey: String,
    /// The key of the question.
    pub question: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape of serde's predicates")]
fn is_of_age(age: &u8) -> bool {
    *age == OF_AGE
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            criteria: Vec::new(),
            enter_after: BTreeMap::new(),
            expiry_hours: ExpiryHours::default(),
            proposals: 3,
            proposals_per_place: 150,
            round_every_days: 7,
            publishes_automatically: false,
            waiting_rounds: 3,
            hides_names: true,
            mentors: MentorDefaults::default(),
            groups: GroupRules::default(),
            review_message: Texts::new(),
            needs_approval: BTreeSet::new(),
            needs_vetting: false,
            vetting_kinds: Vec::new(),
            needs_guardian_consent: false,
            mentor_minimum_age: OF_AGE,
            mentee_ages: None,
            fairness: Vec::new(),
        }
    }
}

/// A range of ages, in years, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ages {
    /// The youngest.
    pub from: u8,
    /// The oldest.
    pub to: u8,
}

impl Rules {
    /// Whether the programme has no matching.
    pub fn is_off(&self) -> bool {
        self.criteria.is_empty() || self.enter_after.is_empty()
    }

    /// How long a side may think.
    pub(crate) fn expiry(&self, role: Role) -> Duration {
        Duration::hours(i64::from(self.expiry_hours.of(role)))
    }
}

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Its key, which questions of surveys name.
    pub key: String,
    /// Its name for people.
    pub title: Texts,
    /// What it means.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub help: Texts,
    /// The picture beside it.
    #[serde(default)]
    pub icon: Icon,
    /// How much it counts, 0 to 10.
    pub weight: u8,
    /// How two answers are compared.
    pub comparison: Comparison,
    /// For whom the answers must fit.
    #[serde(default)]
    pub mandatory: Mandatory,
    /// Whether members of a group must fit each other by it, if it is mandatory for mentees.
    #[serde(default)]
    pub is_exclusive: bool,
    /// Numbers and steps of a scale further apart than this do not fit at all.
    #[serde(default = "reach")]
    pub reach: u32,
    /// Options that fit every answer, such as "I am flexible".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits_all: Vec<String>,
    /// Whether the other side sees the answers.
    #[serde(default = "yes")]
    pub is_visible: bool,
}

fn yes() -> bool {
    true
}

fn reach() -> u32 {
    5
}

/// How two answers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// The more options both have, the better.
    Overlap,
    /// One option in common is enough.
    Equal,
    /// The closer two numbers or steps of a scale, the better.
    Distance,
    /// The more alike two orders, the better.
    Order,
}

/// For whom the answers must fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mandatory {
    /// For neither.
    #[default]
    Nobody,
    /// For mentees: a mentee who answered is only proposed to mentors whose answer fits.
    Mentee,
    /// For mentors.
    Mentor,
    /// For both.
    Both,
}

impl Mandatory {
    /// Whether the answer of a person with this role must be met.
    pub fn is_for(self, role: Role) -> bool {
        match self {
            Self::Nobody => false,
            Self::Both => true,
            Self::Mentee => role == Role::Mentee,
            Self::Mentor => role == Role::Mentor,
        }
    }
}

/// The picture of a criterion, from a fixed set that the page draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say what they show")]
pub enum Icon {
    Language,
    Clock,
    Calendar,
    Pin,
    Heart,
    Briefcase,
    Chat,
    Target,
    #[default]
    Star,
    Compass,
    People,
    Book,
}

/// How long each side may think, in hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpiryHours {
    /// From the proposal to the mentee's confirmation.
    pub mentee: u16,
    /// From there to the mentor's.
    pub mentor: u16,
}

impl Default for ExpiryHours {
    fn default() -> Self {
        Self { mentee: 72, mentor: 72 }
    }
}

impl ExpiryHours {
    /// The hours of a role.
    pub fn of(self, role: Role) -> u16 {
        if role == Role::Mentor { self.mentor } else { self.mentee }
    }
}

/// How mentors mentor unless staff set it for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MentorDefaults {
    /// Pairs or a group.
    pub kind: Kind,
    /// Mentees at once; the size of a group comes from its rules.
    pub places: u8,
}

impl Default for MentorDefaults {
    fn default() -> Self {
        Self { kind: Kind::Pair, places: 1 }
    }
}

/// The rules of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GroupRules {
    /// Mentees of a full group.
    pub size: u8,
    /// Mentees with whom a group begins that does not get full.
    pub minimum: u8,
    /// Days after the last newcomer until it begins with those it has.
    pub starts_after_days: u8,
    /// Days after the first one until staff decide.
    pub waits_at_most_days: u8,
    /// The largest difference in age between its mentees, in years; 0 for any.
    pub years_apart: u8,
}

impl Default for GroupRules {
    fn default() -> Self {
        Self { size: 4, minimum: 2, starts_after_days: 5, waits_at_most_days: 15, years_apart: 0 }
    }
}
