//! What follows when the facts about a person change: contact and matching close, or open again.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::bus::Event;
use crate::contact;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::matching::{follow_facts_in, pool};
use crate::people;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{PersonId, Result, Store};

/// The name of the job in the audit log.
const JOB: &str = "clearance";

/// Closes what a person may not do any more, and opens what they may do again, within a transaction that holds the locks of the person
/// and of their open matches. The caller publishes the events.
pub(super) async fn follow_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Vec<Event>> {
    let mut events = contact::refresh_in(tx, store, person).await?;
    events.extend(follow_facts_in(tx, store, person).await?);
    Ok(events)
}

/// Applies what time changed: vettings that ended, birthdays, ends of suspensions, and rules that bind from now on. Returns how many
/// people were looked at.
pub async fn work(store: &Store) -> Result<usize> {
    let due = contact::due(store).await?;
    for person in &due {
        let mut tx = store.db.begin().await?;
        pool::lock_with_partners(&mut tx, *person).await?;
        lift_if_over_in(&mut tx, store, *person).await?;
        let events = follow_in(&mut tx, store, *person).await?;
        tx.commit().await?;
        store.bus.publish(events);
    }
    Ok(due.len())
}

/// Ends a suspension whose time is over.
async fn lift_if_over_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<()> {
    let over =
        query("UPDATE people SET suspended_at = NULL, suspended_until = NULL WHERE id = $1 AND suspended_until <= $2")
            .bind(person)
            .bind(store.clock.now())
            .execute(&mut *tx)
            .await?;
    let job = Actor::Job { name: JOB };
    if over > 0
        && let Some(Reached { programme }) = job.reach(&mut *tx, person).await?
    {
        Record::new(Act::LiftSuspension, Target::Person(person), programme).write(tx, store, &job).await?;
    }
    Ok(())
}

/// Why a person was not suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuspensionRefusal {
    /// For this actor there is no such person.
    #[error("There is no such person.")]
    Unknown,
    /// No reason is named.
    #[error("A suspension has a reason.")]
    NoReason,
    /// It would have ended already.
    #[error("The suspension would have ended already: choose a later time.")]
    Past,
    /// A safeguarding lead suspended the person.
    #[error("A safeguarding lead suspended this person: only a lead can change or end that.")]
    ByLead,
}

/// Who suspends. What a safeguarding lead decided, only a lead or the command line changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspendedBy {
    /// A coordinator.
    Coordinator,
    /// A safeguarding lead, or the command line.
    Lead,
}

/// What became of the end of a suspension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifted {
    /// It has ended.
    Lifted,
    /// The person was not suspended.
    NotSuspended,
    /// A safeguarding lead suspended the person.
    ByLead,
}

/// Suspends a person until a time, or until staff lift it: they read, but have no contact, and are not matched. A further suspension
/// replaces the end of the one before.
pub async fn suspend(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    until: Option<DateTime<Utc>>,
    reason: &str,
    by: SuspendedBy,
) -> Result<std::result::Result<(), SuspensionRefusal>> {
    if reason.trim().is_empty() {
        return Ok(Err(SuspensionRefusal::NoReason));
    }
    if until.is_some_and(|until| until <= store.clock.now()) {
        return Ok(Err(SuspensionRefusal::Past));
    }
    let mut tx = store.db.begin().await?;
    pool::lock_with_partners(&mut tx, person).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(SuspensionRefusal::Unknown));
    };
    if by == SuspendedBy::Coordinator && is_of_lead_in(&mut tx, store, person).await? {
        return Ok(Err(SuspensionRefusal::ByLead));
    }
    let before = suspension_in(&mut tx, person).await?;
    query(
        "UPDATE people SET suspended_at = COALESCE(suspended_at, $2), suspended_until = $3, is_suspended_by_lead = $4
         WHERE id = $1",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(until)
    .bind(by == SuspendedBy::Lead)
    .execute(&mut tx)
    .await?;
    let after = suspension_in(&mut tx, person).await?;
    if after == before {
        // A lead may take over what a coordinator decided.
        tx.commit().await?;
        return Ok(Ok(()));
    }
    Record::new(Act::Suspend, Target::Person(person), programme)
        .reason(reason.trim())
        .change(before, after)
        .write(&mut tx, store, actor)
        .await?;
    let events = follow_in(&mut tx, store, person).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok(()))
}

/// Lifts the suspension of a person.
pub async fn lift_suspension(store: &Store, actor: &Actor, person: PersonId, by: SuspendedBy) -> Result<Lifted> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(Lifted::NotSuspended) };
    if by == SuspendedBy::Coordinator && is_of_lead_in(&mut tx, store, person).await? {
        return Ok(Lifted::ByLead);
    }
    let before = suspension_in(&mut tx, person).await?;
    let lifted = query(
        "UPDATE people SET suspended_at = NULL, suspended_until = NULL WHERE id = $1 AND suspended_at IS NOT NULL",
    )
    .bind(person)
    .execute(&mut tx)
    .await?;
    if lifted == 0 {
        return Ok(Lifted::NotSuspended);
    }
    Record::new(Act::LiftSuspension, Target::Person(person), programme)
        .change(before, Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    let events = follow_in(&mut tx, store, person).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Lifted::Lifted)
}

/// Whether a safeguarding lead suspended a person until later.
async fn is_of_lead_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT is_suspended_by_lead AND suspended_at IS NOT NULL AND (suspended_until IS NULL OR suspended_until > $2)
         FROM people WHERE id = $1",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_one(tx)
    .await
}

/// Whether a person is suspended now.
pub async fn is_suspended(store: &Store, person: PersonId) -> Result<bool> {
    let open: i64 = query_scalar(
        "SELECT COUNT(*) FROM people WHERE id = $1 AND suspended_at IS NOT NULL
         AND (suspended_until IS NULL OR suspended_until > $2)",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_one(&store.db)
    .await?;
    Ok(open > 0)
}

/// Returns what the audit log says of a suspension.
async fn suspension_in(tx: &mut Tx, person: PersonId) -> Result<Value> {
    let (since, until): (Option<DateTime<Utc>>, Option<DateTime<Utc>>) =
        query_as("SELECT suspended_at, suspended_until FROM people WHERE id = $1").bind(person).fetch_one(tx).await?;
    Ok(since.map_or(Value::Null, |since| json!({"since": since, "until": until})))
}
