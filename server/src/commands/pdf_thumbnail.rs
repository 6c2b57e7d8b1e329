//! `mentorhub pdf-thumbnail`: renders the first page of a PDF. The server starts itself as a child process with limits for
//! this, because a hostile file can use up memory and time. Reads the PDF from standard input and writes the image to
//! standard output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The name of the command.
pub(crate) const NAME: &str = "pdf-thumbnail";

/// The exit code for input that is not a PDF.
const NOT_A_PDF: u8 = 3;

/// Returns the command line that starts it.
pub(crate) fn command() -> Option<Vec<OsString>> {
    Some(vec![std::env::current_exe().ok()?.into(), NAME.into()])
}

pub(crate) fn run() -> ExitCode {
    let mut file = Vec::new();
    if io::stdin().lock().take(media::MAX_BYTES as u64).read_to_end(&mut file).is_err() {
        return ExitCode::FAILURE;
    }
    let edge = u16::try_from(media::THUMBNAIL_EDGE).unwrap_or(u16::MAX);
    match pdf_thumbnail::first_page(file, edge) {
        Ok(picture) if io::stdout().lock().write_all(&picture).is_ok() => ExitCode::SUCCESS,
        Err(pdf_thumbnail::Problem::NotAPdf) => ExitCode::from(NOT_A_PDF),
        _ => ExitCode::FAILURE,
    }
}
