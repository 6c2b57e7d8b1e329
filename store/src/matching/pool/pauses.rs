//! Pauses of people in the pool.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::endings::end_open_in;
use super::super::{State, changed};
use super::{lock_with_partners, reach};
use crate::db::{Tx, query, query_as};
use crate::people;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, Store};

/// Why a person is paused. Staff see it; the person reads one neutral text for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// The person asked for it.
    OwnWish,
    /// They let two rounds expire.
    Expired,
    /// Staff decided.
    Staff,
    /// A report or an alert.
    Safeguarding,
}

impl PauseReason {
    /// Its name in the database and for the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OwnWish => "own_wish",
            Self::Expired => "expired",
            Self::Staff => "staff",
            Self::Safeguarding => "safeguarding",
        }
    }
}

/// Pauses a person: nothing is proposed to them, and what is open ends. A person who left is paused when they come back. A person's own
/// wish replaces no other reason. Returns false if they never were in the pool.
pub async fn pause(store: &Store, actor: &Actor, person: PersonId, reason: PauseReason) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, person).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return Ok(false) };
    if !pause_in(&mut tx, store, person, reason).await? {
        return Ok(false);
    }
    let state = if reason == PauseReason::Safeguarding { State::Held } else { State::LeftPool };
    end_open_in(&mut tx, store, person, state).await?;
    record_pause_in(&mut tx, store, actor, (person, programme), reason).await?;
    tx.commit().await?;
    store.bus.publish(vec![changed(partners)]);
    Ok(true)
}

/// Writes the row of a pause, in the transaction that began it.
pub(in crate::matching) async fn record_pause_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    (person, programme): (PersonId, ProgrammeId),
    reason: PauseReason,
) -> Result<()> {
    Record::new(Act::PausePool, Target::Person(person), Some(programme))
        .change(Value::Null, json!({"pause_reason": reason.name()}))
        .write(tx, store, actor)
        .await
}

pub(in crate::matching) async fn pause_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    reason: PauseReason,
) -> Result<bool> {
    let paused = query(
        "UPDATE matching_pool SET paused_at = COALESCE(paused_at, $2),
             pause_reason = CASE WHEN $4 THEN COALESCE(pause_reason, $3) ELSE $3 END
         WHERE person_id = $1",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(reason.name())
    .bind(reason == PauseReason::OwnWish)
    .execute(tx)
    .await?;
    Ok(paused > 0)
}

/// Ends a pause, also of a person who left. Returns false if the person was not paused.
pub async fn resume(store: &Store, actor: &Actor, person: PersonId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return Ok(false) };
    let before: Option<(Option<String>,)> = query_as("SELECT pause_reason FROM matching_pool WHERE person_id = $1")
        .bind(person)
        .fetch_optional(&mut tx)
        .await?;
    let resumed = query(
        "UPDATE matching_pool SET paused_at = NULL, pause_reason = NULL, rounds_expired = 0
         WHERE person_id = $1 AND paused_at IS NOT NULL",
    )
    .bind(person)
    .execute(&mut tx)
    .await?;
    if resumed == 0 {
        return Ok(false);
    }
    Record::new(Act::ResumePool, Target::Person(person), Some(programme))
        .change(json!({"pause_reason": before.and_then(|(reason,)| reason)}), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![changed([person])]);
    Ok(true)
}
