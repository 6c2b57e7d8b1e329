//! The worker runs a round of each programme every so many days.

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};

use super::{notices, runs};
use crate::db::{query, query_as, query_scalar};
use crate::programmes::{self, Programme};
use crate::{ProgrammeId, Result, RunId, Store};

/// Returns when the next round of a programme takes place, if it is scheduled.
pub async fn next_round(store: &Store, programme: ProgrammeId) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT next_round_at FROM matching_schedules WHERE programme_id = $1")
        .bind(programme)
        .fetch_optional(&store.db)
        .await
}

/// Runs the rounds that are due. Of several nodes that call this, one runs each. A programme without a schedule gets one. Returns
/// the number of runs. The worker calls this each second, so nothing is written unless something is due.
pub async fn run_due(store: &Store) -> Result<usize> {
    let schedules = query_as("SELECT programme_id, next_round_at FROM matching_schedules").fetch_all(&store.db).await?;
    let schedules: HashMap<ProgrammeId, DateTime<Utc>> = schedules.into_iter().collect();
    let interrupted = interrupted(store).await?;
    let mut count = 0;
    for programme in programmes::all(store).await? {
        let rules = &programme.settings.matching;
        if rules.is_off() || rules.round_every_days == 0 {
            continue;
        }
        let now = store.clock.now();
        let next = now + Duration::days(i64::from(rules.round_every_days));
        match schedules.get(&programme.id) {
            None => schedule(store, programme.id, next).await?,
            Some(at) if *at <= now && claim(store, programme.id, now, next).await? => {
                run(store, &programme).await?;
                count += 1;
            }
            Some(_) => {}
        }
        if let Some(run) = interrupted.get(&programme.id) {
            runs::publish(store, &programme, *run).await?;
        }
    }
    Ok(count)
}

async fn schedule(store: &Store, programme: ProgrammeId, at: DateTime<Utc>) -> Result<()> {
    query("INSERT INTO matching_schedules (programme_id, next_round_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(programme)
        .bind(at)
        .execute(&store.db)
        .await
        .map(drop)
}

/// Moves the time of a round that is due to the next one. Of several nodes, the one that moves it runs the round.
async fn claim(store: &Store, programme: ProgrammeId, now: DateTime<Utc>, next: DateTime<Utc>) -> Result<bool> {
    query("UPDATE matching_schedules SET next_round_at = $3 WHERE programme_id = $1 AND next_round_at <= $2")
        .bind(programme)
        .bind(now)
        .bind(next)
        .execute(&store.db)
        .await
        .map(|moved| moved > 0)
}

async fn run(store: &Store, programme: &Programme) -> Result<()> {
    let run = match runs::draft(store, programme).await? {
        Ok(run) => run,
        Err(refusal) => {
            tracing::error!(programme = %programme.key, %refusal, "a matching round did not take place");
            return Ok(());
        }
    };
    if programme.settings.matching.publishes_automatically {
        if runs::approve(store, run.id).await? {
            runs::publish(store, programme, run.id).await?;
        }
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    notices::notify_staff_in(&mut tx, store, programme.id, notices::ForStaff::Draft).await?;
    tx.commit().await
}

/// Returns the runs whose publication was interrupted, by programme: some of their trackers exist.
async fn interrupted(store: &Store) -> Result<HashMap<ProgrammeId, RunId>> {
    let runs = query_as(
        "SELECT r.programme_id, r.id FROM matching_runs r WHERE r.state = 'APPROVED'
         AND EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = r.id)",
    );
    Ok(runs.fetch_all(&store.db).await?.into_iter().collect())
}
