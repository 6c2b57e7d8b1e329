//! Runs background jobs, each in a task of its own: a job that fails, panics or takes long delays no other.
//!
//! A [`Job`] has a name, an interval and a function. It runs at the start, at every interval, and when it is woken. After a
//! failure it waits longer each time. A leased job runs on one node per interval. Loops of a live connection, and queues
//! whose order matters, are no jobs.

mod job;
mod reports;
mod runner;

pub use job::{Job, Outcome};
pub use reports::Reports;
pub use runner::Runner;
