//! Creates programmes in the console: the rules of another one, without what belongs to its people and its year.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::bus::Event;
use crate::db::{query, query_as, query_scalar};
use crate::programmes::{self, EmailDomains, Settings};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::grants::{self, GrantOutcome};
use crate::staff::{Actor, Grant, StaffRole};
use crate::{PersonId, ProgrammeId, Result, Store, people};

/// Characters of a key.
const MAX_KEY: usize = 60;

/// Characters of a name.
pub const MAX_PROGRAMME_NAME: usize = 80;

/// A programme to create.
#[derive(Clone, Copy, Debug)]
pub struct NewProgramme<'a> {
    /// Its key in content files and addresses: small letters, digits and hyphens.
    pub key: &'a str,
    /// Its name for people.
    pub name: &'a str,
    /// An IANA time zone.
    pub time_zone: &'a str,
    /// The programme whose rules it begins with.
    pub rules_of: ProgrammeId,
    /// Who coordinates it from the beginning; None: an administrator gives the role later.
    pub coordinator: Option<PersonId>,
}

/// Why a programme is not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewProgrammeRefusal {
    /// The actor does not act for the installation, or there is no such programme to copy.
    NotFound,
    /// The key is no key.
    Key,
    /// Another programme has the key.
    KeyTaken,
    /// The name is empty or too long.
    Name,
    /// The time zone does not exist.
    TimeZone,
    /// The coordinator is no member of staff with an open account.
    Coordinator,
    /// Staff give no role to themselves.
    OwnRole,
}

/// A programme in the list of the installation.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct ProgrammeOverview {
    /// The programme.
    pub id: ProgrammeId,
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its time zone.
    pub time_zone: String,
    /// Its rules.
    settings: Json<Settings>,
    /// Whether staff created it, and no bundle names it.
    pub is_of_console: bool,
    /// People with open accounts, without staff.
    pub people: i64,
    /// Mentorships that go on.
    pub mentorships: i64,
    /// Its coordinators, without those of the installation.
    pub coordinators: i64,
}

impl ProgrammeOverview {
    /// Whether people can sign up.
    pub fn is_open(&self) -> bool {
        self.settings.sign_up.is_open
    }
}

/// Returns all programmes by name.
pub async fn programmes_of_installation(store: &Store) -> Result<Vec<ProgrammeOverview>> {
    query_as(
        "SELECT g.id, g.key, g.name, g.time_zone, g.settings, g.is_of_console,
             (SELECT COUNT(*) FROM people p WHERE p.programme_id = g.id AND p.is_disabled = FALSE AND p.role <> 'staff'
                 AND p.email NOT LIKE '%.invalid' AND p.email NOT LIKE 'bot:%') AS people,
             (SELECT COUNT(*) FROM mentorships m WHERE m.programme_id = g.id AND m.ended_at IS NULL) AS mentorships,
             (SELECT COUNT(*) FROM staff_grants s WHERE s.programme_id = g.id AND s.role = 'coordinator') AS coordinators
         FROM programmes g ORDER BY LOWER(g.name), g.id",
    )
    .fetch_all(&store.db)
    .await
}

/// A member of staff who can coordinate a programme.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PossibleCoordinator {
    /// The person.
    pub id: PersonId,
    /// Their name.
    pub name: String,
}

/// Returns staff with open accounts by name, without the actor: staff give no role to themselves.
pub async fn possible_coordinators(store: &Store, actor: PersonId) -> Result<Vec<PossibleCoordinator>> {
    query_as(
        "SELECT id, TRIM(first_name || ' ' || last_name) AS name FROM people
         WHERE role = 'staff' AND is_disabled = FALSE AND id <> $1 AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%'
         ORDER BY LOWER(last_name || ' ' || first_name), id",
    )
    .bind(actor)
    .fetch_all(&store.db)
    .await
}

/// Creates a programme with the rules of another one and its coordinator. Sign-up is closed; codes, domains and dates are not copied.
pub async fn create_programme(
    store: &Store,
    actor: &Actor,
    new: &NewProgramme<'_>,
) -> Result<std::result::Result<ProgrammeId, NewProgrammeRefusal>> {
    let (key, name) = (new.key, new.name.trim());
    if !actor.reaches(None) {
        return Ok(Err(NewProgrammeRefusal::NotFound));
    }
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.is_empty() || key.len() > MAX_KEY || !key.chars().all(is_plain) {
        return Ok(Err(NewProgrammeRefusal::Key));
    }
    if name.is_empty() || name.chars().count() > MAX_PROGRAMME_NAME {
        return Ok(Err(NewProgrammeRefusal::Name));
    }
    if new.time_zone.parse::<Tz>().is_err() {
        return Ok(Err(NewProgrammeRefusal::TimeZone));
    }
    let mut tx = store.db.begin().await?;
    let source: Option<(String, Json<Settings>)> = query_as("SELECT key, settings FROM programmes WHERE id = $1")
        .bind(new.rules_of)
        .fetch_optional(&mut tx)
        .await?;
    let Some((source, Json(settings))) = source else { return Ok(Err(NewProgrammeRefusal::NotFound)) };
    let settings = template(settings);
    let id: ProgrammeId = store.clock.id();
    let created: Option<ProgrammeId> = query_scalar(
        "INSERT INTO programmes (id, key, name, time_zone, settings, created_at, contact_binds_from, needs_vetting,
             needs_guardian_consent, contact_weeks, imported_settings, is_of_console)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $5, TRUE) ON CONFLICT (key) DO NOTHING RETURNING id",
    )
    .bind(id)
    .bind(key)
    .bind(name)
    .bind(new.time_zone)
    .bind(Json(&settings))
    .bind(store.clock.now())
    .bind(settings.matching.demands_vetting())
    .bind(settings.matching.needs_guardian_consent)
    .bind(i64::from(settings.contact.every_weeks))
    .fetch_optional(&mut tx)
    .await?;
    if created.is_none() {
        return Ok(Err(NewProgrammeRefusal::KeyTaken));
    }
    programmes::set_demanded_vettings_in(&mut tx, id, &settings).await?;
    Record::new(Act::CreateProgramme, Target::Programme(id), None)
        .change(Value::Null, json!({"name": name, "time_zone": new.time_zone, "rules_of": source}))
        .write(&mut tx, store, actor)
        .await?;
    if let Some(person) = new.coordinator {
        people::lock(&mut tx, BTreeSet::from([person])).await?;
        let is_closed: Option<bool> =
            query_scalar("SELECT is_disabled FROM people WHERE id = $1").bind(person).fetch_optional(&mut tx).await?;
        if is_closed != Some(false) {
            return Ok(Err(NewProgrammeRefusal::Coordinator));
        }
        let grant = Grant { role: StaffRole::Coordinator, programme: Some(id) };
        match grants::grant_in(&mut tx, store, actor, person, grant).await? {
            GrantOutcome::Changed | GrantOutcome::Unchanged => {}
            GrantOutcome::NotStaff => return Ok(Err(NewProgrammeRefusal::Coordinator)),
            GrantOutcome::OwnRecord => return Ok(Err(NewProgrammeRefusal::OwnRole)),
        }
    }
    // Rules are cached with the content.
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::RulesChanged]);
    grants::publish(store, new.coordinator.into_iter().collect());
    Ok(Ok(id))
}

/// Returns what a new programme takes over: no codes, no domains, no dates, and a closed sign-up.
fn template(mut settings: Settings) -> Settings {
    settings.sign_up.is_open = false;
    settings.sign_up.institutions.clear();
    settings.sign_up.email_domains = EmailDomains::default();
    settings.blackout.dated.clear();
    settings.team.away.clear();
    settings.streak.holidays.clear();
    settings
}
