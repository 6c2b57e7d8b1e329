//! Whether a database, a Redis and a bucket can be reached, without changing what is in them.

use std::path::Path;
use std::str::FromStr;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::bus::redis_bus;
use crate::clock::Clock;
use crate::{BusOptions, FileOptions, Result};

/// Connects to `sqlite:PATH` or `postgres://…` and lets go again. A SQLite file must be there already.
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

/// Connects to one Redis, or to all that a cluster uses for this installation, and waits for an answer.
pub async fn bus(options: &BusOptions) -> Result<()> {
    redis_bus::probe(options).await
}

/// Writes a small file where files are kept, reads it and removes it.
pub async fn files(options: FileOptions) -> Result<()> {
    crate::files::probe(options, Clock::system().id()).await
}
