//! Office documents are passed on unchanged. They must be what they claim, must not be decompression bombs, and must not
//! contain macros.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::{Kind, Problem};

/// Far above any document of 5 MB.
const MAX_PARTS: usize = 5_000;
const MAX_UNPACKED: u128 = 400 * 1024 * 1024;
const MAX_LIST_OF_TYPES: u64 = 1024 * 1024;

/// Formats since 2007: a zip file with a list of content types.
pub(crate) fn check_new(kind: Kind, bytes: &[u8]) -> Result<(), Problem> {
    let (main_part, main_type) = match kind {
        Kind::Docx => ("word/document.xml", "wordprocessingml.document.main+xml"),
        Kind::Xlsx => ("xl/workbook.xml", "spreadsheetml.sheet.main+xml"),
        Kind::Pptx => ("ppt/presentation.xml", "presentationml.presentation.main+xml"),
        _ => return Err(Problem::Broken),
    };
    if !bytes.starts_with(b"PK\x03\x04") {
        return Err(Problem::Broken);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Problem::Broken)?;
    // A bomb declares its size, or several of its parts share the same bytes.
    let is_bomb = archive.len() > MAX_PARTS
        || unpacked_size(&mut archive).is_none_or(|size| size > MAX_UNPACKED)
        || archive.has_overlapping_files().unwrap_or(true);
    let has_main_part = archive.index_for_name(main_part).is_some();
    let has_program = archive.file_names_raw().any(|name| name.to_ascii_lowercase().ends_with(b"vbaproject.bin"));
    if is_bomb || !has_main_part || has_program {
        return Err(Problem::Broken);
    }
    let types = archive.by_name("[Content_Types].xml").map_err(|_| Problem::Broken)?;
    let mut list = String::new();
    types.take(MAX_LIST_OF_TYPES).read_to_string(&mut list).map_err(|_| Problem::Broken)?;
    let is_right = list.contains(main_type) && !list.to_ascii_lowercase().contains("macroenabled");
    if is_right { Ok(()) } else { Err(Problem::Broken) }
}

/// Returns the sum of the sizes in the central directory. `ZipArchive::decompressed_size` has none for files that were
/// written as a stream, as LibreOffice does.
fn unpacked_size(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Option<u128> {
    (0..archive.len()).map(|index| archive.by_index_raw(index).ok().map(|part| u128::from(part.size()))).sum()
}

/// Formats before 2007: OLE compound files.
pub(crate) fn check_old(kind: Kind, bytes: &[u8]) -> Result<(), Problem> {
    let streams: &[&str] = match kind {
        Kind::Doc => &["WordDocument"],
        Kind::Xls => &["Workbook", "Book"],
        _ => &["PowerPoint Document"],
    };
    let is_right = bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
        && bytes.get(28..30) == Some(b"\xfe\xff")
        && streams.iter().any(|name| has_entry(bytes, name))
        && !["Macros", "_VBA_PROJECT_CUR", "_VBA_PROJECT"].iter().any(|name| has_entry(bytes, name));
    if is_right { Ok(()) } else { Err(Problem::Broken) }
}

/// Returns whether the directory contains this stream or storage. Entries have 128 bytes: the name in UTF-16, its length
/// including the NUL at offset 64.
fn has_entry(bytes: &[u8], name: &str) -> bool {
    let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    let length = u16::try_from(name.len()).unwrap_or(0).to_le_bytes();
    let mut entries = bytes.chunks_exact(128);
    entries.any(|entry| entry.starts_with(&name) && entry[64..66] == length)
}
