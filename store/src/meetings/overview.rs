//! Recordings as staff see them: their state, never their content.

use chrono::{DateTime, Utc};

use super::State;
use crate::db::query_as;
use crate::staff::Staff;
use crate::{ChannelId, RecordingId, Result, Store};

/// A recording as staff see it.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Overview {
    /// The recording.
    pub id: RecordingId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// The channel's name; empty for direct ones.
    pub channel_name: String,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// The state of the recording.
    pub state: State,
    /// The stable code of the failure.
    pub failure: Option<String>,
}

/// Returns the recordings of a staff member's programme, newest first.
pub async fn of_staff(store: &Store, staff: Staff, limit: i64) -> Result<Vec<Overview>> {
    query_as(
        "SELECT r.id, r.channel_id, COALESCE(c.name, '') AS channel_name, r.started_at, r.state, r.failure
         FROM meeting_recordings r JOIN channels c ON c.id = r.channel_id
         WHERE c.programme_id = $1 OR c.programme_id IS NULL OR $1 IS NULL
         ORDER BY r.started_at DESC, r.id DESC LIMIT $2",
    )
    .bind(staff.programme_id)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}
