//! Changes of a draft by staff.

use std::collections::{BTreeMap, BTreeSet};

use matching::{Engine, Flaw, Instance, MAX_PROPOSALS};
use serde_json::json;

use super::{Balance, COLUMNS, Run, RunRow, RunState, by_id, with_instance};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as, query_scalar};
use crate::matching::instance::engine_id;
use crate::programmes;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, Result, RunId, Store};

/// Why the proposals of a mentee do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// It does not exist, or says nothing about this mentee.
    #[error("There is no run {0} with this mentee.")]
    Unknown(RunId),
    /// Only drafts change.
    #[error("{0} is {1}, not a draft.")]
    NotADraft(RunId, RunState),
    /// The proposals are others than those that the actor saw.
    #[error("The proposals of this mentee have changed.")]
    Changed,
    /// More mentors than the programme proposes, or one of them twice.
    #[error("At most {0} mentors, each once.")]
    TooMany(u8),
    /// The rules of the programme contradict each other.
    #[error("The rules of the programme contradict each other.")]
    Flaw,
    /// The rules do not allow a new pair.
    #[error("The rules do not allow a pair with {0}.")]
    Impossible(PersonId),
}

/// Sets whom a draft proposes to a mentee, the first one first, instead of the mentors `before`. New pairs have to be possible by the
/// rules; the publication checks all of them once more.
pub async fn set_mentors(
    store: &Store,
    actor: &Actor,
    run: RunId,
    mentee: PersonId,
    before: &[PersonId],
    mentors: &[PersonId],
) -> Result<std::result::Result<(), EditRefusal>> {
    let found = by_id(store, run).await?.filter(|found| actor.reaches(Some(found.programme_id)));
    let Some(found) = found else { return Ok(Err(EditRefusal::Unknown(run))) };
    let Some(programme) = programmes::by_id(store, found.programme_id).await? else {
        return Ok(Err(EditRefusal::Unknown(run)));
    };
    let most = programme.settings.matching.proposals.min(MAX_PROPOSALS);
    let distinct: BTreeSet<_> = mentors.iter().copied().collect();
    if mentors.len() > usize::from(most) || distinct.len() < mentors.len() {
        return Ok(Err(EditRefusal::TooMany(most)));
    }
    let new: Vec<PersonId> = mentors.iter().copied().filter(|mentor| !before.contains(mentor)).collect();
    let scores = if new.is_empty() {
        BTreeMap::new()
    } else {
        let new_scores = move |instance: &Instance| scores_of(instance, mentee, new);
        match with_instance(store, &found.weights.applied_to(&programme), None, new_scores).await? {
            Ok(scores) => scores,
            Err(_) => return Ok(Err(EditRefusal::Flaw)),
        }
    };

    let mut tx = store.db.begin().await?;
    let locked: Option<RunRow> =
        query_as(["UPDATE matching_runs SET state = state WHERE id = $1 AND state = 'DRAFT' RETURNING ", COLUMNS])
            .bind(run)
            .fetch_optional(&mut tx)
            .await?;
    let Some(Run { balance, programme_id, .. }) = locked.map(Run::from) else {
        drop(tx);
        let state = by_id(store, run).await?.map(|found| found.state);
        return Ok(Err(state.map_or(EditRefusal::Unknown(run), |state| EditRefusal::NotADraft(run, state))));
    };
    let stored: Vec<(PersonId, i64)> =
        query_as("SELECT mentor_id, score FROM matching_proposals WHERE run_id = $1 AND mentee_id = $2 ORDER BY rank")
            .bind(run)
            .bind(mentee)
            .fetch_all(&mut tx)
            .await?;
    if !stored.iter().map(|(mentor, _)| mentor).eq(before) {
        return Ok(Err(EditRefusal::Changed));
    }
    if before.is_empty() && !is_left_out(&mut tx, run, mentee).await? {
        return Ok(Err(EditRefusal::Unknown(run)));
    }
    let kept: BTreeMap<PersonId, i64> = stored.into_iter().collect();
    let mut proposed = Vec::new();
    for mentor in mentors {
        match kept.get(mentor).or_else(|| scores.get(mentor)).copied() {
            Some(score) => proposed.push((*mentor, score)),
            None => return Ok(Err(EditRefusal::Impossible(*mentor))),
        }
    }
    if before == mentors {
        return Ok(Ok(()));
    }
    replace_in(&mut tx, run, mentee, &proposed).await?;
    count_left_out_in(&mut tx, run, mentee, before, mentors).await?;
    update_balance_in(&mut tx, run, balance).await?;
    Record::new(Act::EditRun, Target::Run(run), Some(programme_id))
        .change(json!({"mentee": mentee, "mentors": before}), json!({"mentee": mentee, "mentors": mentors}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// The scores of possible pairs.
fn scores_of(
    instance: &Instance,
    mentee: PersonId,
    mentors: Vec<PersonId>,
) -> std::result::Result<BTreeMap<PersonId, i64>, Flaw> {
    let engine = Engine::new(instance)?;
    let score = |mentor: PersonId| {
        let score = engine.check_pair(engine_id(mentee), engine_id(mentor)).ok()?;
        Some((mentor, i64::from(score)))
    };
    Ok(mentors.into_iter().filter_map(score).collect())
}

pub(super) async fn is_left_out(executor: impl Executor, run: RunId, mentee: PersonId) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM matching_unmatched u JOIN people p ON p.id = u.person_id AND p.role = 'mentee'
             WHERE u.run_id = $1 AND u.person_id = $2)",
    )
    .bind(run)
    .bind(mentee)
    .fetch_one(executor)
    .await
}

async fn replace_in(tx: &mut Tx, run: RunId, mentee: PersonId, proposed: &[(PersonId, i64)]) -> Result<()> {
    query("DELETE FROM matching_proposals WHERE run_id = $1 AND mentee_id = $2")
        .bind(run)
        .bind(mentee)
        .execute(&mut *tx)
        .await?;
    if proposed.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new("INSERT INTO matching_proposals (run_id, mentee_id, mentor_id, rank, score) ");
    insert.push_rows(proposed.iter().zip(1_i64..), |row, ((mentor, score), rank)| {
        row.push_value(run).push_value(mentee).push_value(*mentor).push_value(rank).push_value(*score);
    });
    insert.build().execute(tx).await?;
    Ok(())
}

/// Those who got their first proposal are not left out any more; those who lost their last one are.
async fn count_left_out_in(
    tx: &mut Tx,
    run: RunId,
    mentee: PersonId,
    before: &[PersonId],
    after: &[PersonId],
) -> Result<()> {
    for person in before.iter().chain(after).chain([&mentee]) {
        query(
            "DELETE FROM matching_unmatched WHERE run_id = $1 AND person_id = $2 AND EXISTS
                 (SELECT 1 FROM matching_proposals p WHERE p.run_id = $1 AND $2 IN (p.mentee_id, p.mentor_id))",
        )
        .bind(run)
        .bind(*person)
        .execute(&mut *tx)
        .await?;
        query(
            "INSERT INTO matching_unmatched (run_id, person_id, reason) SELECT r.id, p.id, 'removed_by_staff'
             FROM matching_runs r, people p WHERE r.id = $1 AND p.id = $2 AND NOT EXISTS
                 (SELECT 1 FROM matching_proposals o WHERE o.run_id = $1 AND $2 IN (o.mentee_id, o.mentor_id))
             ON CONFLICT DO NOTHING",
        )
        .bind(run)
        .bind(*person)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

async fn update_balance_in(tx: &mut Tx, run: RunId, mut balance: Balance) -> Result<()> {
    let (served, proposals, sum): (i64, i64, i64) = query_as(
        "SELECT COUNT(DISTINCT mentee_id), COUNT(*), CAST(COALESCE(SUM(CASE WHEN p.rank = (SELECT MIN(o.rank) FROM matching_proposals o
             WHERE o.run_id = p.run_id AND o.mentee_id = p.mentee_id) THEN score ELSE 0 END), 0) AS BIGINT)
         FROM matching_proposals p WHERE run_id = $1",
    )
    .bind(run)
    .fetch_one(&mut *tx)
    .await?;
    balance.mentees_served = u32::try_from(served).unwrap_or_default();
    balance.proposals = u32::try_from(proposals).unwrap_or_default();
    balance.mean_first_score = u16::try_from(sum / served.max(1)).unwrap_or_default();
    query("UPDATE matching_runs SET balance = $2, revision = revision + 1 WHERE id = $1")
        .bind(run)
        .bind(serde_json::to_string(&balance)?)
        .execute(tx)
        .await?;
    Ok(())
}
