//! The list of people as a file.

use actix_web::HttpResponse;
use actix_web::web::Data;
use store::Store;
use store::sheet::Cell;
use store::staff::people_list::{self, ListedPerson};
use web::{ListParams, ListQuery, Result, Staff};

use crate::list_export::{ExportParams, ExportedRow, export};

/// Returns the people of the list, with the same filters, as a table. Audited.
#[web::operation(
    operation_id = "export_staff_people",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format, filter or sort")
    )
)]
pub(super) async fn people(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    let scope = &staff.0.scope;
    export(&store, &staff.0, query, async |request| people_list::page(&store, scope, request).await).await
}

impl ExportedRow for ListedPerson {
    const LIST: &str = "people";
    const SORT: &str = "createdAt";
    const HEADER: &[&str] = &[
        "id",
        "first name",
        "last name",
        "email",
        "role",
        "programme",
        "status",
        "vetted until",
        "guardian consent",
        "birth month",
        "matched",
        "last seen",
        "created",
    ];

    fn cells(&self) -> Vec<Cell> {
        let text = |text: &str| Cell::Text(text.to_owned());
        vec![
            Cell::Text(self.id.to_string()),
            text(&self.first_name),
            text(&self.last_name),
            text(&self.email),
            text(self.role.title()),
            text(self.programme_name.as_deref().unwrap_or_default()),
            text(if self.is_disabled { "closed" } else { "active" }),
            self.vetted_until.into(),
            self.guardian_consent_at.into(),
            text(self.birth_month.as_deref().unwrap_or_default()),
            text(if self.is_matched { "yes" } else { "no" }),
            self.last_seen_at.into(),
            Cell::Time(self.created_at),
        ]
    }
}
