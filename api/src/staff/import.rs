//! Invites the people of a spreadsheet. The same file again changes nothing.

use std::io::Cursor;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Payload, block};
use chrono::{DateTime, Months, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::invitations::{self, Invitee, Outcome, ReadTable, Refusal};
use store::people::Role;
use store::programmes::{self, Programme};
use store::sheet::{Cell, Sheet, SheetError, TableFormat};
use store::{ProgrammeId, Store};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use web::{Error, Form, Result, Staff};

use self::columns::Columns;
use self::months::{DateOrder, is_ambiguous};
use self::names::NameOrder;
use self::one_roster::{Choice, RosterResponse};
use self::people::{Defaults, Forms, RowProblem, Rules, cell, check};
use self::preview::PreviewRow;
use self::problems::{FileProblem, file_error, form_error, malformed};
use self::table::Row;
use crate::content::languages;

mod columns;
mod months;
mod names;
mod one_roster;
mod people;
mod preview;
mod problems;
mod table;
mod workbook;

const MAX_MB: usize = 5;
const MAX_BYTES: usize = MAX_MB * 1024 * 1024;

/// Files that are read at once: what an archive unpacks to is many times its size.
static READERS: Semaphore = Semaphore::const_new(1);

/// Characters of a field beside the file.
const MAX_FIELD: usize = 1_000;

/// A file with how it is read. Fields of a form: `programme` (id), `role` and `language` of rows that do not say it, `columns`
/// (optional: a JSON object), `names` and `dates` (optional: how full names, and days such as `04/05/2010`, are written), of an archive of OneRoster `class` (optional: the id of a class) and `teachers` (`true` invites them as
/// mentors), `commit` (`true` sends the invitations), then `file`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct ImportForm {
    programme: ProgrammeId,
    role: Role,
    language: String,
    columns: Option<String>,
    names: Option<NameOrder>,
    dates: Option<DateOrder>,
    class: Option<String>,
    teachers: Option<bool>,
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
    /// The earlier import whose columns are used; null if the caller or their names said what they hold.
    #[schema(required)]
    kept: Option<KeptColumns>,
    /// Of an archive of OneRoster what it holds; null for other files.
    #[schema(required)]
    roster: Option<RosterResponse>,
    /// How full names without a comma are read.
    names: NameOrder,
    /// How days that read as two are read; null refuses them.
    #[schema(required)]
    dates: Option<DateOrder>,
    /// Rows with such a day.
    ambiguous_dates: usize,
    /// The rows without a fault, as they would be known; empty once the invitations are sent.
    rows: Vec<PreviewRow>,
    /// Rows without a fault.
    invited: usize,
    /// People whose open invitation gets other data.
    changed: usize,
    /// People who are invited or there already.
    unchanged: usize,
    refused: Vec<RefusedRow>,
    /// The refused rows as CSV, with the reason in front; empty without one.
    refused_table: String,
    /// The names of the cohorts that would be created; empty once the invitations are sent.
    new_cohorts: Vec<String>,
    /// Whether the invitations were sent.
    is_committed: bool,
}

/// An earlier import with the same columns.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptColumns {
    used_at: DateTime<Utc>,
    /// The first name of who imported; null for the command line, and after an erasure.
    #[schema(required)]
    used_by: Option<String>,
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
    names: Option<NameOrder>,
    dates: Option<DateOrder>,
    choice: Choice,
    is_committed: bool,
    bytes: Vec<u8>,
}

/// What is read of a file before its cells are looked at.
struct Read {
    header: Vec<String>,
    rows: Vec<Row>,
    /// For each row why it is refused already; empty if none is.
    refused: Vec<Option<RowProblem>>,
    roster: Option<RosterResponse>,
}

fn read(bytes: &[u8], choice: &Choice) -> std::result::Result<Read, FileProblem> {
    if one_roster::is_roster(bytes) {
        let table = one_roster::read(bytes, choice).map_err(FileProblem::Roster)?;
        let (header, rows, refused, roster) = (table.header, table.rows, table.refused, Some(table.roster));
        return Ok(Read { header, rows, refused, roster });
    }
    let mut rows = table::read(bytes).map_err(FileProblem::Table)?;
    let header = rows.remove(0).cells;
    Ok(Read { header, rows, refused: Vec::new(), roster: None })
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
        (status = 422, description = "`table_broken`, `table_too_large`, `table_empty`; of an archive `roster_broken`,
            `roster_encrypted`, `roster_manifest`, `roster_incomplete`, `roster_too_large`")
    )
)]
pub(super) async fn import(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<ImportResponse>> {
    let Upload { programme, defaults, columns, names, dates, choice, is_committed, bytes } =
        receive(&store, &staff, request, payload).await?;
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let minimum = u32::from(programme.settings.matching.mentor_minimum_age);
    let rules = Rules {
        languages: languages::active(&store).await?,
        today,
        mentors_born_until: (today - Months::new(12 * minimum)).format("%Y-%m").to_string(),
    };
    // The reader goes on, and keeps the permit, when the caller hangs up.
    let permit = READERS.acquire().await.map_err(|_| Error::unavailable())?;
    let read = block(move || {
        let read = read(&bytes, &choice);
        drop(permit);
        read
    });
    let read = read.await.map_err(|_| Error::unavailable())?;
    let Read { header, rows, refused, roster } = read.map_err(|problem| file_error(&problem))?;
    let (by_names, order) = Columns::of(&header, defaults.role);
    let (columns, kept) = match (columns, &roster) {
        (_, Some(_)) => (one_roster::COLUMNS, None),
        (Some(columns), None) => (columns, None),
        // The earlier import may have been of the other role.
        (None, None) if Columns::are_of_pairs(&header) => (by_names, None),
        (None, None) => match invitations::kept_mapping(&store, programme.id, &header).await? {
            Some(kept) => {
                let (used_at, used_by) = (kept.used_at, kept.used_by);
                (Columns::of_mapping(&kept.mapping), Some(KeptColumns { used_at, used_by }))
            }
            None => (by_names, None),
        },
    };
    let names = names.unwrap_or(order);
    let checked = block(move || {
        let checked = check(&rows, &refused, Forms { columns, names, dates }, &defaults, &rules);
        let born = |row: &&Row| is_ambiguous(cell(row, columns.birth_month), today);
        (rows.iter().filter(born).count(), rows, checked)
    });
    let (ambiguous_dates, rows, checked) = checked.await.map_err(|_| Error::unavailable())?;

    let invitees: Vec<Invitee> = checked.iter().filter_map(|row| row.as_ref().ok().cloned()).collect();
    let (outcomes, known, new_cohorts) = if is_committed {
        let mapping = columns.mapping();
        let table = ReadTable { header: &header, mapping: &mapping };
        let table = roster.is_none().then_some(table);
        let done = invitations::invite_table(&store, &staff.0.into(), programme.id, &invitees, table).await?;
        (done.ok_or_else(web::not_found)?, Vec::new(), Vec::new())
    } else {
        let preview = invitations::preview(&store, programme.id, &invitees).await?;
        let (outcomes, known) = preview.rows.into_iter().unzip();
        (outcomes, known, preview.new_cohorts)
    };
    let preview = preview::rows(&rows, &checked, &outcomes, known);
    let mut outcome = outcomes.iter();
    let mut refused = Vec::new();
    for (row, checked) in rows.into_iter().zip(checked) {
        let problem = match checked.map(|_| outcome.next()) {
            Err(problem) => problem,
            Ok(Some(Outcome::Refused(Refusal::OtherRole))) => RowProblem::OtherRole,
            Ok(Some(Outcome::Refused(Refusal::TooManyCohorts))) => RowProblem::TooManyCohorts,
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
        rows: preview,
        header,
        columns,
        names,
        dates,
        ambiguous_dates,
        kept,
        roster,
        invited: count(Outcome::Invited),
        changed: count(Outcome::Changed),
        unchanged: count(Outcome::Unchanged),
        refused,
        new_cohorts,
        is_committed,
    }))
}

async fn receive(store: &Store, staff: &Staff, request: HttpRequest, payload: Payload) -> Result<Upload> {
    let mut form = Form::open(&request, payload, MAX_BYTES).map_err(form_error)?;
    let (mut programme, mut role, mut language, mut columns, mut is_committed) = (None, None, None, None, false);
    let (mut names, mut dates) = (None, None);
    let mut choice = Choice::default();
    while let Some(field) = form.next().await.map_err(form_error)? {
        let name = field.name().to_owned();
        if name == "file" {
            let bytes = field.bytes(MAX_BYTES).await.map_err(form_error)?;
            let (Some(id), Some(role), Some(language)) = (programme, role, language) else { return Err(malformed()) };
            let found = if staff.0.scope.includes(Some(id)) { programmes::by_id(store, id).await? } else { None };
            let programme = found.ok_or_else(web::not_found)?;
            return Ok(Upload {
                programme,
                defaults: Defaults { role, language },
                columns,
                names,
                dates,
                choice,
                is_committed,
                bytes,
            });
        }
        let text = field.text(MAX_FIELD).await.map_err(form_error)?;
        match name.as_str() {
            "programme" => programme = Some(text.parse::<ProgrammeId>().map_err(|_| malformed())?),
            "role" => role = Some(member_role(&text).ok_or_else(malformed)?),
            "language" => language = Some(languages::known(store, &text).await?.ok_or_else(malformed)?),
            "columns" => columns = Some(serde_json::from_str(&text).map_err(|_| malformed())?),
            "names" => names = Some(word(text)?),
            "dates" => dates = Some(word(text)?),
            "class" => choice.class = Some(text).filter(|class| !class.is_empty()),
            "teachers" => choice.with_teachers = text == "true",
            "commit" => is_committed = text == "true",
            _ => {}
        }
    }
    Err(malformed())
}

/// Reads a word of a list.
fn word<T: DeserializeOwned>(text: String) -> Result<T> {
    serde_json::from_value(serde_json::Value::String(text)).map_err(|_| malformed())
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
