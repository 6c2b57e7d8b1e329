//! Connection checks for database, Redis and file storage that change no data.

use std::path::Path;
use std::str::FromStr;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::types::Json;

use crate::bus::redis_bus;
use crate::clock::Clock;
use crate::content::{Document, Kind};
use crate::{BusOptions, FileOptions, Result};

/// Connects to `sqlite:PATH` or `postgres://…`. A SQLite file must exist.
pub async fn database(url: &str) -> Result<()> {
    match url.strip_prefix("sqlite:") {
        Some(path) => {
            let mut connection = read_only(path).await?;
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

/// Returns the legal documents of a database of any schema that has them.
pub async fn documents(url: &str) -> Result<Vec<Document>> {
    const BODIES: &str = "SELECT body FROM content WHERE kind = $1 ORDER BY position";
    let found: Vec<Json<Document>> = match url.strip_prefix("sqlite:") {
        Some(path) => {
            let mut connection = read_only(path).await?;
            let found = sqlx::query_scalar(BODIES).bind(Document::NAME).fetch_all(&mut connection).await?;
            connection.close().await?;
            found
        }
        None => {
            let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
            let found = sqlx::query_scalar(BODIES).bind(Document::NAME).fetch_all(&mut connection).await?;
            connection.close().await?;
            found
        }
    };
    Ok(found.into_iter().map(|Json(document)| document).collect())
}

async fn read_only(path: &str) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(Path::new(path)).read_only(true);
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Connects to one Redis, or to all members of a cluster that this installation uses.
pub async fn bus(options: &BusOptions) -> Result<()> {
    redis_bus::probe(options).await
}

/// Writes, reads and removes a small file in the file storage.
pub async fn files(options: FileOptions) -> Result<()> {
    crate::files::probe(options, Clock::system().id()).await
}
