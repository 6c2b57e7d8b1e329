//! Whether a database, a Redis and a bucket can be reached, without changing what is in them.

use std::path::Path;
use std::str::FromStr;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::clock::Clock;
use crate::{Error, FileOptions, Result};

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

/// Connects to `redis://…` and waits for an answer.
pub async fn bus(url: &str) -> Result<()> {
    let client = redis::Client::open(url)
        .map_err(|error| Error::Configuration(format!("bus.url is not a Redis address: {}", error.category())))?;
    let mut connection = client.get_multiplexed_async_connection().await?;
    let _: String = redis::cmd("PING").query_async(&mut connection).await?;
    Ok(())
}

/// Writes a small file where files are kept, reads it and removes it.
pub async fn files(options: FileOptions) -> Result<()> {
    crate::files::probe(options, Clock::system().id()).await
}
