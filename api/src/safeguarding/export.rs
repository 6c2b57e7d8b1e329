//! The list of cases as a file, without private texts.

use actix_web::HttpResponse;
use actix_web::web::Data;
use store::Store;
use store::cases::{ListedCase, page};
use store::sheet::Cell;
use web::{ListParams, ListQuery, Result, Staff};

use crate::list_export::{ExportParams, ExportedRow, code, export};

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
    const HEADER: &[&str] =
        &["id", "kind", "reason", "about", "reported by", "channel", "programme", "created", "closed", "closed by"];

    fn cells(&self) -> Vec<Cell> {
        let text = |text: &str| Cell::Text(text.to_owned());
        vec![
            Cell::Text(self.id.to_string()),
            code(self.kind),
            code(self.reason),
            text(&self.about_name),
            text(&self.reporter_name),
            text(&self.channel_name),
            text(self.programme_name.as_deref().unwrap_or_default()),
            Cell::Time(self.created_at),
            self.resolved_at.into(),
            text(&self.resolved_by_name),
        ]
    }
}
