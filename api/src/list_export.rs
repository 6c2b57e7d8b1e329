//! A list of staff as a file. It leaves the product, so it needs a reason and is an act.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, block};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Store;
use store::listing::{ListError, ListRequest, MAX_PAGE, Page};
use store::sheet::{Cell, Sheet, SheetError, TableFormat};
use store::staff::Staff;
use store::staff::list_exports::{self, ListExport};
use utoipa::IntoParams;
use web::{Error, ListQuery, Result, reason_text};

/// The bytes of the file that are in memory at once.
const CHUNK: usize = 64 * 1024;

/// A row of a list that staff can export.
pub(crate) trait ExportedRow: Sized + 'static {
    /// The name of the list and of its files.
    const LIST: &'static str;
    /// The sort by a key that does not change while the pages are read: no row is missing or doubled.
    const SORT: &'static str;
    /// The columns.
    const COLUMNS: &'static [Column<Self>];
}

/// The name of a column, and its value in a row.
pub(crate) type Column<R> = (&'static str, fn(&R) -> Cell);

/// Returns a cell with a text.
pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// Returns a cell with a number of things.
pub(crate) fn count(count: i64) -> Cell {
    Cell::Number(f64::from(u32::try_from(count).unwrap_or(u32::MAX)))
}

/// Returns a cell with a time, or with nothing.
pub(crate) fn time(at: impl Into<Option<DateTime<Utc>>>) -> Cell {
    at.into().into()
}

/// Returns a cell with the code of a value, as in JSON; nothing for none.
pub(crate) fn code(value: impl Serialize) -> Cell {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().map_or(Cell::Empty, |code| Cell::Text(code.to_owned()))
}

/// What an export needs beside its list.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct ExportParams {
    /// `csv` or `xlsx`.
    format: String,
    /// Why the list leaves the product, 3 to 500 characters. The audit log keeps it.
    reason: String,
}

/// Returns all rows of a list, with the filters of the query, as a table. Audited.
pub(crate) async fn export<R: ExportedRow>(
    store: &Store,
    staff: &Staff,
    mut query: ListQuery,
    page_of: impl AsyncFn(&ListRequest) -> std::result::Result<Page<R>, ListError>,
) -> Result<HttpResponse> {
    let ExportRequest { reason, format } = ExportRequest::take(&mut query)?;
    let sort = Some(R::SORT.to_owned());
    let mut request = ListRequest { cursor: None, limit: Some(MAX_PAGE), sort, ..query.0 };
    // The first page also checks the filters: a refused export leaves no row.
    let mut page = page_of(&request).await?;
    let exported = ListExport { list: R::LIST, request: &request, rows: page.total, format, reason: &reason };
    list_exports::record(store, staff, exported).await?;
    let header: Vec<String> = R::COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut sheet = Sheet::new(format, temporary_file()?, &header).map_err(failed)?;
    loop {
        for row in &page.rows {
            let cells: Vec<Cell> = R::COLUMNS.iter().map(|(_, value)| value(row)).collect();
            sheet.add(&cells).map_err(failed)?;
        }
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
        page = page_of(&request).await?;
    }
    let file = block(move || sheet.finish()).await.map_err(|_| Error::unavailable())?.map_err(failed)?;
    attachment(file, R::LIST, format)
}

/// Why something leaves the product, and how.
pub(crate) struct ExportRequest {
    pub(crate) reason: String,
    pub(crate) format: TableFormat,
}

impl ExportRequest {
    /// Takes the parameters of [`ExportParams`] out of a query.
    pub(crate) fn take(query: &mut ListQuery) -> Result<Self> {
        let reason = reason_text(&query.take("reason").unwrap_or_default())?;
        let format = take_format(query)?;
        Ok(Self { reason, format })
    }
}

/// Takes the format of a file out of a query.
pub(crate) fn take_format(query: &mut ListQuery) -> Result<TableFormat> {
    match query.take("format").as_deref() {
        Some("csv") => Ok(TableFormat::Csv),
        Some("xlsx") => Ok(TableFormat::Xlsx),
        _ => Err(Error::invalid("This format is unknown.").field("format", "csv or xlsx.")),
    }
}

/// Answers with a table to save.
pub(crate) fn attachment(file: File, name: &str, format: TableFormat) -> Result<HttpResponse> {
    let media_type = match format {
        TableFormat::Csv => "text/csv; charset=utf-8",
        TableFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{}\"", format.ending())))
        .streaming(streamed(file)?))
}

/// A file without a name, which is gone with its last handle.
pub(crate) fn temporary_file() -> Result<File> {
    tempfile::tempfile().map_err(|error| failed(SheetError::File(error)))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(crate) fn failed(error: SheetError) -> Error {
    if matches!(error, SheetError::Full) {
        return Error::invalid(error.to_string()).field("format", "csv.");
    }
    tracing::error!(%error, "an export failed");
    Error::unavailable()
}

/// Reads a file from its start, piece by piece.
pub(crate) fn streamed(mut file: File) -> Result<impl futures_util::Stream<Item = std::io::Result<Bytes>>> {
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
