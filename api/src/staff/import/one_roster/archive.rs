//! Reads the tables of an archive within bounds: files, bytes unpacked, and cells.

use std::collections::HashMap;
use std::io::Cursor;

use csv::{ReaderBuilder, StringRecord};
use zip::ZipArchive;

use super::super::super::archive::{self, ArchiveFlaw};
use super::super::table::{ZIP, tidy};
use super::RosterProblem;

/// Files of an archive.
const MAX_FILES: usize = 100;

/// Bytes of all tables that are read.
const MAX_UNPACKED: u64 = 40 * 1024 * 1024;

/// Commas and ends of lines in a table: the reader keeps a place for each.
const MAX_CELLS: usize = 2_000_000;

const MANIFEST: &str = "manifest.csv";

const USERS: &str = "users.csv";

/// Whether a file is an archive that is no workbook.
pub(in super::super) fn is_roster(bytes: &[u8]) -> bool {
    if !bytes.starts_with(ZIP) {
        return false;
    }
    let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else { return false };
    let is_of_workbook = |name: &str| name.starts_with("xl/") || name == "[Content_Types].xml";
    !archive.file_names().any(|name| name.is_ok_and(|name| is_of_workbook(&name)))
}

/// An archive whose names of files are checked.
pub(super) struct Archive<'b> {
    zip: archive::Archive<'b>,
    /// The places of its files by their names in lower case, without the folder that holds all.
    files: HashMap<String, usize>,
    left: u64,
}

impl<'b> Archive<'b> {
    pub(super) fn open(bytes: &'b [u8]) -> Result<Self, RosterProblem> {
        let (zip, names) = archive::open(bytes, MAX_FILES)?;
        let mut files = HashMap::new();
        let mut folders: Vec<&str> = Vec::new();
        for (place, name) in &names {
            let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
            folders.push(folder);
            if files.insert(file.to_ascii_lowercase(), *place).is_some() {
                return Err(RosterProblem::Broken);
            }
        }
        if folders.iter().any(|folder| *folder != folders[0]) {
            return Err(RosterProblem::Broken);
        }
        match (files.contains_key(MANIFEST), files.contains_key(USERS)) {
            (false, _) => Err(RosterProblem::Manifest),
            (true, false) => Err(RosterProblem::Incomplete),
            (true, true) => Ok(Self { zip, files, left: MAX_UNPACKED }),
        }
    }

    /// Passes each row of a table to `each`. Returns false without such a table.
    pub(super) fn rows(
        &mut self,
        name: &str,
        mut each: impl FnMut(Record<'_>) -> Result<(), RosterProblem>,
    ) -> Result<bool, RosterProblem> {
        let Some(place) = self.files.get(name) else { return Ok(false) };
        let unpacked = archive::unpack(&mut self.zip, *place, &mut self.left)?;
        if unpacked.iter().filter(|byte| b",\n\r".contains(byte)).count() > MAX_CELLS {
            return Err(RosterProblem::TooLarge);
        }
        let text = unpacked.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&unpacked);
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        let (mut columns, mut record) = (None, StringRecord::new());
        while reader.read_record(&mut record).map_err(|_| RosterProblem::Broken)? {
            match &columns {
                None => {
                    let names = record.iter().map(|name| name.trim().to_ascii_lowercase());
                    columns = Some(names.zip(0..).collect::<HashMap<String, usize>>());
                }
                Some(columns) => {
                    let line = record.position().map_or(0, csv::Position::line);
                    each(Record { line, columns, cells: &record })?;
                }
            }
        }
        Ok(true)
    }
}

impl From<ArchiveFlaw> for RosterProblem {
    fn from(flaw: ArchiveFlaw) -> Self {
        match flaw {
            ArchiveFlaw::Broken => Self::Broken,
            ArchiveFlaw::Encrypted => Self::Encrypted,
            ArchiveFlaw::TooLarge => Self::TooLarge,
        }
    }
}

/// A row of a table.
pub(super) struct Record<'r> {
    /// As editors count.
    pub(super) line: u64,
    columns: &'r HashMap<String, usize>,
    cells: &'r StringRecord,
}

impl Record<'_> {
    /// Whether the table has a column.
    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.contains_key(column)
    }

    /// The cell of a column, whose name is in lower case; empty without one.
    pub(super) fn get(&self, column: &str) -> String {
        self.columns.get(column).and_then(|place| self.cells.get(*place)).map(tidy).unwrap_or_default()
    }

    /// The parts of a cell that is a list.
    pub(super) fn list(&self, column: &str) -> Vec<String> {
        let cell = self.get(column);
        cell.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    /// Whether the row is to be deleted.
    pub(super) fn is_to_be_deleted(&self) -> bool {
        self.get("status").eq_ignore_ascii_case("tobedeleted")
    }
}
