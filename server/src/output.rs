//! Output for the person at the terminal. Logs are separate.

use std::fmt::Display;
use std::io::Write;

/// Prints a line to standard output.
pub(crate) fn print(line: impl Display) {
    // The reader may have closed the pipe; the command continues.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Prints a line to standard error.
pub(crate) fn print_error(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
