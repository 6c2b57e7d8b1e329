//! Whether the file of a SQLite database is whole. PostgreSQL looks after its own.

use std::path::Path;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::{Error, Result};

/// Reads every page of the database at `sqlite:PATH` and fails with [`Error::Damaged`] at the first that is not what it
/// should be. Changes nothing; some gigabytes take a minute. What is no SQLite, or not there yet, is whole.
pub async fn look(url: &str) -> Result<()> {
    let Some(path) = url.strip_prefix("sqlite:").map(Path::new).filter(|path| path.exists()) else { return Ok(()) };
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    connection.close().await?;
    // Its first line says where, which is the same for all of them.
    let what = found.lines().last().unwrap_or_default();
    if what == "ok" { Ok(()) } else { Err(Error::Damaged(what.to_owned())) }
}
