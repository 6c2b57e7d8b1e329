//! What operators need: backup, integrity check, connection probes, switches of the installation.

pub mod backup;
pub mod copy;
pub mod flags;
pub mod integrity_check;
pub mod probe;
mod wal;
