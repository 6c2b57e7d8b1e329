//! Connection checks for database, Redis and file storage that change no data.

use std::path::Path;
use std::str::FromStr;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::bus::redis_bus;
use crate::clock::Clock;
use crate::{BusOptions, FileOptions, Result};

/// Connects to `sqlite:PATH` or `postgres://…`. A SQLite file must exist.
pub async fn database(url: &str) -> Result<()> {
    match url.strip_prefix("sqlite:") {
        Some(path) => {
            let options = SqliteConnectOptions::new().filename(Path::new(path)).read_only(true);
            let mut connection = SqliteConnection::connect_with(&options).await?;
            connection.ping().await?;
            Ok(connection.close().await?)
        }
        None => {
            let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
            connection.ping().await?;
            Ok(connection.close().await?)
        }
    }
}

/// Connects to one Redis, or to all members of a cluster that this installation uses.
pub async fn bus(options: &BusOptions) -> Result<()> {
    redis_bus::probe(options).await
}

/// Writes, reads and removes a small file in the file storage.
pub async fn files(options: FileOptions) -> Result<()> {
    crate::files::probe(options, Clock::system().id()).await
}
