//! Where the matching of each programme stands.

use chrono::{DateTime, Utc};

use super::{Run, open};
use crate::db::query_as;
use crate::matching::{OPEN, next_round};
use crate::programmes::{self, Programme};
use crate::staff::Scope;
use crate::{ProgrammeId, Result, Store};

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
        found.push(Situation { programme, waiting, deciding, mentors, paused, next_round_at, open_run });
    }
    Ok(found)
}

async fn counts(store: &Store, programme: ProgrammeId) -> Result<(i64, i64, i64, i64)> {
    query_as([
        "SELECT COUNT(CASE WHEN m.role = 'mentee' AND m.paused_at IS NULL AND t.mentee_id IS NULL THEN 1 END),
             COUNT(CASE WHEN m.role = 'mentee' AND m.paused_at IS NULL THEN t.mentee_id END),
             COUNT(CASE WHEN m.role = 'mentor' AND m.paused_at IS NULL THEN 1 END),
             COUNT(m.paused_at)
         FROM matching_pool m JOIN people p ON p.id = m.person_id AND p.is_disabled = FALSE
         LEFT JOIN (SELECT DISTINCT mentee_id FROM matching_trackers WHERE state IN ",
        OPEN,
        ") t ON t.mentee_id = m.person_id WHERE m.programme_id = $1 AND m.left_at IS NULL",
    ])
    .bind(programme)
    .fetch_one(&store.db)
    .await
}
