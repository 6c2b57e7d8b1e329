//! Clearance: whether the facts about a person are as their programme demands. Contact, calls, the calendar and the matching ask here.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use super::applications;
use super::vettings::{Valid, valid};
use crate::blackout::start_of_day;
use crate::db::{Executor, QueryBuilder, Tx, query_as, query_scalar};
use crate::programmes::matching_rules::{OF_AGE, Rules};
use crate::programmes::vetting_kinds::VETTING;
use crate::role::Role;
use crate::{PersonId, Result, Store};

/// A fact that a person lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Missing {
    /// The programme demands a valid vetting of its mentors.
    #[error("the vetting is missing or has ended")]
    Vetting,
    /// The programme demands that a guardian of a minor agrees. Whose age is unknown counts as one.
    #[error("a guardian's consent is missing")]
    GuardianConsent,
    /// Staff have not approved the application, or there is none any more.
    #[error("the application is not approved")]
    Approval,
    /// The mentor is known to be younger than the programme allows.
    #[error("the person is too young to mentor")]
    Age,
    /// Staff suspended the person.
    #[error("the person is suspended")]
    Suspended,
    /// The account is closed.
    #[error("the account is closed")]
    Closed,
}

impl Rules {
    /// Whether staff decide about people who sign up with this role.
    pub(crate) fn asks_for_approval(&self, role: Role) -> bool {
        self.needs_approval.contains(&role)
    }

    /// Whether a person with this role needs a valid vetting.
    pub(crate) fn asks_for_vetting(&self, role: Role) -> bool {
        role == Role::Mentor && self.demanded_kinds().next().is_some()
    }

    /// Until when a person with this role has all kinds of vetting that contact demands.
    pub(crate) fn vetted(&self, role: Role, vetted_until: Option<NaiveDate>, held: Option<&str>) -> Valid {
        if role != Role::Mentor {
            return Valid::Always;
        }
        self.demanded_kinds().map(|kind| valid(kind, vetted_until, held)).min().unwrap_or(Valid::Always)
    }

    /// Whether a person of this age needs the consent of a guardian.
    pub(crate) fn asks_for_guardian_consent(&self, role: Role, age: Option<u8>) -> bool {
        self.needs_guardian_consent && role == Role::Mentee && age.is_none_or(|age| age < OF_AGE)
    }
}

/// The rules of a programme at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Clearance<'r> {
    rules: &'r Rules,
    time_zone: Tz,
    now: DateTime<Utc>,
}

/// What the rules need to know about a person, by the columns of `people`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct Facts {
    role: Role,
    is_disabled: bool,
    vetted_until: Option<NaiveDate>,
    /// The kinds of vetting besides the one that has a column.
    vettings: Option<String>,
    guardian_consent_at: Option<DateTime<Utc>>,
    birth_month: Option<String>,
    suspended_at: Option<DateTime<Utc>>,
    suspended_until: Option<DateTime<Utc>>,
    application: Option<applications::State>,
}

/// The columns of [`Facts`], of a row of `people`.
pub(crate) const FACT_COLUMNS: &str =
    "role, is_disabled, vetted_until, guardian_consent_at, birth_month, suspended_at, suspended_until,
     (SELECT a.state FROM applications a WHERE a.person_id = people.id) AS application,
     (SELECT string_agg(v.kind || '=' || COALESCE(CAST(v.valid_until AS TEXT), ''), ',') FROM vettings v
         WHERE v.person_id = people.id AND v.ended_at IS NULL AND v.kind <> 'vetting') AS vettings";

/// Returns the facts about a person; None if there is no such person.
pub(crate) async fn facts_of(executor: impl Executor, person: PersonId) -> Result<Option<Facts>> {
    query_as(["SELECT ", FACT_COLUMNS, " FROM people WHERE id = $1"]).bind(person).fetch_optional(executor).await
}

/// Whether a person is certainly of age, in the zone of their programme. Staff are.
pub(crate) async fn is_adult_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<bool> {
    let role: Option<Role> =
        query_scalar("SELECT role FROM people WHERE id = $1").bind(person).fetch_optional(&mut *tx).await?;
    let Some(role) = role else { return Ok(false) };
    Ok(is_of_age(role, age_in(tx, store, person).await?))
}

/// Returns the age of a person in the zone of their programme, if it is known.
pub(crate) async fn age_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Option<u8>> {
    let found: Option<(Option<String>, Option<String>)> = query_as(
        "SELECT p.birth_month, g.time_zone FROM people p LEFT JOIN programmes g ON g.id = p.programme_id
         WHERE p.id = $1",
    )
    .bind(person)
    .fetch_optional(tx)
    .await?;
    let Some((Some(birth_month), time_zone)) = found else { return Ok(None) };
    let time_zone = time_zone.and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC);
    Ok(age(&birth_month, store.clock.now().with_timezone(&time_zone).date_naive()))
}

/// Whether a person is certainly of age; whose age is unknown is not. Staff are.
pub(crate) fn is_of_age(role: Role, age: Option<u8>) -> bool {
    role == Role::Staff || age.is_some_and(|age| age >= OF_AGE)
}

impl<'r> Clearance<'r> {
    pub(crate) fn new(rules: &'r Rules, time_zone: Tz, now: DateTime<Utc>) -> Self {
        Self { rules, time_zone, now }
    }

    /// Today in the zone of the programme.
    fn today(&self) -> NaiveDate {
        self.now.with_timezone(&self.time_zone).date_naive()
    }

    /// Whether a person lacks nothing.
    pub(crate) async fn clears(&self, tx: &mut Tx, person: PersonId) -> Result<bool> {
        Ok(facts_of(tx, person).await?.is_some_and(|facts| self.missing(&facts).is_empty()))
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
        Ok(found.into_iter().filter_map(|(person, month)| Some((person, age(&month, self.today())?))).collect())
    }

    /// Returns what a person lacks.
    pub(crate) fn missing(&self, facts: &Facts) -> Vec<Missing> {
        let today = self.today();
        let age = facts.age(today);
        let asks_for_consent = self.rules.asks_for_guardian_consent(facts.role, age);
        let is_too_young = facts.role == Role::Mentor && age.is_some_and(|age| age < self.rules.mentor_minimum_age);
        let checks = [
            (Missing::Vetting, !self.missing_kinds(facts).is_empty()),
            (Missing::GuardianConsent, asks_for_consent && !facts.has_guardian_consent()),
            (Missing::Approval, facts.application.is_some_and(|state| state != applications::State::Approved)),
            (Missing::Age, is_too_young),
            (Missing::Suspended, facts.is_suspended(self.now)),
            (Missing::Closed, facts.is_disabled),
        ];
        checks.into_iter().filter(|(_, is_missing)| *is_missing).map(|(missing, _)| missing).collect()
    }

    /// Returns the kinds of vetting that a person lacks.
    pub(crate) fn missing_kinds(&self, facts: &Facts) -> Vec<&'r str> {
        if facts.role != Role::Mentor {
            return Vec::new();
        }
        let today = self.today();
        self.rules.demanded_kinds().filter(|kind| !facts.vetting(kind).on(today)).collect()
    }

    /// Whether what a person lacks closes contact that runs. Facts do from the day on that staff set, and each kind of vetting from its own;
    /// what staff decided about the person does at once.
    pub(crate) fn closes(&self, facts: &Facts, binds: bool) -> bool {
        self.missing(facts).into_iter().any(|missing| match missing {
            Missing::Suspended | Missing::Closed | Missing::Approval => true,
            Missing::Vetting => {
                binds && self.missing_kinds(facts).into_iter().any(|kind| self.rules.kind_binds(kind, self.today()))
            }
            Missing::GuardianConsent | Missing::Age => binds,
        })
    }

    /// Returns the next moment at which time alone may change what a person lacks.
    pub(crate) fn changes_at(&self, facts: &Facts) -> Option<DateTime<Utc>> {
        let kinds = if facts.role == Role::Mentor { self.rules.demanded_kinds().collect() } else { Vec::new() };
        let ends = kinds.iter().filter_map(|kind| facts.vetting(kind).until());
        let after_vettings = ends.filter_map(|until| until.checked_add_days(Days::new(1)));
        let binding = self.rules.kinds_bind_on().filter(|_| !kinds.is_empty());
        let old_enough = match facts.role {
            Role::Mentee => self.rules.needs_guardian_consent.then_some(OF_AGE),
            Role::Mentor => Some(self.rules.mentor_minimum_age),
            Role::Staff => None,
        };
        let of_age = facts.birth_month.as_deref().zip(old_enough).and_then(|(month, age)| first_day_of(month, age));
        let days = after_vettings.chain(binding).chain(of_age).map(|day| start_of_day(day, self.time_zone));
        days.chain(facts.suspended_until).filter(|at| *at > self.now).min()
    }
}

impl Facts {
    /// How long a kind of vetting is valid.
    pub(crate) fn vetting(&self, kind: &str) -> Valid {
        valid(kind, self.vetted_until, self.vettings.as_deref())
    }

    /// Whether the person is vetted on a day, as conditions ask: with all kinds that the programme requires of mentors.
    pub(crate) fn is_vetted(&self, rules: Option<&Rules>, today: NaiveDate) -> bool {
        let kinds = rules.filter(|_| self.role == Role::Mentor).map_or_else(|| vec![VETTING], Rules::kinds_of_vetted);
        kinds.into_iter().all(|kind| self.vetting(kind).on(today))
    }

    pub(crate) fn application(&self) -> Option<applications::State> {
        self.application
    }

    pub(crate) fn has_guardian_consent(&self) -> bool {
        self.guardian_consent_at.is_some()
    }

    /// Whether staff suspended the person until later.
    fn is_suspended(&self, now: DateTime<Utc>) -> bool {
        self.suspended_at.is_some() && self.suspended_until.is_none_or(|until| until > now)
    }

    /// The age in years, if the month of birth is known.
    pub(crate) fn age(&self, today: NaiveDate) -> Option<u8> {
        age(self.birth_month.as_deref()?, today)
    }
}

/// The age in years of a person born in a month such as `2009-03`, who turns a year older at its end.
pub(crate) fn age(birth_month: &str, today: NaiveDate) -> Option<u8> {
    let (year, month) = year_and_month(birth_month)?;
    let years = today.year() - year - i32::from(today.month() <= month);
    u8::try_from(years).ok()
}

/// The first day on which a person born in a month has an age, in years.
fn first_day_of(birth_month: &str, age: u8) -> Option<NaiveDate> {
    let (year, month) = year_and_month(birth_month)?;
    let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    NaiveDate::from_ymd_opt(year + i32::from(age), month, 1)
}

fn year_and_month(birth_month: &str) -> Option<(i32, u32)> {
    let (year, month) = birth_month.split_once('-')?;
    Some((year.parse().ok()?, month.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::applications::State;
    use super::*;
    use crate::programmes::vetting_kinds::VettingKind;

    const BERLIN: Tz = Tz::Europe__Berlin;

    fn facts(role: Role) -> Facts {
        Facts {
            role,
            is_disabled: false,
            vetted_until: None,
            vettings: None,
            guardian_consent_at: None,
            birth_month: None,
            suspended_at: None,
            suspended_until: None,
            application: None,
        }
    }

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn demanded_facts_that_are_absent_are_missing() {
        let demanding = Rules { needs_vetting: true, needs_guardian_consent: true, ..Rules::default() };
        let now = time("2026-03-02T12:00:00Z");
        let day = |text: &str| Some(text.parse().unwrap());
        let applied = |state| Facts { application: Some(state), ..facts(Role::Staff) };
        let cases: [(&str, Facts, &[Missing]); 16] = [
            ("mentor without vetting", facts(Role::Mentor), &[Missing::Vetting]),
            ("vetting ends today", Facts { vetted_until: day("2026-03-02"), ..facts(Role::Mentor) }, &[]),
            (
                "vetting ended yesterday",
                Facts { vetted_until: day("2026-03-01"), ..facts(Role::Mentor) },
                &[Missing::Vetting],
            ),
            ("mentee of unknown age", facts(Role::Mentee), &[Missing::GuardianConsent]),
            ("minor with consent", Facts { guardian_consent_at: Some(now), ..facts(Role::Mentee) }, &[]),
            ("adult mentee", Facts { birth_month: Some("2008-02".to_owned()), ..facts(Role::Mentee) }, &[]),
            (
                "in the month of the birthday",
                Facts { birth_month: Some("2008-03".to_owned()), ..facts(Role::Mentee) },
                &[Missing::GuardianConsent],
            ),
            (
                "young mentor",
                Facts {
                    birth_month: Some("2008-03".to_owned()),
                    vetted_until: day("2027-01-01"),
                    ..facts(Role::Mentor)
                },
                &[Missing::Age],
            ),
            ("staff", facts(Role::Staff), &[]),
            ("suspended", Facts { suspended_at: Some(now), ..facts(Role::Staff) }, &[Missing::Suspended]),
            (
                "suspended until now",
                Facts { suspended_at: Some(now), suspended_until: Some(now), ..facts(Role::Staff) },
                &[],
            ),
            ("application open", applied(State::Open), &[Missing::Approval]),
            ("application declined", applied(State::Declined), &[Missing::Approval]),
            ("application withdrawn", applied(State::Withdrawn), &[Missing::Approval]),
            ("application approved", applied(State::Approved), &[]),
            ("closed", Facts { is_disabled: true, ..facts(Role::Staff) }, &[Missing::Closed]),
        ];
        for (name, facts, expected) in cases {
            assert_eq!(Clearance::new(&demanding, BERLIN, now).missing(&facts), expected, "{name}");
        }
        let asking_nothing = Rules::default();
        let clearance = Clearance::new(&asking_nothing, BERLIN, now);
        assert_eq!(clearance.missing(&facts(Role::Mentor)), [], "nothing is demanded");
    }

    #[test]
    fn clearance_changes_at_local_midnights() {
        let rules = Rules { needs_vetting: true, needs_guardian_consent: true, ..Rules::default() };
        let now = time("2026-03-02T12:00:00Z");
        let mentor = Facts { vetted_until: Some("2026-03-29".parse().unwrap()), ..facts(Role::Mentor) };
        let mentee = Facts { birth_month: Some("2008-12".to_owned()), ..facts(Role::Mentee) };
        let suspended = Facts { suspended_until: Some(time("2026-03-03T08:00:00Z")), ..mentor.clone() };
        let ended = Facts { vetted_until: Some("2026-03-01".parse().unwrap()), ..facts(Role::Mentor) };
        for (facts, expected) in [
            (mentor, Some("2026-03-29T22:00:00Z")),
            (mentee, Some("2026-12-31T23:00:00Z")),
            (suspended, Some("2026-03-03T08:00:00Z")),
            (ended, None),
            (facts(Role::Staff), None),
        ] {
            let at = Clearance::new(&rules, BERLIN, now).changes_at(&facts);
            assert_eq!(at, expected.map(time), "{facts:?}");
        }
    }

    #[test]
    fn each_kind_of_vetting_counts() {
        let kind = |key: &str, is_required, binds_from: Option<&str>| VettingKind {
            key: key.to_owned(),
            label: BTreeMap::new(),
            valid_months: None,
            is_required,
            binds_from: binds_from.map(|day| day.parse().unwrap()),
        };
        let kinds = vec![
            kind(VETTING, true, None),
            kind("references", true, Some("2026-03-10")),
            kind("training", false, None),
        ];
        let rules = Rules { needs_vetting: true, vetting_kinds: kinds, ..Rules::default() };
        let mentor = |vetted_until: Option<&str>, vettings: Option<&str>| Facts {
            vetted_until: vetted_until.map(|day| day.parse().unwrap()),
            vettings: vettings.map(str::to_owned),
            ..facts(Role::Mentor)
        };
        let now = time("2026-03-02T12:00:00Z");
        let cases: [(Facts, &[&str], bool, Option<&str>); 6] = [
            (mentor(None, None), &[VETTING, "references"], true, Some("2026-03-09T23:00:00Z")),
            (mentor(Some("2026-03-29"), None), &["references"], false, Some("2026-03-09T23:00:00Z")),
            (mentor(Some("2026-03-29"), Some("training=")), &["references"], false, Some("2026-03-09T23:00:00Z")),
            (mentor(Some("2026-03-29"), Some("references=2026-03-04")), &[], false, Some("2026-03-04T23:00:00Z")),
            (mentor(None, Some("references=")), &[VETTING], true, Some("2026-03-09T23:00:00Z")),
            (facts(Role::Mentee), &[], false, None),
        ];
        for (facts, missing, closes, at) in cases {
            let clearance = Clearance::new(&rules, BERLIN, now);
            assert_eq!(clearance.missing_kinds(&facts), missing, "{facts:?}");
            assert_eq!(clearance.missing(&facts).contains(&Missing::Vetting), !missing.is_empty(), "{facts:?}");
            assert_eq!(clearance.closes(&facts, true), closes, "{facts:?}");
            assert!(!clearance.closes(&facts, false), "{facts:?}");
            assert_eq!(clearance.changes_at(&facts), at.map(time), "{facts:?}");
        }
        let later = Clearance::new(&rules, BERLIN, time("2026-03-10T12:00:00Z"));
        assert!(later.closes(&mentor(Some("2026-03-29"), None), true), "it binds");
        let until = rules.vetted(Role::Mentor, Some("2026-03-29".parse().unwrap()), Some("references=2026-03-04"));
        assert_eq!(until, Valid::Until("2026-03-04".parse().unwrap()));
    }
}
