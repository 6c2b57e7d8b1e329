//! Conditions: sections and surveys that open when a person has done something.
//!
//! Facts are counted when they are needed; nothing derived from them is stored.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::content::Texts;
use crate::db::{query_as, query_scalar};
use crate::experiences::{Access, Experiences, experiences_of};
use crate::people::Role;
use crate::{PersonId, Result, SignedIn, Store, matching};

/// A section that may have a condition. Chat and calls have none: connections would have to follow the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// The mentorship area.
    Curriculum,
    /// The learning hub.
    Session,
    /// The internship page.
    Internship,
}

impl Section {
    /// Its name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curriculum => "curriculum",
            Self::Session => "session",
            Self::Internship => "internship",
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

#[derive(sqlx::FromRow)]
struct FactRow {
    learning_sessions: i64,
    vetted_until: Option<NaiveDate>,
    guardian_consent_at: Option<DateTime<Utc>>,
    birth_month: Option<String>,
    is_matched: bool,
    is_in_pool: bool,
    time_zone: Option<String>,
}

impl FactRow {
    /// The day in the programme's time zone.
    fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        let zone = self.time_zone.as_ref().and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC);
        now.with_timezone(&zone).date_naive()
    }
}

/// Returns what a person has done.
pub async fn done(store: &Store, person: PersonId) -> Result<Done> {
    let facts: FactRow = query_as(
        // The sessions of a mentorship have ids of their own.
        "SELECT (SELECT COUNT(*) FROM session_progress
                 WHERE person_id = people.id AND session_id = session_key AND completed_at IS NOT NULL)
                 AS learning_sessions,
             vetted_until, guardian_consent_at, birth_month,
             EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE m.person_id = people.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS is_matched,
             EXISTS (SELECT 1 FROM matching_pool w WHERE w.person_id = people.id AND w.left_at IS NULL) AS is_in_pool,
             (SELECT time_zone FROM programmes WHERE id = people.programme_id) AS time_zone
         FROM people WHERE id = $1",
    )
    .bind(person)
    .fetch_one(&store.db)
    .await?;
    let surveys: Vec<String> =
        query_scalar("SELECT survey_key FROM survey_progress WHERE person_id = $1 AND completed_at IS NOT NULL")
            .bind(person)
            .fetch_all(&store.db)
            .await?;
    let today = facts.today(store.clock.now());
    Ok(Done {
        learning_sessions: u32::try_from(facts.learning_sessions).unwrap_or(u32::MAX),
        surveys: surveys.into_iter().collect(),
        is_vetted: facts.vetted_until.is_some_and(|until| until >= today),
        has_guardian_consent: facts.guardian_consent_at.is_some(),
        is_matched: facts.is_matched,
        is_in_pool: facts.is_in_pool,
        age: facts.birth_month.as_deref().and_then(|month| matching::age(month, today)),
    })
}

/// The experiences of a person, and the facts behind them.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// The experiences, after conditions and overrides.
    pub experiences: Experiences,
    /// What the person has done; None if nothing depends on it.
    pub done: Option<Done>,
}

/// The matching is open to people in the pool, visible to those who may still enter it, and hidden from the others.
fn matching_access(rules: &matching::Rules, signed_in: &SignedIn) -> Access {
    let role = signed_in.person.role;
    match signed_in.matching_status {
        Some(_) => Access::Use,
        None if !rules.enter_after.contains_key(&role) => Access::Hide,
        None if role == Role::Mentee && signed_in.has_mentorship => Access::Hide,
        None => Access::Show,
    }
}

/// Returns the experiences of a person. Costs two statements if the role has conditions, else none.
pub async fn opened(store: &Store, signed_in: &SignedIn) -> Result<Opened> {
    let (person, settings) = (&signed_in.person, signed_in.settings());
    let rules = settings.map(|rules| &rules.experiences);
    let mut experiences = experiences_of(rules, person.role, &person.experience_overrides);
    let mut counted = None;
    if let Some(conditions) = settings.and_then(|rules| rules.conditions.get(&person.role)) {
        let done = done(store, person.id).await?;
        for (section, condition) in conditions {
            let access = match condition.until_then {
                _ if condition.use_after.are_met(&done) => Access::Use,
                Until::Show => Access::Show,
                Until::Hide => Access::Hide,
            };
            match section {
                Section::Curriculum => experiences.curriculum = access,
                Section::Session => experiences.session = access,
                Section::Internship => experiences.internship = access,
            }
        }
        counted = Some(done);
    }
    if signed_in.has_mentorship {
        experiences.curriculum = Access::Use;
    }
    if let Some(rules) = settings.map(|rules| &rules.matching).filter(|rules| !rules.is_off()) {
        experiences.matchingflow = matching_access(rules, signed_in);
    }
    Ok(Opened { experiences: experiences.overridden_by(&person.experience_overrides), done: counted })
}
