//! The rules of a programme as pages read and send them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};
use store::detection_rules::Reaction;
use store::people::Role;
use store::programmes::matching_rules::Kind;
use utoipa::ToSchema;

use crate::staff::team::WeeklyHours;

mod of_store;

/// A rule with its value.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "rule", content = "value", rename_all = "snake_case")]
pub(in crate::staff) enum ProgrammeRule {
    /// Whether people sign up.
    SignUp(RuleOfSignUp),
    /// The domains whose people may sign up.
    Domains(RuleOfDomains),
    /// The institutions with the codes of their mentors.
    Institutions(Vec<RuleOfInstitution>),
    /// The roles whose people wait for an approval.
    Approval(BTreeSet<Role>),
    /// What contact and matching demand.
    Facts(RuleOfFacts),
    /// The kinds of vetting of mentors; without any there is one.
    VettingKinds(Vec<RuleOfVetting>),
    /// The ages of mentees.
    MenteeAges(RuleOfAges),
    /// When a mentorship counts as silent.
    Contact(RuleOfContact),
    /// When the team answers.
    Team(RuleOfTeam),
    /// When calls, and perhaps messages, rest.
    Blackout(RuleOfBlackout),
    /// The sessions of mentorships, in their order.
    MentorshipSessions(Vec<RuleOfSession>),
    /// The keys of the sessions that head the lists of the learning hub, in their order.
    PinnedSessions(Vec<String>),
    /// The surveys that people take, in their order.
    OfferedSurveys(Vec<RuleOfSurvey>),
    /// Streaks and their holidays.
    Streak(RuleOfStreak),
    /// What follows from texts with contact details, a request for secrecy, or abuse.
    Detection(RuleOfDetection),
    /// How long both sides may think about a proposal.
    Expiry(RuleOfExpiry),
    /// The rounds of the matching.
    Rounds(RuleOfRounds),
    /// How many mentees a mentor has.
    Places(RuleOfPlaces),
    /// The sizes of groups.
    Groups(RuleOfGroups),
    /// When people who left are erased.
    Retention(RuleOfRetention),
    /// How the pages look to its people.
    Appearance(RuleOfAppearance),
}

/// Whether people sign up.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfSignUp {
    is_open: bool,
}

/// E-mail domains by the role that they admit; without one for a role, all addresses.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfDomains {
    mentees: Vec<String>,
    mentors: Vec<String>,
}

/// An institution with the codes that its mentors enter at sign-up.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfInstitution {
    name: String,
    codes: Vec<String>,
}

/// What contact and matching demand.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfFacts {
    /// A valid vetting of mentors.
    vetting: bool,
    /// The consent of a guardian of minors.
    guardian_consent: bool,
    /// In years.
    mentor_minimum_age: u8,
}

/// A kind of vetting.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfVetting {
    /// Small letters, digits and hyphens. A person keeps a kind in another programme that has the key.
    key: String,
    /// Its name by language; in English always.
    label: BTreeMap<String, String>,
    /// For how many months it is valid; null without an end.
    #[schema(required)]
    valid_months: Option<u16>,
    /// Whether contact needs it; otherwise it is recorded only.
    is_required: bool,
    /// From which day on contact that runs closes without it; null until staff set the day.
    #[schema(required)]
    binds_from: Option<NaiveDate>,
}

/// The ages of mentees, in years, both included; null for any.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfAges {
    #[schema(required)]
    from: Option<u8>,
    #[schema(required)]
    to: Option<u8>,
}

/// When a mentorship counts as silent.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfContact {
    every_weeks: u8,
}

/// When the team answers, in the time zone of the programme.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfTeam {
    /// 0 is Monday.
    days: Vec<u8>,
    /// Minutes from midnight.
    from: i64,
    /// Minutes from midnight, later on the same day.
    until: i64,
    /// When the team is away.
    away: Vec<RuleDays>,
}

/// Days, the last one included.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleDays {
    from: NaiveDate,
    until: NaiveDate,
}

/// When calls rest, in the time zone of the programme.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfBlackout {
    /// Whether messages rest as well.
    refuses_sending: bool,
    weekly: Vec<WeeklyHours>,
    dated: Vec<RulePeriod>,
}

/// A period between two local times.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RulePeriod {
    from: NaiveDateTime,
    until: NaiveDateTime,
}

/// A session of mentorships.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfSession {
    /// Its key.
    session: String,
    /// Days from the start of a mentorship, or from the day on which it gets the session, to the last one on time.
    due_after_days: u16,
}

/// A survey that people take.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfSurvey {
    /// Its key.
    survey: String,
    /// Who takes it.
    roles: Vec<Role>,
    /// Whether it opens when a person has done something. Only the content changes this; what a request says is ignored.
    opens_later: bool,
}

/// Streaks, and the holidays that do not end one.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfStreak {
    is_off: bool,
    holidays: Vec<RuleDays>,
}

/// What follows from what a text contains.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfDetection {
    contact: Reaction,
    secrecy: Reaction,
    /// Never `warn`.
    abuse: Reaction,
    /// Whether the rules bind in conversations of adults as well.
    among_adults: bool,
}

/// How long each side may think about a proposal, in hours.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfExpiry {
    mentee: u16,
    mentor: u16,
}

/// The rounds of the matching.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfRounds {
    /// The proposals of a mentee.
    proposals: u8,
    every_days: u16,
    /// After so many rounds without a match a person is preferred.
    waiting_rounds: u8,
}

/// How mentors mentor unless staff set it for a person.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfPlaces {
    kind: Kind,
    places: u8,
}

/// The sizes of groups.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfGroups {
    size: u8,
    minimum: u8,
    starts_after_days: u8,
    waits_at_most_days: u8,
    /// 0 for any.
    years_apart: u8,
}

/// When people who left are erased.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::staff) struct RuleOfRetention {
    /// Months after they left; null: never.
    #[schema(required)]
    people_months: Option<u8>,
}

/// The colour and the logo of a programme.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::staff) struct RuleOfAppearance {
    /// Such as `#1f5d4a`; null for the colour of the product.
    #[schema(required)]
    color: Option<String>,
    /// The name of an uploaded logo; null for that of the product.
    #[schema(required)]
    logo: Option<String>,
}
