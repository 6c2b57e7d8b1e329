//! `GET api/v2/chat/recordings/`: what became of recorded calls.

use ::web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::meetings::{self, Overview, State};
use store::{ChannelId, RecordingId, Store};
use utoipa::ToSchema;

use super::{LISTED, staff_of};

/// A recording as staff see it: nothing of what was said.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StaffRecording {
    id: RecordingId,
    channel_id: ChannelId,
    /// Empty for conversations of two.
    channel_name: String,
    started_on: DateTime<Utc>,
    state: State,
    /// Why it failed, as in the history of a channel.
    #[schema(required)]
    failure: Option<String>,
}

/// The recordings of the programme, newest first, at most 200: how far each has come, and why not further.
#[utoipa::path(
    get,
    path = "/api/v2/chat/recordings/",
    operation_id = "recordings",
    tag = "Chat",
    responses(
        (status = 200, body = Vec<StaffRecording>),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn list(store: Data<Store>, me: SignedIn) -> Result<Json<Vec<StaffRecording>>> {
    let staff = staff_of(&store, me.person).await?;
    let found = meetings::of_staff(&store, staff, LISTED).await?;
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
