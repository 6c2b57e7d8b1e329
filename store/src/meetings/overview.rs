//! Recordings as staff see them: their state, never their content.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::State;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::Scope;
use crate::{RecordingId, Store};

/// The state of a recording, without its content.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffRecording)]
pub struct ListedRecording {
    /// The recording.
    pub id: RecordingId,
    /// The name of its channel; empty for direct ones.
    pub channel_name: String,
    /// The name of the programme.
    #[schema(required)]
    pub programme: Option<String>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// The state of the recording.
    pub state: State,
    /// Why it failed, as in the history of a channel.
    #[schema(required)]
    pub failure: Option<String>,
}

static RECORDINGS: Listing = Listing {
    columns: &["r.id, COALESCE(c.name, '') AS channel_name, g.name AS programme, r.started_at, r.state, r.failure"],
    from: "meeting_recordings r JOIN channels c ON c.id = r.channel_id LEFT JOIN programmes g ON g.id = c.programme_id",
    condition: "TRUE",
    programme: "c.programme_id",
    id: "r.id",
    search: "LOWER(COALESCE(c.name, '')) {like}",
    filters: &[
        ("state", Filter::Text("r.state")),
        ("programme", Filter::Id("c.programme_id")),
        ("from", Filter::From("r.started_at")),
        ("until", Filter::Until("r.started_at")),
    ],
    sorts: &[("startedAt", SortKey::Time("r.started_at")), ("channel", SortKey::Text("LOWER(COALESCE(c.name, ''))"))],
    default_sort: "-startedAt",
};

/// Returns a page of the recordings within a scope, newest first by default.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedRecording>, ListError> {
    RECORDINGS.page(store, scope, None, request).await
}
