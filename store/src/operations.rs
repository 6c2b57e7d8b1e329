//! What operators need: backup, integrity check, connection probes, switches of the installation.

pub mod backup;
pub mod copy;
pub mod failed_jobs;
pub mod flags;
pub mod integrity_check;
pub mod node_reports;
pub mod probe;
pub mod size;
mod wal;
