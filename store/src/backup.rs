//! A copy of the database while it is in use. PostgreSQL brings tools of its own for that.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::{Error, Result};

/// How long a server that is just starting or ending is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes a copy of the database at `sqlite:PATH` as of one moment into a new file: everything that was confirmed before is in
/// it. Changes nothing there and holds nobody up; the schema of an older version stays what it is, also in the copy.
pub async fn to_file(database_url: &str, path: &Path) -> Result<()> {
    let Some(source) = database_url.strip_prefix("sqlite:") else {
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
    if let Err(error) = copy(Path::new(source), &part).await {
        remove(&part)?;
        return Err(error);
    }
    // What is in the file must be on the disk before anybody relies on it.
    std::fs::File::open(&part)?.sync_all()?;
    Ok(std::fs::rename(part, path)?)
}

async fn copy(source: &Path, to: &Path) -> Result<()> {
    let options = SqliteConnectOptions::new().filename(source).read_only(true).busy_timeout(PATIENCE);
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
