//! Where the matching of each programme stands.

use chrono::{DateTime, Utc};

use super::{Run, open};
use crate::db::{query_as, query_scalar};
use crate::matching::{OPEN, next_round};
use crate::programmes::{self, Programme};
use crate::staff::Scope;
use crate::{ProgrammeId, Result, RunId, Store};

/// Where the matching of a programme stands.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The programme.
    pub programme: Programme,
    /// Mentees in the pool without an open proposal.
    pub waiting: i64,
    /// Mentees with an open proposal.
    pub deciding: i64,
    /// Mentors in the pool.
    pub mentors: i64,
    /// People in the pool who are paused.
    pub paused: i64,
    /// When the next round takes place; None without a schedule.
    pub next_round_at: Option<DateTime<Utc>>,
    /// The draft, or the approved run.
    pub open_run: Option<Run>,
    /// Whether some of it is published, and the rest follows.
    pub is_publishing: bool,
}

/// Returns the situation of each programme within a scope that has a matching, by name.
pub async fn situations(store: &Store, scope: &Scope) -> Result<Vec<Situation>> {
    let mut all = programmes::all(store).await?;
    all.retain(|one| scope.includes(Some(one.id)) && !one.settings.matching.is_off());
    all.sort_by_cached_key(|one| one.name.to_lowercase());
    let mut found = Vec::new();
    for programme in all {
        let (waiting, deciding, mentors, paused) = counts(store, programme.id).await?;
        let is_scheduled = programme.settings.matching.round_every_days > 0;
        let next_round_at = if is_scheduled { next_round(store, programme.id).await? } else { None };
        let open_run = open(store, programme.id).await?;
        let is_publishing = match &open_run {
            Some(run) => has_trackers(store, run.id).await?,
            None => false,
        };
        found.push(Situation { programme, waiting, deciding, mentors, paused, next_round_at, open_run, is_publishing });
    }
    Ok(found)
}

async fn has_trackers(store: &Store, run: RunId) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM matching_trackers WHERE run_id = $1)")
        .bind(run)
        .fetch_one(&store.db)
        .await
}

/// As the engine sees them: people who are suspended or left take no part.
async fn counts(store: &Store, programme: ProgrammeId) -> Result<(i64, i64, i64, i64)> {
    query_as([
        "SELECT COUNT(CASE WHEN w.role = 'mentee' AND w.paused_at IS NULL AND NOT w.is_asked THEN 1 END),
             COUNT(CASE WHEN w.role = 'mentee' AND w.paused_at IS NULL AND w.is_asked THEN 1 END),
             COUNT(CASE WHEN w.role = 'mentor' AND w.paused_at IS NULL THEN 1 END),
             COUNT(w.paused_at)
         FROM (SELECT m.role, m.paused_at, EXISTS (SELECT 1 FROM matching_trackers t
                 WHERE t.mentee_id = m.person_id AND t.state IN ",
        OPEN,
        ") AS is_asked FROM matching_pool m
             JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE AND p.suspended_at IS NULL
             WHERE m.programme_id = $1 AND m.left_at IS NULL) w",
    ])
    .bind(programme)
    .fetch_one(&store.db)
    .await
}
