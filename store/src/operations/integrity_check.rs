//! Integrity checks of a database: damaged pages, missing tables, rows that refer to nothing.

use std::path::Path;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::db::{Depth, completeness, schema};
use crate::{Error, Result};

/// Fails with [`Error::Damaged`] if the file of the database at `sqlite:PATH` exists and is empty: a failed copy leaves
/// such a file, and a new database in its place would look like a total loss.
pub fn refuse_empty(url: &str) -> Result<()> {
    let file = url.strip_prefix("sqlite:").and_then(|path| Path::new(path).metadata().ok());
    match file.is_some_and(|file| file.is_file() && file.len() == 0) {
        true => Err(Error::Damaged("its file is empty; if there never was anything in it, remove it".to_owned())),
        false => Ok(()),
    }
}

/// Reads every page of the database at `sqlite:PATH`. Fails with [`Error::Damaged`] at the first damaged one, and with
/// [`Error::Orphans`] if a row refers to nothing. Changes nothing; some gigabytes take a minute. Passes for other databases and
/// missing files.
pub async fn run(url: &str) -> Result<()> {
    let Some(path) = url.strip_prefix("sqlite:").map(Path::new).filter(|path| path.exists()) else { return Ok(()) };
    refuse_empty(url)?;
    let mut connection = read_only(path).await?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    // The first line names the database, which is the same for all errors.
    let what = found.lines().last().unwrap_or_default();
    if what != "ok" {
        return Err(Error::Damaged(what.to_owned()));
    }
    let orphan: Option<(String, String)> =
        sqlx::query_as("SELECT \"table\", \"parent\" FROM pragma_foreign_key_check LIMIT 1")
            .fetch_optional(&mut connection)
            .await?;
    connection.close().await?;
    orphan.map_or(Ok(()), |(child, parent)| Err(orphans(&child, &parent)))
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
        find_orphans(&mut connection).await?;
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
async fn find_orphans(connection: &mut PgConnection) -> Result<()> {
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
    for key in keys {
        let is_set: Vec<String> = key.columns.iter().map(|column| format!("c.{column} IS NOT NULL")).collect();
        let pairs = key.columns.iter().zip(&key.references);
        let is_same: Vec<String> = pairs.map(|(column, reference)| format!("p.{reference} = c.{column}")).collect();
        let exists = format!(
            "SELECT EXISTS (SELECT 1 FROM {} c WHERE {} AND NOT EXISTS (SELECT 1 FROM {} p WHERE {}))",
            key.child,
            is_set.join(" AND "),
            key.parent,
            is_same.join(" AND ")
        );
        if sqlx::query_scalar(AssertSqlSafe(exists)).fetch_one(&mut *connection).await? {
            return Err(orphans(&key.child, &key.parent));
        }
    }
    Ok(())
}

fn orphans(child: &str, parent: &str) -> Error {
    Error::Orphans(format!("rows of the table {child} refer to missing rows of {parent}"))
}
