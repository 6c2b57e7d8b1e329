//! Invites the people of a spreadsheet. The same file again changes nothing.

use std::io::Cursor;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Payload, block};
use chrono::Months;
use serde::Serialize;
use store::invitations::{self, Invitee, Outcome, Refusal};
use store::people::Role;
use store::programmes::{self, Programme};
use store::sheet::{Cell, Sheet, SheetError, TableFormat};
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Form, FormProblem, Result, Staff};

use self::columns::Columns;
use self::people::{Defaults, RowProblem, Rules, check};
use self::table::TableProblem;
use crate::content::languages;

mod columns;
mod people;
mod table;
mod workbook;

const MAX_MB: usize = 5;
const MAX_BYTES: usize = MAX_MB * 1024 * 1024;

/// Rows that show how a file is read.
const SAMPLE: usize = 5;

/// Characters of a field beside the file.
const MAX_FIELD: usize = 1_000;

/// A file with how it is read. Fields of a form: `programme` (id), `role` and `language` of rows that do not say it, `columns`
/// (optional: a JSON object), `commit` (`true` sends the invitations), then `file`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct ImportForm {
    programme: ProgrammeId,
    role: Role,
    language: String,
    columns: Option<String>,
    commit: Option<bool>,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What a file leads to, or has led to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportResponse {
    /// The names of the columns.
    header: Vec<String>,
    /// How they are read.
    columns: Columns,
    /// The first rows without a fault, as they are read.
    sample: Vec<SampleRow>,
    /// Rows without a fault.
    invited: usize,
    /// People whose open invitation gets other data.
    changed: usize,
    /// People who are invited or there already.
    unchanged: usize,
    refused: Vec<RefusedRow>,
    /// The refused rows as CSV, with the reason in front; empty without one.
    refused_table: String,
    /// Whether the invitations were sent.
    is_committed: bool,
}

/// A row as it is read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SampleRow {
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
}

impl From<&Invitee> for SampleRow {
    fn from(invitee: &Invitee) -> Self {
        let Invitee { first_name, last_name, email, role, .. } = invitee.clone();
        Self { first_name, last_name, email, role }
    }
}

/// A row that is not imported.
#[derive(Serialize, ToSchema)]
struct RefusedRow {
    /// As spreadsheets count.
    line: u64,
    problem: RowProblem,
    /// Its cells, as far as they have a name or an address.
    cells: Vec<String>,
}

/// The fields of the form.
struct Upload {
    programme: Programme,
    defaults: Defaults,
    columns: Option<Columns>,
    is_committed: bool,
    bytes: Vec<u8>,
}

/// Reads a spreadsheet, and says what it leads to; with `commit` it invites the people. Rows with a fault are left out.
#[web::operation(
    operation_id = "import_invitations",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = ImportResponse),
        (status = 400, description = "`malformed`: not a form with these fields"),
        (status = 404, description = "`not_found`: no such programme"),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "`table_broken`, `table_too_large`, `table_empty`")
    )
)]
pub(super) async fn import(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<ImportResponse>> {
    let Upload { programme, defaults, columns, is_committed, bytes } =
        receive(&store, &staff, request, payload).await?;
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let minimum = u32::from(programme.settings.matching.mentor_minimum_age);
    let rules = Rules {
        languages: languages::active(&store).await?,
        today,
        mentors_born_until: (today - Months::new(12 * minimum)).format("%Y-%m").to_string(),
    };
    let parsed = block(move || -> std::result::Result<_, TableProblem> {
        let mut rows = table::read(&bytes)?;
        let header = rows.remove(0).cells;
        let columns = columns.unwrap_or_else(|| Columns::of(&header));
        let checked = check(&rows, columns, &defaults, &rules);
        Ok((header, columns, rows, checked))
    });
    let parsed = parsed.await.map_err(|_| Error::unavailable())?;
    let (header, columns, rows, checked) = parsed.map_err(table_error)?;

    let invitees: Vec<Invitee> = checked.iter().filter_map(|row| row.as_ref().ok().cloned()).collect();
    let outcomes = if is_committed {
        let done = invitations::invite(&store, &staff.0.into(), programme.id, &invitees).await?;
        done.ok_or_else(web::not_found)?
    } else {
        invitations::rehearse(&store, programme.id, &invitees).await?
    };
    let mut outcome = outcomes.iter();
    let mut refused = Vec::new();
    for (row, checked) in rows.into_iter().zip(checked) {
        let problem = match checked {
            Err(problem) => problem,
            Ok(_) if outcome.next() == Some(&Outcome::Refused(Refusal::OtherRole)) => RowProblem::OtherRole,
            Ok(_) => continue,
        };
        refused.push(RefusedRow { line: row.line, problem, cells: row.cells });
    }
    let table = block(move || refused_table(&header, &refused).map(|table| (table, header, refused)));
    let table = table.await.map_err(|_| Error::unavailable())?;
    let (refused_table, header, refused) = table.map_err(|_| Error::unavailable())?;
    let count = |kind| outcomes.iter().filter(|outcome| **outcome == kind).count();
    Ok(Json(ImportResponse {
        refused_table,
        sample: invitees.iter().take(SAMPLE).map(SampleRow::from).collect(),
        header,
        columns,
        invited: count(Outcome::Invited),
        changed: count(Outcome::Changed),
        unchanged: count(Outcome::Unchanged),
        refused,
        is_committed,
    }))
}

async fn receive(store: &Store, staff: &Staff, request: HttpRequest, payload: Payload) -> Result<Upload> {
    let mut form = Form::open(&request, payload, MAX_BYTES).map_err(form_error)?;
    let (mut programme, mut role, mut language, mut columns, mut is_committed) = (None, None, None, None, false);
    while let Some(field) = form.next().await.map_err(form_error)? {
        let name = field.name().to_owned();
        if name == "file" {
            let bytes = field.bytes(MAX_BYTES).await.map_err(form_error)?;
            let (Some(id), Some(role), Some(language)) = (programme, role, language) else { return Err(malformed()) };
            let found = if staff.0.scope.includes(Some(id)) { programmes::by_id(store, id).await? } else { None };
            let programme = found.ok_or_else(web::not_found)?;
            return Ok(Upload { programme, defaults: Defaults { role, language }, columns, is_committed, bytes });
        }
        let text = field.text(MAX_FIELD).await.map_err(form_error)?;
        match name.as_str() {
            "programme" => programme = Some(text.parse::<ProgrammeId>().map_err(|_| malformed())?),
            "role" => role = Some(member_role(&text).ok_or_else(malformed)?),
            "language" => language = Some(languages::known(store, &text).await?.ok_or_else(malformed)?),
            "columns" => columns = Some(serde_json::from_str(&text).map_err(|_| malformed())?),
            "commit" => is_committed = text == "true",
            _ => {}
        }
    }
    Err(malformed())
}

/// Reads the role of an invitee.
pub(super) fn member_role(text: &str) -> Option<Role> {
    match text {
        "mentor" => Some(Role::Mentor),
        "mentee" => Some(Role::Mentee),
        _ => None,
    }
}

/// The refused rows with line and reason in front, to be corrected and imported again.
fn refused_table(header: &[String], refused: &[RefusedRow]) -> std::result::Result<String, SheetError> {
    if refused.is_empty() {
        return Ok(String::new());
    }
    let titles: Vec<String> =
        ["problem", "line"].iter().map(|title| (*title).to_owned()).chain(header.to_vec()).collect();
    let mut file = Cursor::new(Vec::new());
    let mut sheet = Sheet::new(TableFormat::Csv, &mut file, &titles)?;
    for row in refused {
        let problem = serde_json::to_value(row.problem).unwrap_or_default();
        let before = [problem.as_str().unwrap_or_default().to_owned(), row.line.to_string()];
        let cells = before.into_iter().chain(row.cells.iter().cloned());
        let width = titles.len();
        let cells: Vec<Cell> = cells.chain(std::iter::repeat(String::new())).take(width).map(Cell::Text).collect();
        sheet.add(&cells)?;
    }
    sheet.finish()?;
    Ok(String::from_utf8_lossy(&file.into_inner()).into_owned())
}

fn table_error(problem: TableProblem) -> Error {
    match problem {
        TableProblem::Broken => {
            let sentence = "This file cannot be read. Please save it as CSV or XLSX, and try again.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_broken", sentence)
        }
        TableProblem::TooLarge => {
            let sentence = "A file has at most 5,000 rows and 60 columns. Please split it.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_too_large", sentence)
        }
        TableProblem::Empty => {
            let sentence = "This file has no rows below its header.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_empty", sentence)
        }
    }
}

fn form_error(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = format!("Please choose a file of {MAX_MB} MB at most.");
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", sentence)
        }
        FormProblem::Malformed => malformed(),
    }
}

fn malformed() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form.")
}
