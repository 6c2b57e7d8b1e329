//! Writes rows as CSV or XLSX.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use rust_xlsxwriter::{Format, Workbook};

use super::table::Cell;
use crate::cli::TableFormat;

/// The most rows of a sheet in XLSX.
const MAX_XLSX_ROWS: u32 = 1_048_576;

/// A table that is being written.
pub(super) enum Sheet {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    Xlsx { workbook: Box<Workbook>, file: File, row: u32, date: Box<Format>, time: Box<Format> },
}

impl Sheet {
    pub(super) fn new(format: TableFormat, mut file: File, header: &[String]) -> Result<Self> {
        match format {
            TableFormat::Csv => {
                // Without the mark, spreadsheets read UTF-8 as another encoding.
                file.write_all("\u{feff}".as_bytes())?;
                let mut writer =
                    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BufWriter::new(file));
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
                Ok(Self::Xlsx { workbook, file, row: 1, date, time })
            }
        }
    }

    pub(super) fn add(&mut self, cells: &[Cell]) -> Result<()> {
        match self {
            Self::Csv(writer) => writer.write_record(cells.iter().map(text))?,
            Self::Xlsx { workbook, row, date, time, .. } => {
                if *row >= MAX_XLSX_ROWS {
                    bail!("XLSX holds at most {MAX_XLSX_ROWS} rows: use --format csv.");
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

    pub(super) fn finish(self) -> Result<()> {
        let file = match self {
            Self::Csv(writer) => {
                let buffer = writer.into_inner().map_err(|error| error.into_error())?;
                buffer.into_inner().map_err(std::io::IntoInnerError::into_error)?
            }
            Self::Xlsx { mut workbook, file, .. } => {
                workbook.save_to_writer(BufWriter::new(&file)).context("The workbook cannot be written")?;
                file
            }
        };
        file.sync_all()?;
        Ok(())
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

/// Prefixes what a spreadsheet would run as a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn written(format: TableFormat) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let header = ["id", "=Why, \"though\"?"].map(str::to_owned);
        let mut sheet = Sheet::new(format, File::create(&path).unwrap(), &header).unwrap();
        let texts = ["=1+1", "+1", "-1", "@a", "\tx", "a\nb", "1-1"];
        for cell in texts.map(|text| Cell::Text(text.to_owned())) {
            sheet.add(&[cell, Cell::Number(-2.5)]).unwrap();
        }
        let at = "2026-03-02T09:00:00Z".parse().unwrap();
        sheet.add(&[Cell::Date("2026-03-02".parse().unwrap()), Cell::Time(at)]).unwrap();
        sheet.finish().unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn csv_has_a_mark_and_no_formulas() {
        let expected = "\u{feff}id,\"'=Why, \"\"though\"\"?\"\r\n'=1+1,-2.5\r\n'+1,-2.5\r\n'-1,-2.5\r\n'@a,-2.5\r\n\
                        '\tx,-2.5\r\n\"a\nb\",-2.5\r\n1-1,-2.5\r\n2026-03-02,2026-03-02T09:00:00Z\r\n";
        assert_eq!(String::from_utf8(written(TableFormat::Csv)).unwrap(), expected);
    }

    #[test]
    fn xlsx_has_typed_cells_and_a_frozen_header() {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(written(TableFormat::Xlsx))).unwrap();
        let mut sheet = String::new();
        zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
        assert!(sheet.contains("<pane ySplit=\"1\""), "{sheet}");
        assert!(sheet.contains("<v>-2.5</v>") && sheet.contains("<v>46083</v>"), "{sheet}");
        assert!(!sheet.contains("<f>") && sheet.contains("=1+1"), "{sheet}");
    }
}
