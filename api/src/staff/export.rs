//! The list of people as a file. It leaves the product, so it needs a reason and is an act.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Data, block};
use store::Store;
use store::listing::{ListRequest, MAX_PAGE};
use store::sheet::{Cell, Sheet, SheetError, TableFormat};
use store::staff::people_list::{self, ListedPerson};
use utoipa::IntoParams;
use web::{Error, ListParams, ListQuery, Result, Staff, reason_text};

/// The bytes of the file that are in memory at once.
const CHUNK: usize = 64 * 1024;

const HEADER: [&str; 13] = [
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

/// What an export needs beside its list.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct ExportParams {
    /// `csv` or `xlsx`.
    format: String,
    /// Why the list leaves the product, 3 to 500 characters. The audit log keeps it.
    reason: String,
}

/// Returns the people of the list, with the same filters, as a table. Audited.
#[web::operation(
    operation_id = "export_staff_people",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format, filter or sort")
    )
)]
pub(super) async fn people(store: Data<Store>, staff: Staff, mut query: ListQuery) -> Result<HttpResponse> {
    let reason = reason_text(&query.take("reason").unwrap_or_default())?;
    let (format, media_type) = match query.take("format").as_deref() {
        Some("csv") => (TableFormat::Csv, "text/csv; charset=utf-8"),
        Some("xlsx") => (TableFormat::Xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        _ => return Err(Error::invalid("This format is unknown.").field("format", "csv or xlsx.")),
    };
    // By a key that does not change while the pages are read: nobody is missing or doubled.
    let sort = Some("createdAt".to_owned());
    let mut request = ListRequest { cursor: None, limit: Some(MAX_PAGE), sort, ..query.0 };
    // The first page also checks the filters: a refused export leaves no row.
    let mut page = people_list::page(&store, &staff.0.scope, &request).await?;
    people_list::record_export(&store, &staff.0, &request, page.total, format, &reason).await?;
    let mut sheet = Sheet::new(format, temporary_file()?, &HEADER.map(str::to_owned)).map_err(failed)?;
    loop {
        for person in &page.rows {
            sheet.add(&cells(person)).map_err(failed)?;
        }
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
        page = people_list::page(&store, &staff.0.scope, &request).await?;
    }
    let file = block(move || sheet.finish()).await.map_err(|_| Error::unavailable())?.map_err(failed)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"people.{}\"", format.ending())))
        .streaming(chunks(file)?))
}

/// A file without a name, which is gone with its last handle.
fn temporary_file() -> Result<File> {
    tempfile::tempfile().map_err(|error| failed(SheetError::File(error)))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn failed(error: SheetError) -> Error {
    if matches!(error, SheetError::Full) {
        return Error::invalid(error.to_string()).field("format", "csv.");
    }
    tracing::error!(%error, "an export failed");
    Error::unavailable()
}

/// Reads a file from its start, piece by piece.
fn chunks(mut file: File) -> Result<impl futures_util::Stream<Item = std::io::Result<Bytes>>> {
    file.seek(SeekFrom::Start(0)).map_err(|error| failed(SheetError::File(error)))?;
    Ok(futures_util::stream::unfold(file, async |mut file| {
        let read = block(move || {
            let mut chunk = vec![0; CHUNK];
            let read = file.read(&mut chunk).map(|length| {
                chunk.truncate(length);
                Bytes::from(chunk)
            });
            (read, file)
        });
        match read.await {
            Ok((Ok(chunk), _)) if chunk.is_empty() => None,
            Ok((chunk, file)) => Some((chunk, file)),
            Err(_) => None,
        }
    }))
}

fn cells(person: &ListedPerson) -> [Cell; HEADER.len()] {
    let text = |text: &str| Cell::Text(text.to_owned());
    [
        Cell::Text(person.id.to_string()),
        text(&person.first_name),
        text(&person.last_name),
        text(&person.email),
        text(person.role.title()),
        text(person.programme_name.as_deref().unwrap_or_default()),
        text(if person.is_disabled { "closed" } else { "active" }),
        person.vetted_until.into(),
        person.guardian_consent_at.into(),
        text(person.birth_month.as_deref().unwrap_or_default()),
        text(if person.is_matched { "yes" } else { "no" }),
        person.last_seen_at.into(),
        Cell::Time(person.created_at),
    ]
}
