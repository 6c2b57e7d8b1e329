//! Surveys that open for a person, and the notification about them: one per person and survey.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::NaiveDate;

use super::of_person;
use crate::conditions::Facts;
use crate::db::{Tx, query, query_scalar};
use crate::experiences::{Access, experiences_of};
use crate::followups::{FollowUp, SURVEY_OPENINGS};
use crate::outbox::{self, Job};
use crate::people::Person;
use crate::push::{Notification, enqueue_in};
use crate::{PersonId, Result, SignedIn, Store};

/// Longer than a look at the surveys of all people with a device.
const LEASE: chrono::Duration = chrono::Duration::minutes(10);

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(3 * 24 * 3600);

/// Returns the surveys that a person may begin now: those that the programme offers, in its order, then those that staff ask them to
/// take.
pub fn offered(signed_in: &SignedIn) -> impl Iterator<Item = &str> {
    let SignedIn { catalogue, asked, .. } = signed_in;
    let named: Vec<&str> = named(signed_in).collect();
    let asked: Vec<&str> = asked.keys().map(String::as_str).filter(|key| !named.contains(key)).collect();
    let is_asked = !signed_in.is_refused();
    let offered = named.into_iter().chain(asked);
    offered.filter(move |key| is_asked && catalogue.surveys.to_begin(key).is_some())
}

/// Returns the last day on which a person can begin a survey; None for one that the programme leaves open.
pub fn closes_on(signed_in: &SignedIn, survey: &str) -> Option<NaiveDate> {
    let last = signed_in.asked.get(survey)?;
    (!named(signed_in).any(|key| key == survey)).then_some(*last)
}

/// The surveys that the programme offers a person by its rules.
fn named(signed_in: &SignedIn) -> impl Iterator<Item = &str> {
    let SignedIn { person, done, .. } = signed_in;
    let is_open = |after: &Facts| after.are_met(done);
    let rules = signed_in.settings().map_or(&[][..], |rules| &rules.surveys);
    let named = rules
        .iter()
        .filter(move |named| named.roles.contains(&person.role) && named.after.as_ref().is_none_or(is_open));
    named.map(|named| named.survey.as_str())
}

/// Notifies people of the surveys that have opened, and returns the number of looks that were due.
pub async fn notify_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, SURVEY_OPENINGS, LEASE, |job| async move { notify(store, &job).await }).await
}

/// Notifies people of the surveys that have opened, and ends the job.
async fn notify(store: &Store, job: &Job<FollowUp>) -> Result<()> {
    let people = match job.payload.person {
        Some(person) => vec![person],
        None => query_scalar("SELECT DISTINCT person_id FROM push_devices").fetch_all(&store.db).await?,
    };
    for person in people {
        let new = unnoted(store, person).await?;
        if new.is_empty() {
            continue;
        }
        let mut tx = store.db.begin().await?;
        if note(&mut tx, store, person, &new).await? {
            enqueue_in(&mut tx, store, person, &Notification::SurveyOpened, TTL).await?;
        }
        tx.commit().await?;
    }
    outbox::done(store, job.id).await
}

/// Marks the open surveys as known to the person, who sees them on the page that registers a device.
pub async fn mark_known(store: &Store, person: PersonId) -> Result<()> {
    let new = unnoted(store, person).await?;
    if new.is_empty() {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    note(&mut tx, store, person, &new).await?;
    tx.commit().await
}

/// Returns the surveys that the person may begin, has not begun, and was not notified of.
async fn unnoted(store: &Store, person: PersonId) -> Result<Vec<String>> {
    let Some(signed_in) = SignedIn::of_person(store, person).await? else { return Ok(Vec::new()) };
    let rules = signed_in.settings().map(|rules| &rules.experiences);
    let SignedIn { person: Person { id, role, experience_overrides, .. }, .. } = &signed_in;
    if experiences_of(rules, *role, experience_overrides).survey != Access::Use {
        return Ok(Vec::new());
    }
    let noted: Vec<String> = query_scalar("SELECT survey_key FROM survey_openings WHERE person_id = $1")
        .bind(id)
        .fetch_all(&store.db)
        .await?;
    let begun = of_person(store, person).await?.into_iter().map(|begun| begun.progress.survey_key);
    let known: BTreeSet<String> = noted.into_iter().chain(begun).collect();
    Ok(offered(&signed_in).filter(|key| !known.contains(*key)).map(str::to_owned).collect())
}

/// Notes surveys. Returns whether one of them was not noted yet.
pub(super) async fn note(tx: &mut Tx, store: &Store, person: PersonId, surveys: &[String]) -> Result<bool> {
    let mut is_new = false;
    for survey in surveys {
        let noted = query(
            "INSERT INTO survey_openings (person_id, survey_key, noted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(person)
        .bind(survey)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
        is_new |= noted > 0;
    }
    Ok(is_new)
}
