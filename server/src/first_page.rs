//! `mentorhub draw-first-page`: the server starts itself once more to draw the first page of a PDF, because that file may
//! be made to use up all memory and time there is. It reads the file from its input and writes the picture to its output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The name of the command.
pub(crate) const NAME: &str = "draw-first-page";

/// How it ends when the file is no PDF.
const NOT_A_PDF: u8 = 3;

/// What starts it.
pub(crate) fn command() -> Option<Vec<OsString>> {
    Some(vec![std::env::current_exe().ok()?.into(), NAME.into()])
}

/// Draws.
pub(crate) fn draw() -> ExitCode {
    let mut file = Vec::new();
    if io::stdin().lock().take(media::MAX_BYTES as u64).read_to_end(&mut file).is_err() {
        return ExitCode::FAILURE;
    }
    let edge = u16::try_from(media::THUMBNAIL_EDGE).unwrap_or(u16::MAX);
    match pages::first_page(file, edge) {
        Ok(picture) if io::stdout().lock().write_all(&picture).is_ok() => ExitCode::SUCCESS,
        Err(pages::Problem::NotAPdf) => ExitCode::from(NOT_A_PDF),
        _ => ExitCode::FAILURE,
    }
}
