//! Online backup of a SQLite database. PostgreSQL has its own tools.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::{Error, Result};

/// How long to wait for a lock of a server that starts or stops.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Copies the database at `sqlite:PATH` into a new file, with everything that was committed before. Readers and writers
/// continue meanwhile; an older schema is not migrated.
pub async fn to_file(database_url: &str, path: &Path) -> Result<()> {
    let Some(source) = database_url.strip_prefix("sqlite:") else {
        return Err(Error::Configuration(
            "PostgreSQL is backed up by pg_dump or by its own archive: see docs/OPERATIONS.md".into(),
        ));
    };
    if path.exists() {
        return Err(Error::Configuration(format!("{} is there already; a backup overwrites nothing", path.display())));
    }
    // The final name appears only with a complete backup, also if the disk is full or the process dies.
    let part = path.with_added_extension("part");
    remove(&part)?;
    if let Err(error) = copy(Path::new(source), &part).await {
        remove(&part)?;
        return Err(error);
    }
    // The backup must be on the disk before its name is.
    std::fs::File::open(&part)?.sync_all()?;
    Ok(std::fs::rename(part, path)?)
}

async fn copy(source: &Path, to: &Path) -> Result<()> {
    let options = SqliteConnectOptions::new().filename(source).read_only(true).busy_timeout(BUSY_TIMEOUT);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy()).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

fn remove(file: &Path) -> Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
