//! Archives of staff, read within bounds: the names of files, and the bytes unpacked.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

/// Why an archive is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArchiveFlaw {
    /// It is damaged, or a name in it leads elsewhere.
    Broken,
    /// It has a password.
    Encrypted,
    /// It has too many files, or unpacks to too much.
    TooLarge,
}

/// An archive in memory.
pub(super) type Archive<'b> = ZipArchive<Cursor<&'b [u8]>>;

/// Opens an archive, and returns the names of its files with their places.
pub(super) fn open(bytes: &[u8], max_files: usize) -> Result<(Archive<'_>, Vec<(usize, String)>), ArchiveFlaw> {
    let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| ArchiveFlaw::Broken)?;
    if zip.len() > max_files {
        return Err(ArchiveFlaw::TooLarge);
    }
    let names: Result<Vec<String>, ZipError> = zip.file_names().map(|name| Ok(name?.into_owned())).collect();
    let names = names.map_err(|_| ArchiveFlaw::Broken)?;
    if !names.iter().all(|name| is_plain(name)) {
        return Err(ArchiveFlaw::Broken);
    }
    // What the archiver of macOS adds.
    let is_file =
        |name: &String| !name.ends_with('/') && !name.starts_with("__MACOSX/") && !name.ends_with(".DS_Store");
    let files = names.into_iter().enumerate().filter(|(_, name)| is_file(name)).collect();
    Ok((zip, files))
}

/// Unpacks a file. `left` is how many bytes may still be unpacked.
pub(super) fn unpack(zip: &mut Archive<'_>, place: usize, left: &mut u64) -> Result<Vec<u8>, ArchiveFlaw> {
    let file = zip.by_index(place).map_err(|error| match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ArchiveFlaw::Encrypted,
        _ => ArchiveFlaw::Broken,
    })?;
    let mut unpacked = Vec::new();
    file.take(*left + 1).read_to_end(&mut unpacked).map_err(|_| ArchiveFlaw::Broken)?;
    *left = left.checked_sub(unpacked.len() as u64).ok_or(ArchiveFlaw::TooLarge)?;
    Ok(unpacked)
}

/// A name that leads nowhere else.
fn is_plain(name: &str) -> bool {
    let is_odd = |c: char| c == '\\' || c == ':' || c.is_control();
    !name.starts_with('/') && !name.contains(is_odd) && name.split('/').all(|part| part != ".." && part != ".")
}
