//! Reads XLSX within bounds: bytes unpacked, cells and texts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};
use zip::ZipArchive;

use super::table::{MAX_COLUMNS, MAX_ROWS, Row, Rows, TableProblem, tidy};

/// Bytes of all parts of a workbook.
const MAX_UNPACKED: u64 = 40 * 1024 * 1024;

/// Parts of a workbook.
const MAX_PARTS: usize = 1_000;

/// Cells that are read, empty ones included.
const MAX_CELLS: usize = MAX_ROWS * MAX_COLUMNS;

/// Digits of the number of texts.
const MAX_DIGITS: usize = 7;

/// Returns the rows of the first sheet.
pub(super) fn read_workbook(bytes: &[u8]) -> Result<Vec<Row>, TableProblem> {
    check_unpacked(bytes)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| TableProblem::Broken)?;
    let sheets = workbook.sheet_names();
    let first = sheets.first().ok_or(TableProblem::Empty)?;
    let mut cells = workbook.worksheet_cells_reader(first).map_err(|_| TableProblem::Broken)?;
    // Cells stand at any place of a sheet with 17 billion, and some name one place several times.
    let mut rows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut left = MAX_CELLS;
    while let Some(cell) = cells.next_cell().map_err(|_| TableProblem::Broken)? {
        left = left.checked_sub(1).ok_or(TableProblem::TooLarge)?;
        let text = tidy(&text_of(cell.get_value()));
        if text.is_empty() {
            continue;
        }
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).map_err(|_| TableProblem::TooLarge)?;
        if column >= MAX_COLUMNS || rows.len() > MAX_ROWS {
            return Err(TableProblem::TooLarge);
        }
        let row = rows.entry(row).or_default();
        row.resize(row.len().max(column + 1), String::new());
        row[column] = text;
    }
    let mut found = Rows::default();
    for (row, cells) in rows {
        found.push(u64::from(row) + 1, cells.into_iter())?;
    }
    Ok(found.found)
}

/// A small file can unpack to gigabytes.
fn check_unpacked(bytes: &[u8]) -> Result<(), TableProblem> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| TableProblem::Broken)?;
    if archive.len() > MAX_PARTS {
        return Err(TableProblem::TooLarge);
    }
    let mut left = MAX_UNPACKED;
    for part in 0..archive.len() {
        let part = archive.by_index(part).map_err(|_| TableProblem::Broken)?;
        let mut unpacked = Vec::new();
        part.take(left + 1).read_to_end(&mut unpacked).map_err(|_| TableProblem::Broken)?;
        left = left.checked_sub(unpacked.len() as u64).ok_or(TableProblem::TooLarge)?;
        if !counts_are_true(&unpacked) {
            return Err(TableProblem::TooLarge);
        }
    }
    Ok(())
}

/// The reader allocates what a part says of the number of its texts; a number that no file has ends the process.
fn counts_are_true(part: &[u8]) -> bool {
    const NAME: &[u8] = b"uniqueCount";
    let places = part.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    places.into_iter().all(|(at, _)| {
        let value = part[at + NAME.len()..].iter().skip_while(|byte| b" =\t\r\n\"'".contains(byte));
        value.take_while(|byte| byte.is_ascii_digit()).count() <= MAX_DIGITS
    })
}

/// A number as typed; a day as in ISO 8601.
fn text_of<'v>(value: &'v DataRef<'_>) -> Cow<'v, str> {
    let text = match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => return text.into(),
        DataRef::SharedString(text) => return (*text).into(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(is) => is.to_string(),
        DataRef::DateTime(time) => {
            let (year, month, day, ..) = time.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Error(_) | DataRef::Empty => String::new(),
    };
    text.into()
}
