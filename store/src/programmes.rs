//! Programmes: their time zones and rules.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::db::{Executor, Tx, query_as, query_scalar};
use crate::role::Role;
use crate::{ProgrammeId, Result, Store};

pub mod appearance;
pub mod blackout;
pub mod conditions;
pub mod detection_rules;
pub mod experiences;
pub mod logos;
pub mod matching_rules;
pub mod rule_checks;
pub mod rules;
pub mod team_hours;
pub mod vetting_kinds;
mod writing;
pub mod year;

use appearance::Appearance;
use blackout::Blackout;
use conditions::{Conditions, Facts};
use experiences::ByRole;
pub(crate) use writing::{
    Written, check_codes_in, import_in, lock_in, set_demanded_vettings_in, set_settings_in, share_of_mentorship_in,
    share_of_person_in, write_in,
};

/// A programme as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Programme {
    /// Its id.
    pub id: ProgrammeId,
    /// Its key in content files and requests, unique.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Its IANA time zone.
    pub time_zone: String,
    /// Its rules.
    pub settings: Json<Settings>,
}

/// The rules of a programme.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The experiences of each role.
    pub experiences: ByRole,
    /// The blackouts of calls, and perhaps messages.
    pub blackout: Blackout,
    /// How often people rate their conversations.
    pub chat_rating: PromptSchedule,
    /// Who may sign up.
    pub sign_up: SignUp,
    /// The budget of the assistant.
    pub assistant: AssistantBudget,
    /// The rules of calls.
    #[serde(skip_serializing_if = "is_default")]
    pub calls: CallRules,
    /// The surveys that people take, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surveys: Vec<ProgrammeSurvey>,
    /// Learning sessions that head the curated lists, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned_sessions: Vec<String>,
    /// When sections open.
    #[serde(skip_serializing_if = "Conditions::is_empty")]
    pub conditions: Conditions,
    /// The sessions of its mentorships, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curriculum: Vec<CurriculumSession>,
    /// How mentors and mentees are matched.
    #[serde(skip_serializing_if = "is_default")]
    pub matching: matching_rules::Rules,
    /// When its team answers.
    #[serde(skip_serializing_if = "is_default")]
    pub team: team_hours::TeamHours,
    /// How often its mentorships should be in contact.
    #[serde(skip_serializing_if = "is_default")]
    pub contact: ContactRules,
    /// What follows when a text contains contact details, a request for secrecy, or abuse.
    #[serde(skip_serializing_if = "is_default")]
    pub detection: detection_rules::Rules,
    /// Whether there are likes.
    #[serde(skip_serializing_if = "is_default")]
    pub likes: LikeRules,
    /// Whether there are streaks, and when they rest.
    #[serde(skip_serializing_if = "is_default")]
    pub streak: StreakRules,
    /// When people who left are erased.
    #[serde(skip_serializing_if = "is_default")]
    pub retention: RetentionRules,
    /// How its pages look.
    #[serde(skip_serializing_if = "is_default")]
    pub appearance: Appearance,
}

/// How often a programme asks people to rate their conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PromptSchedule {
    /// Days from an answer (or skip) of a person in a channel to the next prompt.
    pub every_days: u32,
}

impl Default for PromptSchedule {
    fn default() -> Self {
        Self { every_days: 14 }
    }
}

/// Whether a rule is as preset. The version before does not know newer rules: a programme is stored as before until it uses them.
fn is_default<T: Default + PartialEq>(rule: &T) -> bool {
    *rule == T::default()
}

/// The rhythm of contact in mentorships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ContactRules {
    /// After so many weeks without contact a mentorship counts as silent: 1 to [`MAX_CONTACT_WEEKS`].
    pub every_weeks: u8,
}

/// The slowest rhythm of contact, in weeks.
pub const MAX_CONTACT_WEEKS: u8 = 8;

impl Default for ContactRules {
    fn default() -> Self {
        Self { every_weeks: 2 }
    }
}

/// How long a programme keeps people who left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetentionRules {
    /// Months from the day on which a person left, or a sign-up stopped, to the erasure: 1 to [`MAX_RETENTION_MONTHS`]; None: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people_months: Option<u8>,
}

/// The longest time for which a rule keeps people who left, in months.
pub const MAX_RETENTION_MONTHS: u8 = 120;

/// The rules of likes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LikeRules {
    /// Whether the programme does without them. People who do not want to see them hide them for themselves.
    pub is_off: bool,
}

/// The rules of streaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StreakRules {
    /// Whether the programme does without them. People who do not want to see theirs hide it themselves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_off: bool,
    /// Weeks that these days touch do not end a streak.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holidays: Vec<Holiday>,
}

/// First and last day of holidays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub until: NaiveDate,
}

/// A session of a programme's mentorships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurriculumSession {
    /// Its key.
    pub session: String,
    /// Days from the start of a mentorship to the last day on which it is on time.
    pub due_after_days: u16,
}

/// A survey of a programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgrammeSurvey {
    /// Its key.
    pub survey: String,
    /// Who takes it.
    pub roles: Vec<Role>,
    /// When it opens; at once without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Facts>,
}

/// The rules of a programme's calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CallRules {
    /// Whether a mentee can start a recording. Conference servers let only moderators record, so that this makes mentees
    /// moderators.
    pub mentees_record: bool,
}

/// The budget of a programme's assistant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AssistantBudget {
    /// Tokens per month, 0 for no limit; None for the default of the installation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_per_month: Option<i64>,
}

impl Settings {
    /// Wraps them for a [`Programme`].
    pub fn stored(self) -> Json<Self> {
        Json(self)
    }
}

/// Who may sign up for a programme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignUp {
    /// Whether sign-up is open.
    pub is_open: bool,
    /// The e-mail domains whose people may sign up. Not written without any, so that nodes of the version before can read it.
    #[serde(skip_serializing_if = "EmailDomains::is_empty")]
    pub email_domains: EmailDomains,
    /// Institutions whose mentors may sign up, with their codes.
    pub institutions: Vec<Institution>,
}

/// The e-mail domains of a programme, by the role that they admit; without one for a role, all addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredEmailDomains")]
pub struct EmailDomains {
    /// Those of mentees.
    pub mentees: Vec<String>,
    /// Those of mentors, who need the code of an institution as well.
    pub mentors: Vec<String>,
}

/// How [`EmailDomains`] are stored. A list was written before domains named a role: it admits both.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredEmailDomains {
    OfBoth(Vec<String>),
    ByRole(EmailDomainsByRole),
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EmailDomainsByRole {
    mentees: Vec<String>,
    mentors: Vec<String>,
}

impl From<StoredEmailDomains> for EmailDomains {
    fn from(stored: StoredEmailDomains) -> Self {
        match stored {
            StoredEmailDomains::OfBoth(domains) => Self { mentees: domains.clone(), mentors: domains },
            StoredEmailDomains::ByRole(EmailDomainsByRole { mentees, mentors }) => Self { mentees, mentors },
        }
    }
}

impl EmailDomains {
    fn is_empty(&self) -> bool {
        self.mentees.is_empty() && self.mentors.is_empty()
    }
}

/// A company or school that provides mentors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Institution {
    /// Its name, for staff.
    pub name: String,
    /// The codes that its mentors enter at sign-up.
    pub codes: Vec<String>,
}

impl SignUp {
    /// Whether the programme names the domain of an address, for any role.
    pub fn names_domain_of(&self, email: &str) -> bool {
        let EmailDomains { mentees, mentors } = &self.email_domains;
        is_in(mentees, email) || is_in(mentors, email)
    }

    /// Whether the programme names the domain of an address for mentees.
    pub fn names_domain_of_mentee(&self, email: &str) -> bool {
        is_in(&self.email_domains.mentees, email)
    }

    /// Whether mentors with this address may sign up: their domain is named for mentors, or no domain is and theirs is not one of mentees.
    pub fn admits_mentor(&self, email: &str) -> bool {
        let EmailDomains { mentees, mentors } = &self.email_domains;
        is_in(mentors, email) || mentors.is_empty() && !is_in(mentees, email)
    }

    /// Whether this is a code of one of its institutions, in any spelling.
    pub fn knows_institution(&self, code: &str) -> bool {
        let code = code.trim();
        let codes = self.institutions.iter().flat_map(|institution| &institution.codes);
        !code.is_empty() && codes.into_iter().any(|known| known.eq_ignore_ascii_case(code))
    }
}

/// Whether an address is in one of the domains.
fn is_in(domains: &[String], email: &str) -> bool {
    let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
    domains.iter().any(|named| named.eq_ignore_ascii_case(domain))
}

impl Programme {
    /// Returns the time zone.
    pub fn tz(&self) -> Tz {
        zone(&self.time_zone)
    }

    /// Returns when its team is back; None while it is there.
    pub fn team_back_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.settings.team.back_at(now, self.tz())
    }

    /// Returns by when its team answers a message.
    pub fn answer_due_at(&self, sent_at: DateTime<Utc>) -> DateTime<Utc> {
        self.settings.team.due_at(sent_at, self.tz())
    }

    /// Returns when the current blackout ends; None outside a blackout.
    pub fn blackout_ends_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.settings.blackout.ends_at(now, self.tz())
    }
}

/// Reads the name of a time zone; UTC if it is none.
pub(crate) fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

/// Returns all programmes by key.
pub async fn all(store: &Store) -> Result<Vec<Programme>> {
    all_in(&store.db).await
}

pub(crate) async fn all_in(db: impl Executor) -> Result<Vec<Programme>> {
    query_as("SELECT id, key, name, time_zone, settings FROM programmes ORDER BY key").fetch_all(db).await
}

/// Whether there is such a programme, or none is meant.
pub(crate) async fn exists_in(tx: &mut Tx, id: Option<ProgrammeId>) -> Result<bool> {
    let Some(id) = id else { return Ok(true) };
    query_scalar("SELECT EXISTS (SELECT 1 FROM programmes WHERE id = $1)").bind(id).fetch_one(tx).await
}

/// Returns one programme.
pub async fn by_id(store: &Store, id: ProgrammeId) -> Result<Option<Programme>> {
    query_as("SELECT id, key, name, time_zone, settings FROM programmes WHERE id = $1")
        .bind(id)
        .fetch_optional(&store.db)
        .await
}
