//! The list of people as a file.

use actix_web::HttpResponse;
use actix_web::web::Data;
use store::Store;
use store::staff::people_list::{self, ListedPerson};
use web::{ListParams, ListQuery, Result, Staff};

use super::people::AccountStatus;
use crate::list_export::{Column, ExportParams, ExportedRow, code, export, text, time};

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
    export(&store, &staff.0, query, async |request| people_list::page_for(&store, &staff.0, request).await).await
}

impl ExportedRow for ListedPerson {
    const LIST: &str = "people";
    const SORT: &str = "createdAt";
    const COLUMNS: &[Column<Self>] = &[
        ("id", |row| code(row.id)),
        ("first name", |row| text(&row.first_name)),
        ("last name", |row| text(&row.last_name)),
        ("email", |row| text(&row.email)),
        ("role", |row| text(row.role.title())),
        ("programme", |row| text(row.programme_name.as_deref().unwrap_or_default())),
        ("cohort", |row| text(row.cohort_name.as_deref().unwrap_or_default())),
        ("status", |row| text(AccountStatus::of(row).name())),
        ("applied", |row| time(row.application_complete_at)),
        ("vetted until", |row| row.vetted_until.into()),
        ("other vetting", |row| text(row.vettings.as_deref().unwrap_or_default())),
        ("guardian consent", |row| time(row.guardian_consent_at)),
        ("birth month", |row| text(row.birth_month.as_deref().unwrap_or_default())),
        ("matched", |row| text(if row.is_matched { "yes" } else { "no" })),
        ("last seen", |row| time(row.last_seen_at)),
        ("created", |row| time(row.created_at)),
    ];
}
