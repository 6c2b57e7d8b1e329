//! The list of cases as a file, without private texts.

use actix_web::HttpResponse;
use actix_web::web::Data;
use store::Store;
use store::cases::{ListedCase, page};
use store::sheet::Cell;
use web::{ListParams, ListQuery, Result, Staff};

use crate::list_export::{Column, ExportParams, ExportedRow, code, export, text, time};

/// Returns the cases of the list, with the same filters, as a table without texts of people. Audited.
#[web::operation(
    operation_id = "export_staff_cases",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format, filter or sort")
    )
)]
pub(super) async fn cases(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    export(&store, &staff.0, query, async |request| page(&store, &staff.0, request).await).await
}

impl ExportedRow for ListedCase {
    const LIST: &str = "cases";
    const SORT: &str = "createdAt";
    const COLUMNS: &[Column<Self>] = &[
        ("id", |row| code(row.id)),
        ("kind", |row| code(row.kind)),
        ("reason", |row| code(row.reason)),
        ("about", |row| text(&row.about_name)),
        ("reported by", |row| text(&row.reporter_name)),
        ("channel", |row| text(&row.channel_name)),
        ("programme", |row| text(row.programme_name.as_deref().unwrap_or_default())),
        ("created", |row| time(row.created_at)),
        ("closed", |row| time(row.resolved_at)),
        ("outcome", outcome),
        ("closed by", |row| text(&row.resolved_by_name)),
    ];
}

/// Of a closed case; those that were closed before outcomes existed say so.
fn outcome(row: &ListedCase) -> Cell {
    match (row.resolved_at, row.outcome) {
        (Some(_), None) => code("not_recorded"),
        (_, outcome) => code(outcome),
    }
}
