//! A programme whose people wait for a match, in the middle of its first round.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use chrono::Days;
use serde::Deserialize;
use serde_json::{Map, Value};
use store::matching::Rules;
use store::matching::pool;
use store::mentorship::Kind;
use store::people::{self, NewPerson, Role};
use store::person_facts::Change;
use store::sign_up::{self, Applicant, Proof, SignedUp};
use store::staff::StaffRole;
use store::{PersonId, Store, flags, passwords, sign_up_drafts};

use super::newcomers::{Newcomers, invented};
use super::world::Programme;
use super::{DemoPerson, PASSWORD, file};

mod first_round;
#[cfg(test)]
mod tests;

/// The flag that is set after the last step of the import. Each step can be repeated after a crash.
const IMPORTED_FLAG: &str = "demo_cohort_made";

/// `cohort.yaml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cohort {
    pub(super) programme: Programme,
    people: BTreeMap<String, Named>,
    applicants: BTreeMap<String, Applying>,
    /// Roles by address, of people who are there already.
    staff: BTreeMap<String, Vec<StaffRole>>,
    group: Group,
    asked: String,
    mentees: Vec<String>,
    mentors: Vec<String>,
    /// The name of a mentor.
    vetting_ends_soon: String,
    /// The name of a mentee, who waits in the pool until a guardian agrees.
    without_consent: String,
    mentee_bios: Vec<String>,
    mentor_bios: Vec<String>,
}

/// A person who has signed up, and can sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Applying {
    role: Role,
    first_name: String,
    last_name: String,
    /// Empty for someone who has not answered yet.
    #[serde(default)]
    answers: Map<String, Value>,
}

/// What people have decided about a group, by their keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    mentor: String,
    members: Vec<String>,
    candidates: Vec<String>,
}

/// A person who can sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    role: Role,
    first_name: String,
    last_name: String,
    bio: String,
    /// Whether a mentor fills a group.
    #[serde(default)]
    group: bool,
    /// Of a mentor of pairs: mentees at once, if not as many as the programme says.
    #[serde(default)]
    places: Option<i64>,
    answers: Map<String, Value>,
}

impl Named {
    fn places(&self, rules: &Rules) -> Option<(Kind, i64)> {
        if self.group { Some((Kind::Group, i64::from(rules.groups.size))) } else { Some((Kind::Pair, self.places?)) }
    }
}

/// Imports the cohort unless it is there. Returns the people who can sign in.
pub(super) async fn import(store: &Store) -> Result<Vec<DemoPerson>> {
    let cohort: Cohort = file("cohort.yaml")?;
    if !flags::is_on(store, IMPORTED_FLAG).await? {
        let importer = Importer::new(store, &cohort).await?;
        let named = importer.add_all().await?;
        importer.sign_applicants_up().await?;
        importer.newcomers.grant_roles(&cohort.staff).await?;
        importer.begin_round(&named).await?;
        flags::set(store, &crate::demo::JOB, IMPORTED_FLAG, true).await?;
    }
    let shown = |(key, person): (String, Named)| {
        DemoPerson::named(address(&key, person.role), person.first_name, person.last_name, person.role)
    };
    let applicants = cohort.applicants.into_iter().map(|(key, person)| {
        DemoPerson::named(address(&key, person.role), person.first_name, person.last_name, person.role)
    });
    Ok(cohort.people.into_iter().map(shown).chain(applicants).collect())
}

struct Importer<'i> {
    store: &'i Store,
    cohort: &'i Cohort,
    newcomers: Newcomers<'i>,
}

impl<'i> Importer<'i> {
    async fn new(store: &'i Store, cohort: &'i Cohort) -> Result<Self> {
        let programme = cohort.programme.put(store).await?;
        Ok(Self { store, cohort, newcomers: Newcomers::of(store, programme).await? })
    }

    fn rules(&self) -> &Rules {
        &self.cohort.programme.settings.matching
    }

    async fn add_all(&self) -> Result<BTreeMap<String, PersonId>> {
        let cohort = self.cohort;
        let hash = passwords::hash(PASSWORD).await?;
        let mut named = BTreeMap::new();
        for (key, person) in &cohort.people {
            let (first_name, last_name) = (&person.first_name, &person.last_name);
            let name = format!("{first_name} {last_name}");
            let id = self.add(key, &name, person.role, &person.bio, Some(hash.clone()), &person.answers).await?;
            if let Some((kind, places)) = person.places(self.rules()) {
                pool::set_places(self.store, &crate::demo::JOB, id, kind, places)
                    .await?
                    .with_context(|| format!("{key} gets no places"))?;
            }
            named.insert(key.clone(), id);
        }
        for (role, names, bios) in
            [(Role::Mentee, &cohort.mentees, &cohort.mentee_bios), (Role::Mentor, &cohort.mentors, &cohort.mentor_bios)]
        {
            for (index, name) in names.iter().enumerate() {
                let key = format!("{}{index}", role.title().to_lowercase());
                let bio = &bios[index % bios.len()];
                self.add(&key, name, role, bio, None, &invented(index, role)).await?;
            }
        }
        Ok(named)
    }

    /// Signs people up about whom staff decide.
    async fn sign_applicants_up(&self) -> Result<()> {
        let hash = passwords::hash(PASSWORD).await?;
        for (key, Applying { role, first_name, last_name, answers }) in &self.cohort.applicants {
            let email = address(key, *role);
            let applicant = Applicant {
                email: email.clone(),
                first_name: first_name.clone(),
                last_name: last_name.clone(),
                role: *role,
                phone_number: String::new(),
                programme_id: self.newcomers.programme,
                institution_code: None,
                language: "en".to_owned(),
                invitation: None,
                has_declared: true,
            };
            let secret = &sign_up_drafts::begin_proven(self.store, &email).await?;
            let signed_up =
                sign_up::sign_up(self.store, &applicant, Proof::Draft { secret, password_hash: &hash }).await?;
            let person = match signed_up {
                SignedUp::Created(person) => person,
                // After a crash.
                _ => people::by_email(self.store, &email).await?.context("an applicant")?.id,
            };
            people::agree_to_terms(self.store, person).await?;
            if !answers.is_empty() {
                self.newcomers.answer(person, first_name, answers).await?;
            }
        }
        Ok(())
    }

    /// Adds a person with answers and facts, who waits in the pool.
    async fn add(
        &self,
        key: &str,
        name: &str,
        role: Role,
        bio: &str,
        password_hash: Option<String>,
        answers: &Map<String, Value>,
    ) -> Result<PersonId> {
        let (first_name, last_name) = name.split_once(' ').unwrap_or((name, ""));
        let new = NewPerson {
            email: address(key, role),
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            role,
            programme_id: Some(self.newcomers.programme),
            language: "en".to_owned(),
            bio: bio.to_owned(),
            password_hash,
        };
        self.newcomers.add(new, answers, self.facts(name, role)).await
    }

    /// What the programme demands.
    fn facts(&self, name: &str, role: Role) -> Change {
        let days = if name == self.cohort.vetting_ends_soon { 12 } else { 300 };
        let until = self.store.clock.now().date_naive().checked_add_days(Days::new(days));
        match role {
            Role::Mentor => Change { vetted_until: Some(until), ..Change::default() },
            _ => Change { guardian_consent: Some(name != self.cohort.without_consent), ..Change::default() },
        }
    }
}

fn address(key: &str, role: Role) -> String {
    let role = role.title().to_lowercase();
    if key.starts_with(&role) { format!("{key}@cohort.example.org") } else { format!("{key}.{role}@example.org") }
}
