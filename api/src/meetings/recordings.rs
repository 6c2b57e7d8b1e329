//! The recordings of a programme, as staff see them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use store::Store;
use store::meetings::{ListedRecording, page};
use web::{ListParams, ListQuery, Page, Result, Staff};

use crate::list_export::{Column, ExportParams, ExportedRow, code, export, text, time};

/// Lists recordings with their state. Filters: `state`, `programme` (id), `from` and `until` (times). Sorts: `startedAt`,
/// `channel`.
#[web::operation(
    operation_id = "staff_recordings",
    params(ListParams),
    responses(
        (status = 200, body = Page<ListedRecording>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<ListedRecording>>> {
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

impl ExportedRow for ListedRecording {
    const LIST: &str = "recordings";
    const SORT: &str = "startedAt";
    const COLUMNS: &[Column<Self>] = &[
        ("id", |row| code(row.id)),
        ("channel", |row| text(&row.channel_name)),
        ("programme", |row| text(row.programme.as_deref().unwrap_or_default())),
        ("started", |row| time(row.started_at)),
        ("state", |row| code(row.state)),
        ("failure", |row| code(&row.failure)),
    ];
}
