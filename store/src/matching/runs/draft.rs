//! Drafts: what the engine proposed, stored for staff to look at.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{Preview, Refusal, Run, RunState, Weights, preview};
use crate::db::{Executor, QueryBuilder, query, query_scalar};
use crate::matching::schedule::PAUSE;
use crate::pace::paced;
use crate::programmes::Programme;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ProgrammeId, Result, RunId, Store};

/// Rows of a draft that are stored in one transaction: chat commits between two of them.
const ROWS_PER_COMMIT: usize = 100;

/// Runs the engine and stores a draft, which replaces an earlier one, but not an approved run.
pub async fn draft(store: &Store, actor: &Actor, programme: &Programme) -> Result<std::result::Result<Run, Refusal>> {
    draft_with(store, actor, programme, Weights::default(), Replaces::Any).await
}

/// The draft whose place a new one takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// Any.
    Any,
    /// The one that the actor saw, or none.
    Seen(Option<RunId>),
}

/// Does the same with other weights than those of the programme, and only for the draft that the actor saw.
pub async fn draft_with(
    store: &Store,
    actor: &Actor,
    programme: &Programme,
    weights: Weights,
    replaces: Replaces,
) -> Result<std::result::Result<Run, Refusal>> {
    if !actor.reaches(Some(programme.id)) {
        return Ok(Err(Refusal::Off));
    }
    if let Some(approved) = approved(&store.db, programme.id, store.clock.now() - PAUSE).await? {
        return Ok(Err(Refusal::Approved(approved)));
    }
    if let Some(other) = unseen(&store.db, programme.id, replaces).await? {
        return Ok(Err(Refusal::Drafted(other)));
    }
    let Some(weights) = weights.of(&programme.settings.matching) else { return Ok(Err(Refusal::Weights)) };
    let Preview { balance, proposals, unmatched } = match preview(store, &weights.applied_to(programme)).await? {
        Ok(preview) => preview,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let (id, now): (RunId, _) = (store.clock.id(), store.clock.now());
    // Of no effect until it is whole: an interruption leaves a run that was replaced.
    query(
        "INSERT INTO matching_runs (id, programme_id, state, created_at, balance, weights, revision)
         VALUES ($1, $2, 'STALE', $3, $4, $5, -1)",
    )
    .bind(id)
    .bind(programme.id)
    .bind(now)
    .bind(serde_json::to_string(&balance)?)
    .bind((!weights.is_empty()).then(|| serde_json::to_string(&weights)).transpose()?)
    .execute(&store.db)
    .await?;
    for chunk in proposals.chunks(ROWS_PER_COMMIT) {
        let mut insert =
            QueryBuilder::new("INSERT INTO matching_proposals (run_id, mentee_id, mentor_id, rank, score) ");
        insert.push_rows(chunk, |row, proposal| {
            row.push_value(id).push_value(proposal.mentee_id).push_value(proposal.mentor_id);
            row.push_value(proposal.rank).push_value(proposal.score);
        });
        paced(insert.build().execute(&store.db)).await?;
    }
    for chunk in unmatched.chunks(ROWS_PER_COMMIT) {
        let mut insert = QueryBuilder::new("INSERT INTO matching_unmatched (run_id, person_id, reason) ");
        insert.push_rows(chunk, |row, (person, reason)| {
            row.push_value(id).push_value(*person).push_value(reason.clone());
        });
        paced(insert.build().execute(&store.db)).await?;
    }
    if let Some(refusal) = replace_open(store, actor, programme.id, id, &weights, replaces).await? {
        query("DELETE FROM matching_runs WHERE id = $1").bind(id).execute(&store.db).await?;
        return Ok(Err(refusal));
    }
    let (programme_id, state) = (programme.id, RunState::Draft);
    Ok(Ok(Run { id, programme_id, state, created_at: now, published_at: None, balance, weights, revision: 0 }))
}

/// Returns the approved run of a programme: nothing of it is published, or it is being published since the last pause.
async fn approved(
    executor: impl Executor,
    programme: ProgrammeId,
    paused_since: DateTime<Utc>,
) -> Result<Option<RunId>> {
    query_scalar(
        "SELECT id FROM matching_runs WHERE programme_id = $1 AND state = 'APPROVED'
         AND (NOT EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = matching_runs.id)
             OR EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = matching_runs.id AND t.proposed_at > $2))",
    )
    .bind(programme)
    .bind(paused_since)
    .fetch_optional(executor)
    .await
}

/// Returns the draft that is open, if it is another one than the actor saw.
async fn unseen(executor: impl Executor, programme: ProgrammeId, replaces: Replaces) -> Result<Option<RunId>> {
    let Replaces::Seen(seen) = replaces else { return Ok(None) };
    let open: Option<RunId> = query_scalar("SELECT id FROM matching_runs WHERE programme_id = $1 AND state = 'DRAFT'")
        .bind(programme)
        .fetch_optional(executor)
        .await?;
    Ok(open.filter(|open| Some(*open) != seen))
}

/// Makes a stored run the draft of its programme. Returns why it does not: the run that staff approved or drafted meanwhile stays.
async fn replace_open(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    run: RunId,
    weights: &Weights,
    replaces: Replaces,
) -> Result<Option<Refusal>> {
    let mut tx = store.db.begin().await?;
    // Of two drafts at once, the later one replaces the other: both lock the oldest run first.
    query(
        "UPDATE matching_runs SET state = state WHERE id =
             (SELECT id FROM matching_runs WHERE programme_id = $1 ORDER BY created_at, id LIMIT 1)",
    )
    .bind(programme)
    .execute(&mut tx)
    .await?;
    if let Some(other) = unseen(&mut tx, programme, replaces).await? {
        return Ok(Some(Refusal::Drafted(other)));
    }
    // A run whose publication was interrupted was a round. One that is being approved is waited for, and stays.
    query(
        "UPDATE matching_runs SET
             state = CASE WHEN EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = matching_runs.id)
                 THEN 'PUBLISHED' ELSE 'STALE' END,
             published_at = (SELECT MIN(t.proposed_at) FROM matching_trackers t WHERE t.run_id = matching_runs.id)
         WHERE programme_id = $1 AND state IN ('DRAFT', 'APPROVED')
             AND (state = 'DRAFT' OR (EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = matching_runs.id)
                 AND NOT EXISTS (SELECT 1 FROM matching_trackers t
                     WHERE t.run_id = matching_runs.id AND t.proposed_at > $2)))",
    )
    .bind(programme)
    .bind(store.clock.now() - PAUSE)
    .execute(&mut tx)
    .await?;
    // Also one whose publication has just begun.
    let approved: Option<RunId> =
        query_scalar("SELECT id FROM matching_runs WHERE programme_id = $1 AND state = 'APPROVED'")
            .bind(programme)
            .fetch_optional(&mut tx)
            .await?;
    if let Some(approved) = approved {
        return Ok(Some(Refusal::Approved(approved)));
    }
    query("UPDATE matching_runs SET state = 'DRAFT', revision = 0 WHERE id = $1").bind(run).execute(&mut tx).await?;
    let mut after = json!({"state": RunState::Draft});
    if !weights.is_empty() {
        after["weights"] = json!(weights);
    }
    Record::new(Act::DraftRun, Target::Run(run), Some(programme))
        .change(Value::Null, after)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(None)
}
