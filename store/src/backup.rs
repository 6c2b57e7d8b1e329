//! A copy of the database while it is in use. PostgreSQL brings tools of its own for that.

use std::io::ErrorKind;
use std::path::Path;

use crate::db::Db;
use crate::{Error, Result, Store};

/// Writes a copy as of one moment into a new file: everything that was confirmed before is in it.
pub async fn to_file(store: &Store, path: &Path) -> Result<()> {
    let Db::Sqlite { write, .. } = &store.db else {
        return Err(Error::Configuration(
            "PostgreSQL is backed up by pg_dump or by its own archive: see docs/OPERATIONS.md".into(),
        ));
    };
    if path.exists() {
        return Err(Error::Configuration(format!("{} is there already; a backup overwrites nothing", path.display())));
    }
    // Under its name there is a whole backup or none, also where the disk is full or the process dies meanwhile.
    let part = path.with_added_extension("part");
    remove(&part)?;
    if let Err(error) = sqlx::query("VACUUM INTO $1").bind(part.to_string_lossy()).execute(write).await {
        remove(&part)?;
        return Err(error.into());
    }
    // What is in the file must be on the disk before anybody relies on it.
    std::fs::File::open(&part)?.sync_all()?;
    Ok(std::fs::rename(part, path)?)
}

fn remove(file: &Path) -> Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
