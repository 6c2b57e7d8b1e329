//! The recordings of a programme, as staff see them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::meetings::{ListedRecording, State, page};
use store::sheet::Cell;
use store::{RecordingId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff};

use crate::list_export::{ExportParams, ExportedRow, code, export};
use crate::staff::StaffProgramme;

/// The state of a recording, without its content.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRecording {
    id: RecordingId,
    /// Empty for direct channels.
    channel_name: String,
    #[schema(required)]
    programme: Option<StaffProgramme>,
    started_at: DateTime<Utc>,
    state: State,
    /// Why it failed, as in the history of a channel.
    #[schema(required)]
    failure: Option<String>,
}

/// Lists recordings with their state. Filters: `state`, `programme` (id), `from` and `until` (times). Sorts: `startedAt`,
/// `channel`.
#[web::operation(
    operation_id = "staff_recordings",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffRecording>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffRecording>>> {
    Ok(Json(Page::of(page(&store, &staff.0.scope, &query.0).await?)))
}

/// Returns the recordings of the list, with the same filters, as a table. Audited.
#[web::operation(
    operation_id = "export_staff_recordings",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format, filter or sort")
    )
)]
pub(super) async fn table(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    let scope = &staff.0.scope;
    export(&store, &staff.0, query, async |request| page(&store, scope, request).await).await
}

impl From<ListedRecording> for StaffRecording {
    fn from(recording: ListedRecording) -> Self {
        let ListedRecording { id, channel_name, programme_id, programme_key, programme_name, .. } = recording;
        let programme = StaffProgramme::of(programme_id, programme_key, programme_name);
        let ListedRecording { started_at, state, failure, .. } = recording;
        Self { id, channel_name, programme, started_at, state, failure }
    }
}

impl ExportedRow for ListedRecording {
    const LIST: &str = "recordings";
    const SORT: &str = "startedAt";
    const HEADER: &[&str] = &["id", "channel", "programme", "started", "state", "failure"];

    fn cells(&self) -> Vec<Cell> {
        let text = |text: &str| Cell::Text(text.to_owned());
        vec![
            Cell::Text(self.id.to_string()),
            text(&self.channel_name),
            text(self.programme_name.as_deref().unwrap_or_default()),
            Cell::Time(self.started_at),
            code(self.state),
            text(self.failure.as_deref().unwrap_or_default()),
        ]
    }
}
