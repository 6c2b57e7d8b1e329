//! Pauses of people in the pool.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::endings::end_open_in;
use super::super::{State, changed};
use super::{PoolRefusal, lock_with_partners, reach};
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
/// wish replaces no other reason.
pub async fn pause(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    reason: PauseReason,
) -> Result<Result<(), PoolRefusal>> {
    let mut tx = store.db.begin().await?;
    let partners = lock_with_partners(&mut tx, person).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else {
        return Ok(Err(PoolRefusal::NeverInPool(person)));
    };
    if pause_in(&mut tx, store, actor, (person, programme), reason).await? {
        let state = if reason == PauseReason::Safeguarding { State::Held } else { State::LeftPool };
        end_open_in(&mut tx, store, person, state).await?;
        tx.commit().await?;
        store.bus.publish(vec![changed(partners)]);
    }
    Ok(Ok(()))
}

/// Pauses a person, within a transaction. Returns false if they are paused for this reason, or for one that a wish does not replace.
pub(in crate::matching) async fn pause_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    (person, programme): (PersonId, ProgrammeId),
    reason: PauseReason,
) -> Result<bool> {
    let paused = query(
        "UPDATE matching_pool SET paused_at = COALESCE(paused_at, $2), pause_reason = $3
         WHERE person_id = $1 AND (paused_at IS NULL OR ($4 = FALSE AND pause_reason <> $3))",
    )
    .bind(person)
    .bind(store.clock.now())
    .bind(reason.name())
    .bind(reason == PauseReason::OwnWish)
    .execute(&mut *tx)
    .await?;
    if paused > 0 {
        Record::new(Act::PausePool, Target::Person(person), Some(programme))
            .change(Value::Null, json!({"pause_reason": reason.name()}))
            .write(tx, store, actor)
            .await?;
    }
    Ok(paused > 0)
}

/// Ends a pause, also of a person who left.
pub async fn resume(store: &Store, actor: &Actor, person: PersonId) -> Result<Result<(), PoolRefusal>> {
    let refused = Ok(Err(PoolRefusal::NotPaused(person)));
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(programme) = reach(&mut tx, actor, person).await? else { return refused };
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
        return refused;
    }
    Record::new(Act::ResumePool, Target::Person(person), Some(programme))
        .change(json!({"pause_reason": before.and_then(|(reason,)| reason)}), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![changed([person])]);
    Ok(Ok(()))
}
