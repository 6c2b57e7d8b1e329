//! Whether the disk accepts writes, for the readiness check.

use std::path::{Path, PathBuf};
use std::time::Duration;

use store::Store;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// Less free space than this is a full disk: an upload may need 5 MB, a commit less.
pub(crate) const MIN_FREE_BYTES: u64 = 16 * 1024 * 1024;

/// How often a disk in order is checked, since the check writes.
const INTERVAL: Duration = Duration::from_secs(5);

/// How often a full disk is checked, so that the process is ready soon after somebody made room.
const INTERVAL_WHILE_FULL: Duration = Duration::from_secs(1);

/// How long a write may take. A slow one says nothing about the disk: another process may hold the database.
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// The disk below the data folder and below a SQLite database.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// None in tests.
    folder: Option<PathBuf>,
    last: Mutex<Option<Checked>>,
}

#[derive(Clone, Copy, Debug)]
struct Checked {
    at: Instant,
    problem: Option<&'static str>,
}

impl Disk {
    pub(crate) fn of(folder: PathBuf) -> Self {
        Self { folder: Some(folder), last: Mutex::default() }
    }

    /// Returns the reason why nothing can be stored. Callers within the interval share one check.
    pub(crate) async fn problem(&self, store: &Store) -> Option<&'static str> {
        let mut last = self.last.lock().await;
        let interval = |checked: &Checked| if checked.problem.is_some() { INTERVAL_WHILE_FULL } else { INTERVAL };
        if let Some(checked) = last.filter(|checked| checked.at.elapsed() < interval(checked)) {
            return checked.problem;
        }
        let problem = match self.folder.as_deref() {
            Some(folder) if !has_room(folder, MIN_FREE_BYTES) => Some("the disk of the data folder is full"),
            _ => match timeout(WRITE_TIMEOUT, store.probe_write()).await {
                Ok(Err(error)) if error.is_unwritable() => Some("the database cannot be written: is the disk full?"),
                Ok(_) => None,
                Err(_) => last.and_then(|checked| checked.problem),
            },
        };
        *last = Some(Checked { at: Instant::now(), problem });
        problem
    }
}

/// Whether the file system of a folder has this much space. True if it does not say.
pub(crate) fn has_room(folder: &Path, bytes: u64) -> bool {
    rustix::fs::statvfs(folder).map_or(true, |system| system.f_bavail.saturating_mul(system.f_frsize) >= bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_compared() {
        let folder = tempfile::tempdir().unwrap();
        assert!(has_room(folder.path(), 1));
        assert!(!has_room(folder.path(), u64::MAX));
        assert!(has_room(&folder.path().join("missing"), u64::MAX));
    }
}
