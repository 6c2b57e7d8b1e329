//! Reads the rows of a spreadsheet: CSV in the encodings and with the separators that spreadsheets write, or the first sheet of XLSX.
//! Everything is bounded before it is read.

use csv::{ReaderBuilder, StringRecord};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::workbook::read_workbook;

/// The most rows, the header included.
pub(super) const MAX_ROWS: usize = 5_001;

/// The most columns.
pub(super) const MAX_COLUMNS: usize = 60;

/// Bytes of a cell; more are cut, as nothing that is imported is as long.
const MAX_CELL: usize = 500;

/// Bytes of all cells: a workbook can name one text in each of them.
const MAX_TEXT: usize = 5 * 1024 * 1024;

pub(super) const ZIP: &[u8] = b"PK\x03\x04";

/// Excel before 2007.
const OLE: &[u8] = b"\xD0\xCF\x11\xE0";

/// Why a file is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableProblem {
    /// Neither CSV nor XLSX, or damaged.
    Broken,
    /// More rows, columns or bytes than allowed.
    TooLarge,
    /// No row below a header.
    Empty,
}

/// A row with something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// As spreadsheets count: the first one is 1.
    pub(super) line: u64,
    /// The texts, without space around them.
    pub(super) cells: Vec<String>,
}

/// Returns the rows of a file, the header first. Empty ones are left out.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Row>, TableProblem> {
    let rows = if bytes.starts_with(ZIP) {
        read_workbook(bytes)?
    } else if bytes.starts_with(OLE) {
        return Err(TableProblem::Broken);
    } else {
        read_text(bytes)?
    };
    if rows.len() < 2 { Err(TableProblem::Empty) } else { Ok(rows) }
}

fn read_text(bytes: &[u8]) -> Result<Vec<Row>, TableProblem> {
    let text = decode(bytes)?.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator(&text)).from_reader(text.as_bytes());
    let (mut rows, mut record) = (Rows::default(), StringRecord::new());
    let (mut line, mut counted) = (1, 0);
    while reader.read_record(&mut record).map_err(|_| TableProblem::Broken)? {
        // For the reader, a row begins at the empty lines above it.
        let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
        let start = start + text.as_bytes()[start..].iter().take_while(|byte| **byte == b'\n').count();
        line += text[counted..start].matches('\n').count();
        counted = start;
        rows.push(line as u64, record.iter().map(tidy))?;
    }
    Ok(rows.found)
}

/// Rows up to the bounds.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) found: Vec<Row>,
    bytes: usize,
}

impl Rows {
    /// Adds a row, unless it is empty.
    pub(super) fn push(&mut self, line: u64, cells: impl Iterator<Item = String>) -> Result<(), TableProblem> {
        let (mut row, mut used) = (Vec::new(), 0);
        for (column, cell) in cells.enumerate() {
            if !cell.is_empty() {
                used = column + 1;
                self.bytes += cell.len();
            }
            if used > MAX_COLUMNS || self.bytes > MAX_TEXT {
                return Err(TableProblem::TooLarge);
            }
            if column < MAX_COLUMNS {
                row.push(cell);
            }
        }
        row.truncate(used);
        if row.is_empty() {
            return Ok(());
        }
        if self.found.len() >= MAX_ROWS {
            return Err(TableProblem::TooLarge);
        }
        self.found.push(Row { line, cells: row });
        Ok(())
    }
}

/// The begin of a text without space around it, and without NUL, which PostgreSQL cannot store.
pub(super) fn tidy(cell: &str) -> String {
    let begin = &cell[..cell.floor_char_boundary(MAX_CELL)];
    begin.trim().chars().filter(|c| *c != '\0').collect()
}

/// Without a mark: UTF-16 if a third of the bytes are zero, UTF-8 if it is valid, or else what Excel writes in Europe.
fn decode(bytes: &[u8]) -> Result<String, TableProblem> {
    let encoding = Encoding::for_bom(bytes).map_or_else(|| guess(bytes), |(encoding, _)| encoding);
    let (text, _, has_errors) = encoding.decode(bytes);
    // Every file is some text in Windows-1252.
    let is_binary = text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
    if has_errors || is_binary { Err(TableProblem::Broken) } else { Ok(text.into_owned()) }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let start = &bytes[..bytes.len().min(1_000)];
    let zeros = |offset: usize| start.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    match (zeros(0), zeros(1)) {
        (even, odd) if odd > start.len() / 3 && odd > even => UTF_16LE,
        (even, _) if even > start.len() / 3 => UTF_16BE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    }
}

/// The separator that the header has most often, outside quotes.
fn separator(text: &str) -> u8 {
    let mut is_quoted = false;
    let mut counts = [(b';', 0), (b',', 0), (b'\t', 0)];
    for byte in text.bytes().take(10_000) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            _ if !is_quoted => counts.iter_mut().filter(|(one, _)| *one == byte).for_each(|(_, count)| *count += 1),
            _ => {}
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(b',', |(separator, _)| separator)
}

#[cfg(test)]
mod tests {
    use rust_xlsxwriter::{Format, Workbook};

    use super::*;

    fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
        read(bytes).unwrap().into_iter().map(|row| row.cells).collect()
    }

    fn utf16(text: &str, is_big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn text_is_read_in_each_encoding_and_with_each_separator() {
        let expected = vec![vec!["Vorname".to_owned(), "E-Mail".to_owned()], vec!["Jürgen".into(), "j@x.org".into()]];
        for separator in [",", ";", "\t"] {
            let text = format!("Vorname{separator}E-Mail\r\n\r\n\"Jürgen\"{separator}j@x.org\r\n");
            let marked = format!("\u{feff}{text}");
            let windows = WINDOWS_1252.encode(&text).0.into_owned();
            let files = [
                text.clone().into_bytes(),
                marked.clone().into_bytes(),
                windows,
                utf16(&text, false),
                utf16(&text, true),
                utf16(&marked, false),
                utf16(&marked, true),
            ];
            for (number, file) in files.iter().enumerate() {
                assert_eq!(cells(file), expected, "{number} {separator:?}");
            }
        }
    }

    #[test]
    fn line_breaks_and_separators_in_quotes_belong_to_the_cell() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "a;\"b\n,,,\"\n1;\"2;\n3\"\n\n4;5\n".replace('\n', end);
            let rows = read(text.as_bytes()).unwrap();
            assert_eq!(rows[1], Row { line: 3, cells: vec!["1".into(), "2;\n3".into()] });
            assert_eq!(rows[2].line, 6, "{end:?}");
        }
    }

    #[test]
    fn workbook_is_read_from_its_first_sheet() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_string(0, 0, "Name").unwrap();
        sheet.write_string(0, 2, "Born").unwrap();
        sheet.write_string(2, 0, " Tom ").unwrap();
        let day = chrono::NaiveDate::from_ymd_opt(2010, 3, 4).unwrap();
        sheet.write_date_with_format(2, 2, day, &Format::new().set_num_format("yyyy-mm-dd")).unwrap();
        sheet.write_formula(3, 0, "=1+1").unwrap();
        sheet.write_number(3, 1, 7).unwrap();
        let rows = read(&workbook.save_to_buffer().unwrap()).unwrap();
        assert_eq!(rows[0].cells, ["Name", "", "Born"]);
        assert_eq!(rows[1], Row { line: 3, cells: vec!["Tom".into(), String::new(), "2010-03-04".into()] });
        assert_eq!(rows[2].cells, ["0", "7"], "a formula is the value that the file has for it");
    }

    #[test]
    fn hostile_files_are_refused() {
        let mut far = Workbook::new();
        let sheet = far.add_worksheet();
        sheet.write_string(0, 0, "a").unwrap();
        sheet.write_string(1_048_575, 16_383, "b").unwrap();
        let mut repeated = Workbook::new();
        let sheet = repeated.add_worksheet();
        let text = "x".repeat(400);
        for row in 0..400 {
            for column in 0..50 {
                sheet.write_string(row, column, &text).unwrap();
            }
        }
        let zeros = vec![0; 1 << 20];
        let many = "a,b\n1,2\n".repeat(MAX_ROWS);
        let wide = "x,".repeat(10_000);
        let archive = |name: &str, content: &[&[u8]]| {
            let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
            let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
            archive.start_file(name, options).unwrap();
            for part in content {
                std::io::Write::write_all(&mut archive, part).unwrap();
            }
            archive.finish().unwrap().into_inner()
        };
        for (file, problem) in [
            (far.save_to_buffer().unwrap(), TableProblem::TooLarge),
            (many.into_bytes(), TableProblem::TooLarge),
            (format!("{wide}y\n{wide}y\n").into_bytes(), TableProblem::TooLarge),
            (archive("xl/workbook.xml", &[&zeros[..]; 64]), TableProblem::TooLarge),
            (archive("xl/sharedStrings.xml", &[br#"<sst uniqueCount = '100000000000000'>"#]), TableProblem::TooLarge),
            (repeated.save_to_buffer().unwrap(), TableProblem::TooLarge),
            (b"PK\x03\x04 no archive".to_vec(), TableProblem::Broken),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), TableProblem::Broken),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\xff\xd8".to_vec(), TableProblem::Broken),
            (b"".to_vec(), TableProblem::Empty),
            (b"only a header\n".to_vec(), TableProblem::Empty),
        ] {
            assert_eq!(read(&file).unwrap_err(), problem);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..2_000)) {
            let _ = read(&bytes);
            let _ = read(&[ZIP, &bytes].concat());
        }
    }
}
