//! The recordings of a programme, as staff see them.

use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::meetings::{self, Overview, State};
use store::{ChannelId, RecordingId, Store};
use utoipa::ToSchema;
use web::{Result, Staff};

/// Recordings in the list.
const MAX_LISTED: i64 = 200;

/// The state of a recording, without its content.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRecording {
    id: RecordingId,
    channel_id: ChannelId,
    /// Empty for direct channels.
    channel_name: String,
    started_on: DateTime<Utc>,
    state: State,
    /// Why it failed, as in the history of a channel.
    #[schema(required)]
    failure: Option<String>,
}

/// Lists the recordings of the caller's programme with their state, newest first, at most 200.
#[web::operation(operation_id = "recordings", responses((status = 200, body = Vec<StaffRecording>)))]
pub(super) async fn list(store: Data<Store>, Staff(staff): Staff) -> Result<Json<Vec<StaffRecording>>> {
    let found = meetings::of_scope(&store, &staff.scope, MAX_LISTED).await?;
    Ok(Json(found.into_iter().map(StaffRecording::from).collect()))
}

impl From<Overview> for StaffRecording {
    fn from(recording: Overview) -> Self {
        Self {
            id: recording.id,
            channel_id: recording.channel_id,
            channel_name: recording.channel_name,
            started_on: recording.started_at,
            state: recording.state,
            failure: recording.failure,
        }
    }
}
