//! What the program says to the person who started it. Logs go elsewhere.

use std::fmt::Display;
use std::io::Write;

/// A line on the standard output.
pub(crate) fn say(line: impl Display) {
    // Whoever read the output has gone; the work goes on.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// A line on the error output.
pub(crate) fn complain(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
