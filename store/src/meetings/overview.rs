//! What staff see of recordings: that there was one, and what became of it. Never a word of it.

use chrono::{DateTime, Utc};

use super::State;
use crate::db::on;
use crate::staff::Staff;
use crate::{ChannelId, RecordingId, Result, Store};

/// A recording as staff see it.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Overview {
    /// The recording.
    pub id: RecordingId,
    /// Where the call was.
    pub channel_id: ChannelId,
    /// The channel's name; empty for direct ones.
    pub channel_name: String,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// How far the work on it has come.
    pub state: State,
    /// Why it failed: a stable code.
    pub failure: Option<String>,
}

/// The recordings of the programme of a member of staff, newest first.
pub async fn of_staff(store: &Store, staff: Staff, most: i64) -> Result<Vec<Overview>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT r.id, r.channel_id, COALESCE(c.name, '') AS channel_name, r.started_at, r.state, r.failure
         FROM meeting_recordings r JOIN channels c ON c.id = r.channel_id
         WHERE c.programme_id = $1 OR c.programme_id IS NULL OR $1 IS NULL
         ORDER BY r.started_at DESC, r.id DESC LIMIT $2"
    )
    .bind(staff.programme_id)
    .bind(most)
    .fetch_all(pool)
    .await)?)
}
