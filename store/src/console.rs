//! The first page of the staff console: what waits for a member of staff, and how their programmes are doing.

pub mod colleagues;
pub mod digest;
pub mod trends;
pub mod worklist;
