//! What a programme asks of people before they may be matched. The engine and each confirmation apply the same rule.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::db::{QueryBuilder, Tx, query_as};
use crate::programmes::matching_rules::Rules;
use crate::role::Role;
use crate::{PersonId, Result};

/// From this age on a mentee decides without a guardian.
const OF_AGE: u8 = 18;

impl Rules {
    /// Whether a person with this role is matched only while the vetting is valid.
    pub(crate) fn asks_for_vetting(&self, role: Role) -> bool {
        self.needs_vetting && role == Role::Mentor
    }

    /// Whether a person of this age is matched only if a guardian agreed.
    pub(crate) fn asks_for_guardian_consent(&self, role: Role, age: Option<u8>) -> bool {
        self.needs_guardian_consent && role == Role::Mentee && age.is_none_or(|age| age < OF_AGE)
    }
}

/// The rules of a programme on one day.
#[derive(Clone, Copy)]
pub(crate) struct Admission<'r> {
    rules: &'r Rules,
    today: NaiveDate,
}

/// What the rules need to know about a person, by the columns of `people`.
#[derive(sqlx::FromRow)]
pub(crate) struct Facts {
    role: Role,
    vetted_until: Option<NaiveDate>,
    guardian_consent_at: Option<DateTime<Utc>>,
    birth_month: Option<String>,
}

impl<'r> Admission<'r> {
    pub(crate) fn new(rules: &'r Rules, time_zone: Tz, now: DateTime<Utc>) -> Self {
        Self { rules, today: now.with_timezone(&time_zone).date_naive() }
    }

    /// Whether a person has an open account, and the vetting and consent that the programme asks for.
    pub(crate) async fn admits(&self, tx: &mut Tx, person: PersonId) -> Result<bool> {
        let facts: Option<Facts> = query_as(
            "SELECT role, vetted_until, guardian_consent_at, birth_month FROM people WHERE id = $1 AND is_disabled = FALSE",
        )
        .bind(person)
        .fetch_optional(tx)
        .await?;
        Ok(facts.is_some_and(|facts| self.are_enough(&facts)))
    }

    /// Returns the ages of people, where they are known.
    pub(crate) async fn ages(&self, tx: &mut Tx, people: &[PersonId]) -> Result<BTreeMap<PersonId, u8>> {
        if people.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut query =
            QueryBuilder::new("SELECT id, birth_month FROM people WHERE birth_month IS NOT NULL AND id IN (");
        query.push_list(people.iter().copied()).push(")");
        let found: Vec<(PersonId, String)> = query.build_query_as().fetch_all(tx).await?;
        Ok(found.into_iter().filter_map(|(person, month)| Some((person, age(&month, self.today)?))).collect())
    }

    /// Whether vetting and consent are as the programme asks for.
    pub(crate) fn are_enough(&self, facts: &Facts) -> bool {
        (facts.is_vetted(self.today) || !self.rules.asks_for_vetting(facts.role))
            && (facts.has_guardian_consent()
                || !self.rules.asks_for_guardian_consent(facts.role, facts.age(self.today)))
    }
}

impl Facts {
    /// Whether the vetting is valid on a day.
    pub(crate) fn is_vetted(&self, today: NaiveDate) -> bool {
        self.vetted_until.is_some_and(|until| until >= today)
    }

    pub(crate) fn has_guardian_consent(&self) -> bool {
        self.guardian_consent_at.is_some()
    }

    /// The age in years, if the month of birth is known.
    pub(crate) fn age(&self, today: NaiveDate) -> Option<u8> {
        age(self.birth_month.as_deref()?, today)
    }
}

/// The age in years of a person born in a month such as `2009-03`, who turns a year older at its end.
pub(crate) fn age(birth_month: &str, today: NaiveDate) -> Option<u8> {
    let (year, month) = birth_month.split_once('-')?;
    let (year, month): (i32, u32) = (year.parse().ok()?, month.parse().ok()?);
    let years = today.year() - year - i32::from(today.month() <= month);
    u8::try_from(years).ok()
}
