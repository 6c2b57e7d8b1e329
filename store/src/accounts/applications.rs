//! Applications of people who signed up where staff decide who takes part.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;

use super::SignedIn;
use crate::conditions::Facts;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::outbox::{self, Mail, NewJob};
use crate::programmes::Settings;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, Store, followups};

pub use crate::role::ApplicationState as State;

/// The application of a person.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Application {
    /// How far it is.
    pub state: State,
    /// Since when the person has done all that they can.
    pub complete_at: Option<DateTime<Utc>>,
    /// When it was last decided or withdrawn.
    pub decided_at: Option<DateTime<Utc>>,
    /// What staff wrote to the person whom they declined.
    pub note: String,
    /// When the account is erased.
    pub erase_at: Option<DateTime<Utc>>,
}

/// Returns the application of a person; None if there was nothing to decide.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<Application>> {
    of_person_in(&store.db, person).await
}

pub(crate) async fn of_person_in(executor: impl Executor, person: PersonId) -> Result<Option<Application>> {
    query_as("SELECT state, complete_at, decided_at, note, erase_at FROM applications WHERE person_id = $1")
        .bind(person)
        .fetch_optional(executor)
        .await
}

/// Opens the application of a person who signed up, if their programme asks for an approval of their role.
pub(crate) async fn open_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<()> {
    if !tx.is_sqlite() {
        // A change of the rules sees this application, or comes first.
        let rules =
            "SELECT g.id FROM programmes g JOIN people p ON p.programme_id = g.id WHERE p.id = $1 FOR SHARE OF g";
        query_scalar::<ProgrammeId>(rules).bind(person).fetch_optional(&mut *tx).await?;
    }
    let (role, settings): (Role, Json<Settings>) =
        query_as("SELECT p.role, g.settings FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1")
            .bind(person)
            .fetch_one(&mut *tx)
            .await?;
    if !settings.matching.asks_for_approval(role) {
        return Ok(());
    }
    query("INSERT INTO applications (person_id, state, note) VALUES ($1, 'open', '')")
        .bind(person)
        .execute(&mut *tx)
        .await?;
    query("UPDATE people SET contact_closed_at = $2 WHERE id = $1")
        .bind(person)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
    mail_in(tx, store, person, "application_received", BTreeMap::new()).await?;
    followups::enqueue_in(tx, store, Some(person)).await
}

/// Follows the approval of the programme to which a person was moved: where its staff decide, the person applies again. Returns the
/// state of their application.
pub(crate) async fn transfer_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    role: Role,
    settings: &Settings,
) -> Result<Option<State>> {
    let sql = if settings.matching.asks_for_approval(role) {
        "INSERT INTO applications (person_id, state, note) VALUES ($1, 'open', '')
         ON CONFLICT (person_id) DO UPDATE SET state = 'open', complete_at = NULL, decided_at = NULL, note = '', erase_at = NULL"
    } else {
        "UPDATE applications SET state = 'approved', decided_at = $2 WHERE person_id = $1 AND state = 'open'"
    };
    let changed = query(sql).bind(person);
    let changed = if settings.matching.asks_for_approval(role) { changed } else { changed.bind(store.clock.now()) };
    changed.execute(&mut *tx).await?;
    Ok(of_person_in(tx, person).await?.map(|application| application.state))
}

/// Approves what is open in the roles of a programme for which it asks no approval any more, after a change of its rules.
pub(crate) async fn release_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    settings: &Settings,
) -> Result<()> {
    for role in [Role::Mentor, Role::Mentee].into_iter().filter(|role| !settings.matching.asks_for_approval(*role)) {
        let released: Vec<PersonId> = query_scalar(
            "UPDATE applications SET state = 'approved', decided_at = $3 WHERE state = 'open' AND person_id IN (
                 SELECT id FROM people WHERE programme_id = $1 AND role = $2) RETURNING person_id",
        )
        .bind(programme)
        .bind(role)
        .bind(store.clock.now())
        .fetch_all(&mut *tx)
        .await?;
        for person in released {
            Record::new(Act::ApproveApplication, Target::Person(person), Some(programme))
                .change(json!({"application": State::Open}), json!({"application": State::Approved}))
                .write(&mut *tx, store, actor)
                .await?;
            mail_in(tx, store, person, "application_approved", BTreeMap::new()).await?;
        }
    }
    // Other rules may ask for more or less before an application is complete.
    followups::enqueue_in(tx, store, None).await
}

/// Returns how many applications [`release_in`] would approve.
pub(crate) async fn to_release_in(tx: &mut Tx, programme: ProgrammeId, settings: &Settings) -> Result<i64> {
    let mut released = 0;
    for role in [Role::Mentor, Role::Mentee].into_iter().filter(|role| !settings.matching.asks_for_approval(*role)) {
        released += query_scalar::<i64>(
            "SELECT COUNT(*) FROM applications WHERE state = 'open' AND person_id IN (
                 SELECT id FROM people WHERE programme_id = $1 AND role = $2)",
        )
        .bind(programme)
        .bind(role)
        .fetch_one(&mut *tx)
        .await?;
    }
    Ok(released)
}

impl SignedIn {
    /// Whether an application of this person stands in the way of all contact.
    pub fn is_applying(&self) -> bool {
        self.application.is_some_and(|state| state != State::Approved)
    }

    /// Whether staff declined the application, or the person withdrew it: nothing more is asked of them.
    pub fn is_refused(&self) -> bool {
        matches!(self.application, Some(State::Declined | State::Withdrawn))
    }

    /// Whether the person has done what staff want to see before they decide: what the matching asks for, or without a matching the
    /// surveys that are open from the start.
    pub fn has_applied(&self) -> bool {
        let others = |facts: &Facts| Facts { surveys: Vec::new(), ..facts.by_the_person() };
        let has_met = self.asked_facts().is_none_or(|facts| others(facts).are_met(&self.done));
        has_met && self.asked_surveys().iter().all(|survey| self.done.surveys.contains(*survey))
    }

    /// What the matching asks of the person, if there is a matching for their role.
    fn asked_facts(&self) -> Option<&Facts> {
        let rules = &self.settings()?.matching;
        rules.enter_after.get(&self.person.role).filter(|_| !rules.is_off())
    }

    /// The surveys that belong to an application, as far as people can take them.
    pub fn asked_surveys(&self) -> Vec<&str> {
        let asked: Vec<&String> = if let Some(facts) = self.asked_facts() {
            facts.surveys.iter().collect()
        } else {
            let surveys = self.settings().into_iter().flat_map(|settings| &settings.surveys);
            let first = surveys.filter(|one| one.after.is_none() && one.roles.contains(&self.person.role));
            first.map(|one| &one.survey).collect()
        };
        let can_be_taken = |key: &&String| self.catalogue.surveys.to_begin(key).is_some();
        asked.into_iter().filter(can_be_taken).map(String::as_str).collect()
    }
}

/// Notes that the person has done all that they can; the first time counts.
pub(crate) async fn note_progress(store: &Store, signed_in: &SignedIn) -> Result<()> {
    if signed_in.application != Some(State::Open) || !signed_in.has_applied() {
        return Ok(());
    }
    query("UPDATE applications SET complete_at = $2 WHERE person_id = $1 AND state = 'open' AND complete_at IS NULL")
        .bind(signed_in.person.id)
        .bind(store.clock.now())
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Notes that something is asked of the person again.
pub(crate) async fn ask_again_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    query("UPDATE applications SET complete_at = NULL WHERE person_id = $1 AND state = 'open'")
        .bind(person)
        .execute(tx)
        .await?;
    Ok(())
}

/// Enqueues a mail to a person about their application, unless their account is closed.
pub(crate) async fn mail_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    template: &str,
    mut values: BTreeMap<String, String>,
) -> Result<()> {
    let found: Option<(String, String, String, String)> = query_as(
        "SELECT p.email, p.display_name, p.language, g.name FROM people p JOIN programmes g ON g.id = p.programme_id
         WHERE p.id = $1 AND p.is_disabled = FALSE",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((to, name, language, programme)) = found else { return Ok(()) };
    values.insert("name".to_owned(), name);
    values.insert("programme".to_owned(), programme);
    outbox::put_in(tx, &NewJob::mail(store, &Mail { to, template: template.to_owned(), language, values })?).await
}

/// Returns people whose time to change their mind is over.
pub(crate) async fn to_erase(store: &Store, limit: i64) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT person_id FROM applications WHERE state IN ('declined', 'withdrawn') AND erase_at <= $1
         ORDER BY erase_at, person_id LIMIT $2",
    )
    .bind(store.clock.now())
    .bind(limit)
    .fetch_all(&store.db)
    .await
}
