//! Integrity checks of a database: damaged pages, missing tables, rows that refer to nothing.

use std::path::Path;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use super::wal;
use crate::db::{Depth, completeness, schema};
use crate::{Error, Result};

/// Fails with [`Error::Damaged`] if the file of the database at `sqlite:PATH` exists and is empty, or its write-ahead log is damaged.
/// A failed copy leaves an empty file, and a new database in its place would look like a total loss; SQLite would drop without a word
/// what it cannot read of the log.
pub fn refuse_lossy(url: &str) -> Result<()> {
    let Some(path) = url.strip_prefix("sqlite:").map(Path::new) else { return Ok(()) };
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
        return Err(Error::Damaged("its file is empty; if there never was anything in it, remove it".to_owned()));
    }
    wal::check(path)
}

/// Reads every page of the database at `sqlite:PATH`. Fails with [`Error::Damaged`] at the first damaged one or a damaged log, and
/// with [`Error::Orphans`] if rows refer to nothing. Changes nothing; some gigabytes take a minute. Passes for other databases and
/// missing files.
pub async fn run(url: &str) -> Result<()> {
    let Some(path) = url.strip_prefix("sqlite:").map(Path::new).filter(|path| path.exists()) else { return Ok(()) };
    refuse_lossy(url)?;
    let mut connection = read_only(path).await?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    // The first line names the database, which is the same for all errors.
    let what = found.lines().last().unwrap_or_default();
    if what != "ok" {
        return Err(Error::Damaged(what.to_owned()));
    }
    let orphans: Vec<Orphans> = sqlx::query_as(
        "SELECT \"table\" AS child, parent, COUNT(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2",
    )
    .fetch_all(&mut connection)
    .await?;
    connection.close().await?;
    report(orphans)
}

/// The checks that [`run`] leaves out: fails with [`Error::Incomplete`] if a part of the schema is missing, and on PostgreSQL
/// with [`Error::Orphans`]. Passes for a database that this version has not migrated yet.
pub async fn run_full(url: &str) -> Result<()> {
    let newest = "SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations";
    if let Some(path) = url.strip_prefix("sqlite:") {
        let mut connection = read_only(Path::new(path)).await?;
        let is_current = sqlx::query_scalar::<_, i64>(newest).fetch_one(&mut connection).await? >= schema::newest();
        if is_current {
            completeness::check_sqlite(&mut connection, Depth::Full).await?;
        }
        return Ok(connection.close().await?);
    }
    let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
    let is_migrated: bool =
        sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL").fetch_one(&mut connection).await?;
    if is_migrated && sqlx::query_scalar::<_, i64>(newest).fetch_one(&mut connection).await? >= schema::newest() {
        completeness::check_postgres(&mut connection, Depth::Full).await?;
        report(find_orphans(&mut connection).await?)?;
    }
    Ok(connection.close().await?)
}

async fn read_only(path: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// A foreign key of PostgreSQL, with quoted names.
#[derive(sqlx::FromRow)]
struct ForeignKey {
    child: String,
    parent: String,
    columns: Vec<String>,
    references: Vec<String>,
}

/// PostgreSQL checks every write, but not what was loaded while triggers were off, as partial restores do.
async fn find_orphans(connection: &mut PgConnection) -> Result<Vec<Orphans>> {
    let keys: Vec<ForeignKey> = sqlx::query_as(
        "SELECT CAST(k.conrelid::regclass AS TEXT) AS child, CAST(k.confrelid::regclass AS TEXT) AS parent,
             ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.conkey) WITH ORDINALITY n (number, place)
                 JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n.number ORDER BY n.place) AS columns,
             ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.confkey) WITH ORDINALITY n (number, place)
                 JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = n.number ORDER BY n.place) AS references
         FROM pg_constraint k WHERE k.contype = 'f' AND pg_table_is_visible(k.conrelid)",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut found = Vec::new();
    for key in keys {
        let is_set: Vec<String> = key.columns.iter().map(|column| format!("c.{column} IS NOT NULL")).collect();
        let pairs = key.columns.iter().zip(&key.references);
        let is_same: Vec<String> = pairs.map(|(column, reference)| format!("p.{reference} = c.{column}")).collect();
        let count = format!(
            "SELECT COUNT(*) FROM {} c WHERE {} AND NOT EXISTS (SELECT 1 FROM {} p WHERE {})",
            key.child,
            is_set.join(" AND "),
            key.parent,
            is_same.join(" AND ")
        );
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut *connection).await?;
        if count > 0 {
            found.push(Orphans { child: key.child, parent: key.parent, count });
        }
    }
    Ok(found)
}

/// Rows of a table that refer to missing rows of another.
#[derive(sqlx::FromRow)]
struct Orphans {
    child: String,
    parent: String,
    count: i64,
}

fn report(orphans: Vec<Orphans>) -> Result<()> {
    if orphans.is_empty() {
        return Ok(());
    }
    let text = |Orphans { child, parent, count }| format!("{count} of table {child} refer to missing rows of {parent}");
    Err(Error::Orphans(orphans.into_iter().map(text).collect()))
}
