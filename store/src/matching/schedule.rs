//! The worker runs a round of each programme every so many days.

use chrono::{DateTime, Duration, Utc};

use super::{notices, runs};
use crate::db::{query, query_as, query_scalar};
use crate::programmes::{self, Programme};
use crate::{ProgrammeId, Result, Store};

/// Returns when the next round of a programme takes place, if it is scheduled.
pub async fn next_round(store: &Store, programme: ProgrammeId) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT next_round_at FROM matching_schedules WHERE programme_id = $1")
        .bind(programme)
        .fetch_optional(&store.db)
        .await
}

/// Runs the rounds that are due. Of several nodes that call this, one runs each. A programme without a schedule gets one. Returns
/// the number of runs.
pub async fn run_due(store: &Store) -> Result<usize> {
    let mut count = 0;
    for programme in programmes::all(store).await? {
        let rules = &programme.settings.matching;
        if rules.is_off() || rules.round_every_days == 0 {
            continue;
        }
        let now = store.clock.now();
        let next = now + Duration::days(i64::from(rules.round_every_days));
        query("INSERT INTO matching_schedules (programme_id, next_round_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(programme.id)
            .bind(next)
            .execute(&store.db)
            .await?;
        // The node that moves the time first runs the round.
        let is_due =
            query("UPDATE matching_schedules SET next_round_at = $3 WHERE programme_id = $1 AND next_round_at <= $2")
                .bind(programme.id)
                .bind(now)
                .bind(next)
                .execute(&store.db)
                .await?
                > 0;
        if is_due {
            run(store, &programme).await?;
            count += 1;
        }
        resume_publishing(store, &programme).await?;
    }
    Ok(count)
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

/// Publishes the rest of a run whose publication was interrupted: some of its trackers exist.
async fn resume_publishing(store: &Store, programme: &Programme) -> Result<()> {
    let interrupted: Option<(crate::RunId,)> = query_as(
        "SELECT r.id FROM matching_runs r WHERE r.programme_id = $1 AND r.state = 'APPROVED'
         AND EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = r.id)",
    )
    .bind(programme.id)
    .fetch_optional(&store.db)
    .await?;
    if let Some((run,)) = interrupted {
        runs::publish(store, programme, run).await?;
    }
    Ok(())
}
