//! Which programs run on a schema. During a rolling upgrade a node of the release before may start again after the newer one has
//! migrated; a program that is older still would fail later, in the middle of something.

use sqlx::{PgConnection, SqliteConnection};

use super::{Db, query, schema};
use crate::{Error, Result};

/// The oldest program that runs on the newest schema, by its newest migration: that of release 7.2.0.
const OLDEST_PROGRAM: i64 = 15;

const NEWEST_MIGRATION: &str = "SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations";

const SUPPORT: &str = "SELECT newest, oldest_program FROM schema_support ORDER BY newest DESC LIMIT 1";

/// Fails with [`Error::Newer`] if a newer program has migrated the schema and does not say that this one runs on it.
pub(super) async fn refuse_newer_sqlite(connection: &mut SqliteConnection) -> Result<()> {
    // The tables are missing in a new database, and in one that only older programs have migrated.
    let newest = sqlx::query_scalar(NEWEST_MIGRATION).fetch_one(&mut *connection).await.ok().flatten();
    check(newest, sqlx::query_as(SUPPORT).fetch_optional(connection).await.ok().flatten())
}

/// The same for PostgreSQL.
pub(super) async fn refuse_newer_postgres(connection: &mut PgConnection) -> Result<()> {
    let newest = sqlx::query_scalar(NEWEST_MIGRATION).fetch_one(&mut *connection).await.ok().flatten();
    check(newest, sqlx::query_as(SUPPORT).fetch_optional(connection).await.ok().flatten())
}

fn check(newest: Option<i64>, support: Option<(i64, i64)>) -> Result<()> {
    let (Some(found), known) = (newest, schema::newest()) else { return Ok(()) };
    let is_supported = support.is_some_and(|(newest, oldest_program)| found <= newest && oldest_program <= known);
    if found <= known || is_supported { Ok(()) } else { Err(Error::Newer { found, known }) }
}

/// Records which programs run on the schema that this one has migrated.
pub(super) async fn record(db: &Db) -> Result<()> {
    query("INSERT INTO schema_support (newest, oldest_program) VALUES ($1, $2) ON CONFLICT (newest) DO NOTHING")
        .bind(schema::newest())
        .bind(OLDEST_PROGRAM)
        .execute(db)
        .await
        .map(drop)
}
