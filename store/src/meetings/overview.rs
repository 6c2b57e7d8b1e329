//! Recordings as staff see them: their state, never their content.

use chrono::{DateTime, Utc};

use super::State;
use crate::db::QueryBuilder;
use crate::staff::Scope;
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

/// Returns the recordings within a scope, newest first.
pub async fn of_scope(store: &Store, scope: &Scope, limit: i64) -> Result<Vec<Overview>> {
    let mut recordings = QueryBuilder::new(
        "SELECT r.id, r.channel_id, COALESCE(c.name, '') AS channel_name, r.started_at, r.state, r.failure
         FROM meeting_recordings r JOIN channels c ON c.id = r.channel_id WHERE ",
    );
    scope.push(&mut recordings, "c.programme_id");
    recordings.push(" ORDER BY r.started_at DESC, r.id DESC LIMIT ").push_bind(limit);
    recordings.build_query_as().fetch_all(&store.db).await
}
