//! `mentorhub pdf-thumbnail PAGE EDGE`: renders a page of a PDF. The server starts itself as a child process with limits for
//! this, because a hostile file can use up memory and time. Reads the PDF from standard input and writes the image to
//! standard output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The name of the command.
pub(crate) const NAME: &str = "pdf-thumbnail";

/// The exit code for input that is not a PDF.
const NOT_A_PDF: u8 = 3;

/// The exit code for a page that the PDF does not have.
const NO_SUCH_PAGE: u8 = 4;

/// Returns the command line that starts it.
pub(crate) fn command() -> Option<Vec<OsString>> {
    Some(vec![std::env::current_exe().ok()?.into(), NAME.into()])
}

/// Renders a page, counted from 1, with this longer edge in pixels.
pub(crate) fn run(page: usize, edge: u16) -> ExitCode {
    let mut file = Vec::new();
    if io::stdin().lock().take(media::MAX_BYTES as u64).read_to_end(&mut file).is_err() {
        return ExitCode::FAILURE;
    }
    match pdf_thumbnail::page(file, page, edge) {
        Ok(picture) if io::stdout().lock().write_all(&picture).is_ok() => ExitCode::SUCCESS,
        Err(pdf_thumbnail::Problem::NotAPdf) => ExitCode::from(NOT_A_PDF),
        Err(pdf_thumbnail::Problem::NoSuchPage) => ExitCode::from(NO_SUCH_PAGE),
        _ => ExitCode::FAILURE,
    }
}
