//! Whether the file of a SQLite database is whole. PostgreSQL looks after its own.

use std::path::Path;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::{Error, Result};

/// Fails with [`Error::Damaged`] where the file of the database at `sqlite:PATH` is there and has nothing in it: a copy that failed
/// leaves one, and a new, empty database in its place would look like the loss of all.
pub fn refuse_empty(url: &str) -> Result<()> {
    let file = url.strip_prefix("sqlite:").and_then(|path| Path::new(path).metadata().ok());
    match file.is_some_and(|file| file.is_file() && file.len() == 0) {
        true => Err(Error::Damaged("its file is empty; if there never was anything in it, remove it".to_owned())),
        false => Ok(()),
    }
}

/// Reads every page of the database at `sqlite:PATH` and fails with [`Error::Damaged`] at the first that is not what it
/// should be. Changes nothing; some gigabytes take a minute. What is no SQLite, or not there yet, is whole.
pub async fn look(url: &str) -> Result<()> {
    let Some(path) = url.strip_prefix("sqlite:").map(Path::new).filter(|path| path.exists()) else { return Ok(()) };
    refuse_empty(url)?;
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    connection.close().await?;
    // Its first line says where, which is the same for all of them.
    let what = found.lines().last().unwrap_or_default();
    if what == "ok" { Ok(()) } else { Err(Error::Damaged(what.to_owned())) }
}
