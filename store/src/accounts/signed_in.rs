//! The signed-in person with what nearly every request needs: their programme, and the content. One statement.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;

use super::applications;
use super::clearance::{Clearance, Facts, is_of_age};
use crate::conditions::Done;
use crate::content::{self, Catalogue};
use crate::db::query_as;
use crate::people::{PERSON_COLUMNS, Person};
use crate::programmes::matching_rules::Rules;
use crate::programmes::{Programme, Settings};
use crate::staff::{Grant, Grants};
use crate::{LoginSessionId, PersonId, Result, Store, login_sessions};

/// The state of a person in the matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "TEXT", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MatchingStatus {
    /// They wait in the pool.
    Ready,
    /// They are paused.
    OnHold,
    /// They are in a group that has not begun.
    GroupHold,
}

/// A person whose login session is alive.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The person.
    pub person: Person,
    /// Their programme.
    pub programme: Option<Arc<Programme>>,
    /// Whether they are in a mentorship now.
    pub has_mentorship: bool,
    /// Their state in the matching; None outside the pool. On hold also while a vetting or consent is missing.
    pub matching_status: Option<MatchingStatus>,
    /// Their application; None if staff never had to decide.
    pub application: Option<applications::State>,
    /// What they have done, for conditions.
    pub done: Done,
    /// The kinds of vetting that contact demands and that they lack.
    pub missing_vettings: Vec<String>,
    /// The surveys that staff ask them to take, each with the last day in the programme's zone.
    pub asked: BTreeMap<String, NaiveDate>,
    /// The surveys that staff asked them to take, and that have closed.
    pub closed_surveys: BTreeSet<String>,
    /// Whether the installation is under maintenance.
    pub is_under_maintenance: bool,
    /// Their roles as staff; none in a login session without a second factor.
    pub grants: Grants,
    /// When they last presented a code of their authenticator app in this login session.
    pub second_factor_at: Option<DateTime<Utc>>,
    /// The content at the time of the request.
    pub catalogue: Arc<Catalogue>,
}

const SELECT: &str = "SELECT (SELECT revision FROM content_revision) AS content_revision,
     EXISTS (SELECT 1 FROM switches WHERE name = 'maintenance' AND is_on) AS is_under_maintenance,
     EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE m.person_id = people.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS has_mentorship,
     (SELECT CASE WHEN w.paused_at IS NOT NULL THEN 'ON_HOLD'
              WHEN EXISTS (SELECT 1 FROM matching_trackers t WHERE t.mentee_id = w.person_id AND t.state = 'SELECTED')
              THEN 'GROUP_HOLD' ELSE 'READY' END
      FROM matching_pool w WHERE w.person_id = people.id AND w.left_at IS NULL) AS matching_status,
     (SELECT COUNT(*) FROM session_progress WHERE person_id = people.id AND completed_at IS NOT NULL
         AND session_id = session_key) AS learning_sessions,
     (SELECT string_agg(survey_key, ',') FROM survey_progress WHERE person_id = people.id AND completed_at IS NOT NULL)
         AS completed_surveys,
     (SELECT string_agg(w.survey_key || ' ' || CASE WHEN w.stopped_at IS NULL THEN CAST(i.closes_on AS TEXT) ELSE '' END, ',')
         FROM survey_invites i JOIN survey_windows w ON w.id = i.window_id
         WHERE i.person_id = people.id AND w.programme_id = people.programme_id AND people.role <> 'staff') AS asked_surveys,
     CASE WHEN role = 'staff' AND is_disabled = FALSE THEN
         (SELECT string_agg(g.role || ' ' || COALESCE(p.key, ''), ',') FROM staff_grants g
          LEFT JOIN programmes p ON p.id = g.programme_id WHERE g.person_id = people.id) END AS grants,
     vetted_until, guardian_consent_at, birth_month, suspended_at, suspended_until,
     (SELECT string_agg(v.kind || '=' || COALESCE(CAST(v.valid_until AS TEXT), ''), ',') FROM vettings v
         WHERE v.person_id = people.id AND v.ended_at IS NULL AND v.kind <> 'vetting') AS vettings,
     (SELECT a.state FROM applications a WHERE a.person_id = people.id) AS application, ";

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    person: Person,
    content_revision: i64,
    has_mentorship: bool,
    matching_status: Option<MatchingStatus>,
    /// The sessions of a mentorship have ids of their own, and do not count.
    learning_sessions: i64,
    completed_surveys: Option<String>,
    /// Each with its last day, or with nothing once it was stopped.
    asked_surveys: Option<String>,
    #[sqlx(flatten)]
    facts: Facts,
    /// The roles as staff, each with the key of its programme; without one for the whole installation.
    grants: Option<String>,
    is_under_maintenance: bool,
    #[sqlx(default)]
    second_factor_at: Option<DateTime<Utc>>,
}

impl Row {
    fn done(&self, rules: Option<&Rules>, today: NaiveDate) -> Done {
        let surveys = self.completed_surveys.iter().flat_map(|keys| keys.split(',')).map(str::to_owned);
        Done {
            learning_sessions: u32::try_from(self.learning_sessions).unwrap_or(u32::MAX),
            surveys: surveys.collect(),
            is_vetted: self.facts.is_vetted(rules, today),
            has_guardian_consent: self.facts.has_guardian_consent(),
            is_matched: self.has_mentorship,
            is_in_pool: self.matching_status.is_some(),
            age: self.facts.age(today),
        }
    }

    /// The surveys that are open on a day with the last day of their windows, and those that have closed.
    fn asked(&self, today: NaiveDate) -> (BTreeMap<String, NaiveDate>, BTreeSet<String>) {
        let (mut open, mut closed) = (BTreeMap::<String, NaiveDate>::new(), BTreeSet::new());
        let asked = self.asked_surveys.iter().flat_map(|text| text.split(','));
        for (key, day) in asked.filter_map(|one| one.split_once(' ')) {
            match day.parse::<NaiveDate>().ok().filter(|day| *day >= today) {
                Some(day) => open.entry(key.to_owned()).and_modify(|last| *last = (*last).max(day)).or_insert(day),
                None => {
                    closed.insert(key.to_owned());
                    continue;
                }
            };
        }
        (open, closed)
    }
}

impl SignedIn {
    /// Returns the person of a login session; None if it has ended or expired.
    pub async fn of_session(store: &Store, session: LoginSessionId) -> Result<Option<Self>> {
        let row: Option<Row> = query_as([
            SELECT,
            // An older node extends login sessions past their end.
            "(SELECT second_factor_at FROM login_sessions WHERE id = $1 AND created_at > $3) AS second_factor_at, ",
            PERSON_COLUMNS,
            " FROM people WHERE id =
                 (SELECT person_id FROM login_sessions WHERE id = $1 AND ended_at IS NULL AND expires_at > $2)",
        ])
        .bind(session)
        .bind(store.clock.now())
        .bind(store.clock.now() - login_sessions::STAFF_LIFETIME)
        .fetch_optional(&store.db)
        .await?;
        let row = row.map(|row| Row { grants: row.grants.filter(|_| row.second_factor_at.is_some()), ..row });
        Self::of_row(store, row).await
    }

    /// Returns a person as after a change within a request.
    pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<Self>> {
        let row = query_as([SELECT, PERSON_COLUMNS, " FROM people WHERE id = $1"])
            .bind(person)
            .fetch_optional(&store.db)
            .await?;
        Self::of_row(store, row).await
    }

    async fn of_row(store: &Store, row: Option<Row>) -> Result<Option<Self>> {
        let Some(row) = row else { return Ok(None) };
        let catalogue = content::catalogue_at(store, row.content_revision).await?;
        let programme = row.person.programme_id.and_then(|id| catalogue.programmes.get(&id).cloned());
        let time_zone = programme.as_ref().map_or(Tz::UTC, |programme| programme.tz());
        let today = store.clock.now().with_timezone(&time_zone).date_naive();
        let done = row.done(programme.as_ref().map(|programme| &programme.settings.matching), today);
        let (asked, closed_surveys) = row.asked(today);
        let grants = grants_of(row.grants.as_deref(), &catalogue);
        let Row { person, has_mentorship, mut matching_status, facts, is_under_maintenance, second_factor_at, .. } =
            row;
        let mut missing_vettings = Vec::new();
        if let Some(programme) = &programme {
            let clearance = Clearance::new(&programme.settings.matching, time_zone, store.clock.now());
            if matching_status == Some(MatchingStatus::Ready) && !clearance.missing(&facts).is_empty() {
                matching_status = Some(MatchingStatus::OnHold);
            }
            missing_vettings = clearance.missing_kinds(&facts).into_iter().map(str::to_owned).collect();
        }
        Ok(Some(Self {
            person,
            programme,
            has_mentorship,
            matching_status,
            application: facts.application(),
            done,
            missing_vettings,
            asked,
            closed_surveys,
            is_under_maintenance,
            grants,
            second_factor_at,
            catalogue,
        }))
    }

    /// Whether the person is known to be of age, or is staff.
    pub fn is_of_age(&self) -> bool {
        is_of_age(self.person.role, self.done.age)
    }

    /// The rules of their programme.
    pub fn settings(&self) -> Option<&Settings> {
        self.programme.as_ref().map(|programme| &*programme.settings)
    }

    /// The time zone of their programme.
    pub fn time_zone(&self) -> Tz {
        self.programme.as_ref().map_or(Tz::UTC, |programme| programme.tz())
    }
}

/// A grant that names a role or programme which this version does not know grants nothing.
fn grants_of(text: Option<&str>, catalogue: &Catalogue) -> Grants {
    let grants = text.into_iter().flat_map(|text| text.split(',')).filter_map(|grant| {
        let (role, key) = grant.split_once(' ')?;
        let programme = match key {
            "" => None,
            key => Some(catalogue.programmes.values().find(|programme| programme.key == key)?.id),
        };
        Some(Grant { role: role.parse().ok()?, programme })
    });
    grants.collect()
}
