//! The rules of a programme that staff change in the console, one at a time. Everything else changes with the content.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::appearance::Appearance;
use super::blackout::Blackout;
use super::matching_rules::{Ages, ExpiryHours, GroupRules, MentorDefaults};
use super::team_hours::TeamHours;
use super::vetting_kinds::VettingKind;
use super::{
    ContactRules, CurriculumSession, EmailDomains, Institution, ProgrammeSurvey, RetentionRules, Settings, StreakRules,
    detection_rules,
};
use crate::digest_text;
use crate::role::Role;

/// Characters of a revision.
const REVISION_LENGTH: usize = 16;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident($value:ty): $get:expr, $set:expr;)+) => {
        /// Which rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = ProgrammeRuleKey)]
        pub enum RuleKey {
            $($(#[$doc])* $name,)+
        }

        /// A rule with its value.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "rule", content = "value", rename_all = "snake_case")]
        pub enum Rule {
            $($(#[$doc])* $name($value),)+
        }

        impl RuleKey {
            /// All rules, in the order in which pages show them.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the rule as it holds.
            pub fn of(self, settings: &Settings) -> Rule {
                match self {
                    $(Self::$name => {
                        let get: fn(&Settings) -> $value = $get;
                        Rule::$name(get(settings))
                    })+
                }
            }
        }

        impl Rule {
            /// Returns which rule it is.
            pub fn key(&self) -> RuleKey {
                match self {
                    $(Self::$name(_) => RuleKey::$name,)+
                }
            }

            /// Sets it among the rules.
            pub fn put(self, settings: &mut Settings) {
                match self {
                    $(Self::$name(value) => {
                        let set: fn(&mut Settings, $value) = $set;
                        set(settings, value);
                    })+
                }
            }
        }
    };
}

rules! {
    /// Whether people sign up.
    SignUp(bool): |all| all.sign_up.is_open, |all, value| all.sign_up.is_open = value;
    /// The domains whose people may sign up.
    Domains(EmailDomains): |all| all.sign_up.email_domains.clone(), |all, value| all.sign_up.email_domains = value;
    /// The institutions with the codes of their mentors.
    Institutions(Vec<Institution>): |all| all.sign_up.institutions.clone(), |all, value| all.sign_up.institutions = value;
    /// Who waits for an approval.
    Approval(BTreeSet<Role>): |all| all.matching.needs_approval.clone(), |all, value| all.matching.needs_approval = value;
    /// What contact and matching demand.
    Facts(Demands): Demands::of, |all, value| value.put(all);
    /// The kinds of vetting of mentors.
    VettingKinds(Vec<VettingKind>): |all| all.matching.vetting_kinds.clone(), |all, value| all.matching.vetting_kinds = value;
    /// The ages of mentees.
    MenteeAges(Option<Ages>): |all| all.matching.mentee_ages, |all, value| all.matching.mentee_ages = value;
    /// When a mentorship counts as silent.
    Contact(ContactRules): |all| all.contact, |all, value| all.contact = value;
    /// When the team answers.
    Team(TeamHours): |all| all.team.clone(), |all, value| all.team = value;
    /// When calls, and perhaps messages, rest.
    Blackout(Blackout): |all| all.blackout.clone(), |all, value| all.blackout = value;
    /// The sessions of mentorships, with their deadlines.
    MentorshipSessions(Vec<CurriculumSession>): |all| all.curriculum.clone(), |all, value| all.curriculum = value;
    /// The sessions that head the lists of the learning hub.
    PinnedSessions(Vec<String>): |all| all.pinned_sessions.clone(), |all, value| all.pinned_sessions = value;
    /// The surveys that people take.
    OfferedSurveys(Vec<ProgrammeSurvey>): |all| all.surveys.clone(), |all, value| all.surveys = value;
    /// Streaks and their holidays.
    Streak(StreakRules): |all| all.streak.clone(), |all, value| all.streak = value;
    /// What follows from texts with contact details, a request for secrecy, or abuse.
    Detection(detection_rules::Rules): |all| all.detection, |all, value| all.detection = value;
    /// How long both sides may think about a proposal.
    Expiry(ExpiryHours): |all| all.matching.expiry_hours, |all, value| all.matching.expiry_hours = value;
    /// The rounds of the matching.
    Rounds(Rounds): Rounds::of, |all, value| value.put(all);
    /// How many mentees a mentor has.
    Places(MentorDefaults): |all| all.matching.mentors, |all, value| all.matching.mentors = value;
    /// The sizes of groups.
    Groups(GroupRules): |all| all.matching.groups, |all, value| all.matching.groups = value;
    /// When people who left are erased.
    Retention(RetentionRules): |all| all.retention, |all, value| all.retention = value;
    /// How the pages look to its people.
    Appearance(Appearance): |all| all.appearance.clone(), |all, value| all.appearance = value;
}

/// The facts that contact and matching demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demands {
    /// A valid vetting of mentors.
    pub vetting: bool,
    /// The consent of a guardian of minors.
    pub guardian_consent: bool,
    /// The least age of mentors, in years.
    pub mentor_minimum_age: u8,
}

impl Demands {
    fn of(settings: &Settings) -> Self {
        let rules = &settings.matching;
        Self {
            vetting: rules.needs_vetting,
            guardian_consent: rules.needs_guardian_consent,
            mentor_minimum_age: rules.mentor_minimum_age,
        }
    }

    fn put(self, settings: &mut Settings) {
        settings.matching.needs_vetting = self.vetting;
        settings.matching.needs_guardian_consent = self.guardian_consent;
        settings.matching.mentor_minimum_age = self.mentor_minimum_age;
    }
}

/// The numbers of a round of the matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    /// The proposals of a mentee.
    pub proposals: u8,
    /// Days from one to the next.
    pub every_days: u16,
    /// After so many rounds without a match a person is preferred.
    pub waiting_rounds: u8,
}

impl Rounds {
    fn of(settings: &Settings) -> Self {
        let rules = &settings.matching;
        Self { proposals: rules.proposals, every_days: rules.round_every_days, waiting_rounds: rules.waiting_rounds }
    }

    fn put(self, settings: &mut Settings) {
        settings.matching.proposals = self.proposals;
        settings.matching.round_every_days = self.every_days;
        settings.matching.waiting_rounds = self.waiting_rounds;
    }
}

impl RuleKey {
    /// Its name in requests and rows.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether people may gain or lose contact, or be approved, when it changes.
    pub(crate) fn is_of_clearance(self) -> bool {
        matches!(self, Self::Approval | Self::Facts | Self::VettingKinds)
    }
}

impl Rule {
    /// Returns what differs whenever the value does.
    pub fn revision(&self) -> String {
        let mut digest = digest_text(&serde_json::to_string(self).unwrap_or_default());
        digest.truncate(REVISION_LENGTH);
        digest
    }

    /// Returns the rule for the audit log, by its name. More people read the log than know the codes of institutions.
    pub(crate) fn for_audit(&self) -> Value {
        let value = match self {
            Self::Institutions(institutions) => {
                institutions.iter().map(|one| json!({"name": one.name, "codes": one.codes.len()})).collect()
            }
            // "session" is the learning hub in the rows of other acts.
            Self::MentorshipSessions(sessions) => sessions
                .iter()
                .map(|one| json!({"learning_session": one.session, "due_after_days": one.due_after_days}))
                .collect(),
            _ => serde_json::to_value(self).map(|mut rule| rule["value"].take()).unwrap_or_default(),
        };
        json!({self.key().name(): value})
    }

    /// Reads what [`Rule::for_audit`] wrote; None for codes of institutions, and after a change of the format.
    pub(crate) fn from_audit(key: RuleKey, text: &str) -> Option<Self> {
        let values: Value = serde_json::from_str(text).ok()?;
        let mut value = values.get(key.name()).filter(|_| key != RuleKey::Institutions)?.clone();
        if key == RuleKey::MentorshipSessions {
            for session in value.as_array_mut()?.iter_mut().filter_map(Value::as_object_mut) {
                let key = session.remove("learning_session")?;
                session.insert("session".to_owned(), key);
            }
        }
        serde_json::from_value(json!({"rule": key, "value": value})).ok()
    }
}

/// What an import did to a rule that staff had changed since the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays as staff set it: the bundle did not change it.
    Kept,
    /// It is as in the bundle, which changed it as well.
    Replaced,
}

/// Returns the rules that hold after an import, and what became of those that staff changed since the last one, which had `base`.
pub(crate) fn merge(base: &Settings, current: &Settings, wanted: &Settings) -> (Settings, Vec<(RuleKey, Fate)>) {
    let mut merged = wanted.clone();
    let mut fates = Vec::new();
    for key in RuleKey::ALL.iter().copied() {
        let [base, current, wanted] = [base, current, wanted].map(|settings| key.of(settings));
        if current == base || current == wanted {
            continue;
        }
        if wanted == base {
            current.put(&mut merged);
            fates.push((key, Fate::Kept));
        } else {
            fates.push((key, Fate::Replaced));
        }
    }
    (merged, fates)
}

/// Returns the rules that differ, before and after.
pub(crate) fn differences(before: &Settings, after: &Settings) -> Vec<(Rule, Rule)> {
    let both = RuleKey::ALL.iter().map(|key| (key.of(before), key.of(after)));
    both.filter(|(before, after)| before != after).collect()
}
