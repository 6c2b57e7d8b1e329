//! The calls of a programme that are planned.

use chrono::{DateTime, Days, Utc};

use super::Event;
use super::events::COLUMNS;
use crate::db::{Tx, query_as};
use crate::{ProgrammeId, Result, Store};

/// Days that are looked ahead.
const AHEAD: u64 = 60;

/// Returns when mentorships that go on plan to call in the next 60 days.
pub(crate) async fn planned_calls_in(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<Vec<DateTime<Utc>>> {
    let now = store.clock.now();
    let events: Vec<Event> = query_as([
        "SELECT ",
        COLUMNS,
        " FROM calendar_events WHERE deleted_at IS NULL AND is_mentoring_call = TRUE AND scheduled_at < $2
             AND (repeats_until IS NOT NULL OR scheduled_at >= $3)
             AND mentorship_id IN (SELECT id FROM mentorships WHERE programme_id = $1 AND ended_at IS NULL)",
    ])
    .bind(programme)
    .bind(now + Days::new(AHEAD))
    .bind(now)
    .fetch_all(tx)
    .await?;
    let times = events.iter().flat_map(Event::occurrences);
    Ok(times.filter(|at| *at >= now && *at < now + Days::new(AHEAD)).collect())
}
