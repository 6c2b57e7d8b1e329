//! The worker runs a round of each programme every so many days.

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};

use super::runs::{self, StateRefusal};
use super::{pool, staff_mails};
use crate::content;
use crate::db::{query, query_as, query_scalar};
use crate::programmes::{Programme, year};
use crate::staff::Actor;
use crate::{ProgrammeId, Result, RunId, Store, leases};

/// The kind of leases of rounds; the subject is the programme.
const ROUND: &str = "matching_round";

/// Who runs rounds on schedule.
const JOB: Actor = Actor::Job { name: pool::JOB };

/// How long a node may run or publish a round, before another one takes it over. Longer than the largest takes.
const LEASE: Duration = Duration::minutes(10);

/// How long a publication may pause between two commits, before it counts as interrupted.
pub(super) const PAUSE: Duration = Duration::minutes(1);

/// Returns when the next round of a programme takes place, if it is scheduled.
pub async fn next_round(store: &Store, programme: ProgrammeId) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT next_round_at FROM matching_schedules WHERE programme_id = $1")
        .bind(programme)
        .fetch_optional(&store.db)
        .await
}

/// Runs the rounds that are due, and publishes the rest of those whose publication was interrupted. Of several nodes that call this,
/// one runs each; a round that failed is tried again after ten minutes. A programme without a schedule gets one. Returns the number of
/// rounds. The worker calls this each second, so nothing is written unless something is due.
pub async fn run_due(store: &Store) -> Result<usize> {
    let schedules: Vec<(ProgrammeId, DateTime<Utc>)> =
        query_as("SELECT programme_id, next_round_at FROM matching_schedules").fetch_all(&store.db).await?;
    let schedules: HashMap<_, _> = schedules.into_iter().collect();
    let interrupted = interrupted(store).await?;
    let mut count = 0;
    for programme in content::catalogue(store).await?.programmes.values() {
        let rest = interrupted.get(&programme.id).copied();
        match run_one(store, programme, schedules.get(&programme.id).copied(), rest).await {
            Ok(has_run) => count += usize::from(has_run),
            // The other programmes have their rounds.
            Err(error) => tracing::error!(programme = %programme.key, %error, "a matching round failed"),
        }
    }
    Ok(count)
}

async fn run_one(
    store: &Store,
    programme: &Programme,
    scheduled_at: Option<DateTime<Utc>>,
    interrupted: Option<RunId>,
) -> Result<bool> {
    let rules = &programme.settings.matching;
    if rules.is_off() {
        return Ok(false);
    }
    let next = store.clock.now() + Duration::days(i64::from(rules.round_every_days));
    let is_now = scheduled_at.is_none_or(|at| at <= store.clock.now() || at > next);
    if (is_now || interrupted.is_some()) && !year::is_open(store, programme.id).await? {
        return Ok(false);
    }
    if rules.round_every_days == 0 {
        let Some(run) = interrupted else { return Ok(false) };
        let Some(lease) = leases::acquire(store, ROUND, programme.id.0, LEASE).await? else { return Ok(false) };
        report(programme, &runs::publish(store, &JOB, programme, run).await?);
        let mut tx = store.db.begin().await?;
        lease.end_in(&mut tx).await?;
        tx.commit().await?;
        return Ok(false);
    }
    let now = store.clock.now();
    let Some(scheduled_at) = scheduled_at.filter(|at| *at <= next) else {
        // The programme is new here, or has shorter intervals now.
        set_next(store, programme.id, next).await?;
        return Ok(false);
    };
    let is_due = scheduled_at <= now;
    if !is_due && interrupted.is_none() {
        return Ok(false);
    }
    let Some(lease) = leases::acquire(store, ROUND, programme.id.0, LEASE).await? else { return Ok(false) };
    // Another node may have run the round between the look and the lease.
    let has_run = next_round(store, programme.id).await?.is_none_or(|at| at > scheduled_at);
    match interrupted {
        _ if has_run => {}
        Some(run) => {
            report(programme, &runs::publish(store, &JOB, programme, run).await?);
        }
        None => run(store, programme).await?,
    }
    let is_round = is_due && !has_run;
    let mut tx = store.db.begin().await?;
    if lease.end_in(&mut tx).await? && is_round {
        query("UPDATE matching_schedules SET next_round_at = $2 WHERE programme_id = $1")
            .bind(programme.id)
            .bind(next)
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await?;
    Ok(is_round)
}

/// Lets the next round of a programme take place now.
pub async fn bring_round_forward(store: &Store, programme: ProgrammeId) -> Result<()> {
    set_next(store, programme, store.clock.now()).await
}

async fn set_next(store: &Store, programme: ProgrammeId, at: DateTime<Utc>) -> Result<()> {
    query(
        "INSERT INTO matching_schedules (programme_id, next_round_at) VALUES ($1, $2)
         ON CONFLICT (programme_id) DO UPDATE SET next_round_at = $2 WHERE matching_schedules.next_round_at > $2",
    )
    .bind(programme)
    .bind(at)
    .execute(&store.db)
    .await
    .map(drop)
}

/// Logs the refusal of an act: staff may have replaced the run meanwhile. Returns whether it was done.
fn report<T>(programme: &Programme, done: &std::result::Result<T, StateRefusal>) -> bool {
    if let Err(refusal) = done {
        tracing::warn!(programme = %programme.key, %refusal, "a matching run was not published");
    }
    done.is_ok()
}

async fn run(store: &Store, programme: &Programme) -> Result<()> {
    let (run, is_approved) = match runs::draft(store, &JOB, programme).await? {
        // Nothing to decide.
        Ok(run) if run.balance.proposals == 0 && !programme.settings.matching.publishes_automatically => return Ok(()),
        Ok(run) => (run.id, false),
        // It waits for its publication: staff are reminded, or a node stopped before it.
        Err(runs::Refusal::Approved(run)) => (run, true),
        Err(refusal) => {
            tracing::error!(programme = %programme.key, %refusal, "a matching round did not take place");
            return Ok(());
        }
    };
    if programme.settings.matching.publishes_automatically {
        if is_approved || report(programme, &runs::approve(store, &JOB, run).await?) {
            report(programme, &runs::publish(store, &JOB, programme, run).await?);
        }
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    staff_mails::notify_in(&mut tx, store, programme.id, staff_mails::ForStaff::Draft).await?;
    tx.commit().await
}

/// Returns the runs whose publication was interrupted, by programme: some of their trackers exist, and none is new.
async fn interrupted(store: &Store) -> Result<HashMap<ProgrammeId, RunId>> {
    // Two states, as in the index of open runs.
    let runs = query_as(
        "SELECT r.programme_id, r.id FROM matching_runs r WHERE r.state IN ('DRAFT', 'APPROVED') AND r.state = 'APPROVED'
         AND EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = r.id)
         AND NOT EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = r.id AND t.proposed_at > $1)",
    );
    let runs: Vec<(ProgrammeId, RunId)> = runs.bind(store.clock.now() - PAUSE).fetch_all(&store.db).await?;
    Ok(runs.into_iter().collect())
}
