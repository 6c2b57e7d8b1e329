//! Keeps other users of the machine from the files of the installation: they contain keys, mails and messages.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::Mode;

/// Entries of the data folder beside the database. Their contents are behind their own mode.
const FOLDERS: [&str; 4] = ["files", "gifs", "outbox", "servers"];

/// Files of SQLite beside the database file, by their ending.
const DATABASE_ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Makes everything private that this process creates from now on.
pub(crate) fn restrict_new_files() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Makes the data folder and the database private; older versions created files that others could read. A folder that also
/// contains other things stays as it is, since it may belong to more than Mentor Hub.
pub(crate) fn restrict_existing(data_dir: &Path, database: Option<&Path>) {
    let mut own: Vec<PathBuf> = FOLDERS.iter().map(|name| data_dir.join(name)).collect();
    if let Some(database) = database {
        own.extend(DATABASE_ENDINGS.iter().map(|ending| {
            let mut path = database.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        }));
        own.push(database.with_extension("lock"));
    }
    let is_own = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| own.contains(&entry.path()));
    let is_ours_alone = fs::read_dir(data_dir).is_ok_and(|mut entries| entries.all(is_own));
    let folder = is_ours_alone.then(|| data_dir.to_owned());
    for path in own.into_iter().chain(folder) {
        match restrict(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(path = %path.display(), %error, "other users of this machine may read this");
            }
            _ => {}
        }
    }
}

fn restrict(path: &Path) -> io::Result<()> {
    let mode = fs::metadata(path)?.permissions().mode();
    let private = mode & !0o077;
    if mode == private { Ok(()) } else { fs::set_permissions(path, Permissions::from_mode(private)) }
}
