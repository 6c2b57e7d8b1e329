//! The calendar of a mentorship.

mod occurrences;

pub use occurrences::{MAX_OCCURRENCES, occurrences};
