//! Writes rows as CSV or XLSX, in constant memory.

use std::fmt;
use std::io::{BufWriter, Seek, Write};

use chrono::{DateTime, NaiveDate, Utc};
use rust_xlsxwriter::{Format, Workbook};

/// The most rows of a sheet in XLSX.
const MAX_XLSX_ROWS: u32 = 1_048_576;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values in UTF-8 with a mark.
    Csv,
    /// A workbook.
    Xlsx,
}

impl TableFormat {
    /// Returns the ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }
}

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text; what a spreadsheet would run as a formula is made harmless.
    Text(String),
    /// A number.
    Number(f64),
    /// A day.
    Date(NaiveDate),
    /// A time in UTC.
    Time(DateTime<Utc>),
}

impl From<Option<NaiveDate>> for Cell {
    fn from(day: Option<NaiveDate>) -> Self {
        day.map_or(Self::Empty, Self::Date)
    }
}

impl From<Option<DateTime<Utc>>> for Cell {
    fn from(time: Option<DateTime<Utc>>) -> Self {
        time.map_or(Self::Empty, Self::Time)
    }
}

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// XLSX has no room for another row.
    #[error("XLSX holds at most {MAX_XLSX_ROWS} rows: use CSV.")]
    Full,
    /// The file could not be written.
    #[error("The table cannot be written: {0}")]
    File(#[from] std::io::Error),
    /// A row could not be written as CSV.
    #[error("The table cannot be written: {0}")]
    Csv(#[from] csv::Error),
    /// The workbook could not be written.
    #[error("The table cannot be written: {0}")]
    Xlsx(#[from] rust_xlsxwriter::XlsxError),
}

type Result<T> = std::result::Result<T, SheetError>;

/// A table that is being written.
pub enum Sheet<W: Write + Seek + Send> {
    /// As CSV.
    Csv(Box<csv::Writer<BufWriter<W>>>),
    /// As XLSX.
    Xlsx {
        /// The workbook; its rows are in a temporary file.
        workbook: Box<Workbook>,
        /// Where it is written at the end.
        out: W,
        /// The next row.
        row: u32,
        /// The format of days.
        date: Box<Format>,
        /// The format of times.
        time: Box<Format>,
    },
}

impl<W: Write + Seek + Send> fmt::Debug for Sheet<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Csv(_) => "Sheet::Csv",
            Self::Xlsx { .. } => "Sheet::Xlsx",
        })
    }
}

impl<W: Write + Seek + Send> Sheet<W> {
    /// Begins a table with its header.
    pub fn new(format: TableFormat, mut out: W, header: &[String]) -> Result<Self> {
        match format {
            TableFormat::Csv => {
                // Without the mark, spreadsheets read UTF-8 as another encoding.
                out.write_all("\u{feff}".as_bytes())?;
                let mut writer =
                    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BufWriter::new(out));
                writer.write_record(header.iter().map(|title| harmless(title)))?;
                Ok(Self::Csv(Box::new(writer)))
            }
            TableFormat::Xlsx => {
                let mut workbook = Box::new(Workbook::new());
                // Rows go to a temporary file instead of memory.
                let sheet = workbook.add_worksheet_with_constant_memory()?;
                sheet.set_freeze_panes(1, 0)?;
                let bold = Format::new().set_bold();
                for (column, title) in (0..).zip(header) {
                    sheet.set_column_width(column, 22)?;
                    sheet.write_string_with_format(0, column, title, &bold)?;
                }
                let date = Box::new(Format::new().set_num_format("yyyy-mm-dd"));
                let time = Box::new(Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"));
                Ok(Self::Xlsx { workbook, out, row: 1, date, time })
            }
        }
    }

    /// Adds a row.
    pub fn add(&mut self, cells: &[Cell]) -> Result<()> {
        match self {
            Self::Csv(writer) => writer.write_record(cells.iter().map(text))?,
            Self::Xlsx { workbook, row, date, time, .. } => {
                if *row >= MAX_XLSX_ROWS {
                    return Err(SheetError::Full);
                }
                let sheet = workbook.worksheet_from_index(0)?;
                for (column, cell) in (0..).zip(cells) {
                    match cell {
                        Cell::Empty => continue,
                        Cell::Text(text) => sheet.write_string(*row, column, text)?,
                        Cell::Number(number) => sheet.write_number(*row, column, *number)?,
                        Cell::Date(day) => sheet.write_datetime_with_format(*row, column, day, date)?,
                        Cell::Time(at) => sheet.write_datetime_with_format(*row, column, at.naive_utc(), time)?,
                    };
                }
                *row += 1;
            }
        }
        Ok(())
    }

    /// Completes the table and returns what it was written to.
    pub fn finish(self) -> Result<W> {
        match self {
            Self::Csv(writer) => {
                let buffer = writer.into_inner().map_err(|error| error.into_error())?;
                Ok(buffer.into_inner().map_err(std::io::IntoInnerError::into_error)?)
            }
            Self::Xlsx { mut workbook, mut out, .. } => {
                workbook.save_to_writer(BufWriter::new(&mut out))?;
                Ok(out)
            }
        }
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => harmless(text),
        Cell::Number(number) => number.to_string(),
        Cell::Date(day) => day.to_string(),
        Cell::Time(at) => at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
    }
}

/// What a spreadsheet may read as the start of a formula, also in full width.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// What separates cells where a spreadsheet splits the file differently: in many countries by semicolons.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Prefixes what a spreadsheet would run as a formula, at the start and where it might begin another cell.
fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r']) {
        safe.push('\'');
    }
    let mut is_start = true;
    for c in text.chars() {
        if is_start && FORMULA.contains(&c) {
            safe.push('\'');
        }
        is_start = SEPARATORS.contains(&c) || (is_start && matches!(c, ' ' | '"'));
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    fn written(format: TableFormat) -> Vec<u8> {
        let header = ["id", "=Why, \"though\"?"].map(str::to_owned);
        let mut sheet = Sheet::new(format, Cursor::new(Vec::new()), &header).unwrap();
        let texts = ["=1+1", "+1", "-1", "@a", "\tx", "a\nb", "1-1"];
        for cell in texts.map(|text| Cell::Text(text.to_owned())) {
            sheet.add(&[cell, Cell::Number(-2.5)]).unwrap();
        }
        let at = "2026-03-02T09:00:00Z".parse().unwrap();
        sheet.add(&[Cell::Date("2026-03-02".parse().unwrap()), Cell::Time(at)]).unwrap();
        sheet.finish().unwrap().into_inner()
    }

    #[test]
    fn csv_has_a_mark_and_no_formulas() {
        let expected = "\u{feff}id,\"'=Why, \"\"though\"\"?\"\r\n'=1+1,-2.5\r\n'+1,-2.5\r\n'-1,-2.5\r\n'@a,-2.5\r\n\
                        '\tx,-2.5\r\n\"a\nb\",-2.5\r\n1-1,-2.5\r\n2026-03-02,2026-03-02T09:00:00Z\r\n";
        assert_eq!(String::from_utf8(written(TableFormat::Csv)).unwrap(), expected);
    }

    #[test]
    fn formulas_are_harmless_wherever_a_cell_may_begin() {
        for (text, safe) in [
            ("＝1", "'＝1"),
            (" =1", " '=1"),
            ("a;=1", "a;'=1"),
            ("a; \"@b", "a; \"'@b"),
            ("a\t+1\n-2", "a\t'+1\n'-2"),
            ("a = b - c; d@e", "a = b - c; d@e"),
            ("1-1", "1-1"),
        ] {
            assert_eq!(harmless(text), safe);
        }
    }

    #[test]
    fn xlsx_has_typed_cells_and_a_frozen_header() {
        let mut zip = zip::ZipArchive::new(Cursor::new(written(TableFormat::Xlsx))).unwrap();
        let mut sheet = String::new();
        zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
        assert!(sheet.contains("<pane ySplit=\"1\""), "{sheet}");
        assert!(sheet.contains("<v>-2.5</v>") && sheet.contains("<v>46083</v>"), "{sheet}");
        assert!(!sheet.contains("<f>") && sheet.contains("=1+1"), "{sheet}");
    }
}
