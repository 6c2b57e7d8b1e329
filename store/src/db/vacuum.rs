//! Removes what deleted rows leave in the files of the database.

use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgPool, SqliteConnection};
use tokio::time::{Instant, sleep};

use super::Db;
use crate::{Error, Result};

/// How long to wait for writers and readers of other processes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The delay between two attempts to empty the WAL of SQLite while others read from it.
const RETRY_DELAY: Duration = Duration::from_millis(100);

impl Db {
    /// Rewrites a SQLite file without free space and empties its WAL: `secure_delete` alone leaves copies of rows that moved to
    /// other pages. Writers wait meanwhile, some seconds per gigabyte. On PostgreSQL it removes dead rows; their bytes stay in
    /// the files until new rows overwrite them.
    pub(crate) async fn vacuum(&self) -> Result<()> {
        match self {
            Self::Sqlite { write, .. } => rewrite(write.connect_options().as_ref()).await,
            Self::Postgres(pool) => vacuum(pool).await,
        }
    }
}

async fn rewrite(options: &SqliteConnectOptions) -> Result<()> {
    // The copy would need as much memory as the database has.
    let options = options.clone().busy_timeout(PATIENCE).pragma("temp_store", "FILE");
    let mut connection = SqliteConnection::connect_with(&options).await?;
    sqlx::query("VACUUM").execute(&mut connection).await?;
    let end = Instant::now() + PATIENCE;
    loop {
        let (is_busy, _, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
        if is_busy == 0 {
            return Ok(connection.close().await?);
        }
        if Instant::now() > end {
            return Err(Error::Remains);
        }
        sleep(RETRY_DELAY).await;
    }
}

async fn vacuum(pool: &PgPool) -> Result<()> {
    // VACUUM skips the tables of other owners with a warning; these are extensions'.
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(format('%I.%I', schemaname, tablename) AS TEXT) FROM pg_tables
         WHERE schemaname = current_schema() AND tableowner = current_user",
    )
    .fetch_all(pool)
    .await?;
    for table in tables {
        sqlx::raw_sql(AssertSqlSafe(format!("VACUUM {table}"))).execute(pool).await?;
    }
    Ok(())
}
