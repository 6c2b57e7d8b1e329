//! Approval of a run by staff.

use serde_json::json;

use super::{RunState, by_id};
use crate::db::{query_as, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ProgrammeId, Result, RunId, Store};

/// Why a run cannot be approved or published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateRefusal {
    /// It does not exist.
    #[error("There is no run {0}.")]
    Unknown(RunId),
    /// Only a draft can be approved.
    #[error("{0} is {1}, not a draft.")]
    NotADraft(RunId, RunState),
    /// Staff changed it since the actor saw it.
    #[error("{0} has changed meanwhile.")]
    Edited(RunId),
    /// The rules of the programme contradict each other now.
    #[error("The rules of the programme contradict each other: {0} cannot be published.")]
    Flaw(RunId),
    /// Only an approved run can be published.
    #[error("{0} is {1}, not approved.")]
    NotApproved(RunId, RunState),
}

/// Approves a draft.
pub async fn approve(store: &Store, actor: &Actor, run: RunId) -> Result<std::result::Result<(), StateRefusal>> {
    approve_seen(store, actor, run, None).await
}

/// Does the same if staff have not changed it since the actor saw this revision.
pub async fn approve_seen(
    store: &Store,
    actor: &Actor,
    run: RunId,
    revision: Option<i64>,
) -> Result<std::result::Result<(), StateRefusal>> {
    let mut tx = store.db.begin().await?;
    let approved: Option<(ProgrammeId, i64)> = query_as(
        "UPDATE matching_runs SET state = 'APPROVED', approved_at = $2 WHERE id = $1 AND state = 'DRAFT'
         RETURNING programme_id, revision",
    )
    .bind(run)
    .bind(store.clock.now())
    .fetch_optional(&mut tx)
    .await?;
    let found = approved.map(|(_, found)| found);
    let programme = approved.map(|(programme, _)| programme);
    let Some(programme) = programme.filter(|programme| actor.reaches(Some(*programme))) else {
        drop(tx);
        return Ok(Err(refusal(store, actor, run, StateRefusal::NotADraft).await?));
    };
    if revision.is_some() && revision != found {
        return Ok(Err(StateRefusal::Edited(run)));
    }
    Record::new(Act::ApproveRun, Target::Run(run), Some(programme))
        .change(json!({"state": RunState::Draft}), json!({"state": RunState::Approved}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Withdraws the approval of a run: it is a draft again, which a later one may replace.
pub async fn withdraw(store: &Store, actor: &Actor, run: RunId) -> Result<std::result::Result<(), StateRefusal>> {
    let mut tx = store.db.begin().await?;
    // A run that is published in part goes on.
    let programme: Option<ProgrammeId> = query_scalar(
        "UPDATE matching_runs SET state = 'DRAFT', approved_at = NULL WHERE id = $1 AND state = 'APPROVED'
         AND NOT EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = matching_runs.id)
         RETURNING programme_id",
    )
    .bind(run)
    .fetch_optional(&mut tx)
    .await?;
    let Some(programme) = programme.filter(|programme| actor.reaches(Some(*programme))) else {
        drop(tx);
        return Ok(Err(refusal(store, actor, run, StateRefusal::NotApproved).await?));
    };
    Record::new(Act::WithdrawRun, Target::Run(run), Some(programme))
        .change(json!({"state": RunState::Approved}), json!({"state": RunState::Draft}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Returns why a run does not have the state that an act needs.
pub(super) async fn refusal(
    store: &Store,
    actor: &Actor,
    run: RunId,
    not: fn(RunId, RunState) -> StateRefusal,
) -> Result<StateRefusal> {
    let found = by_id(store, run).await?.filter(|found| actor.reaches(Some(found.programme_id)));
    Ok(found.map_or(StateRefusal::Unknown(run), |found| not(run, found.state)))
}
