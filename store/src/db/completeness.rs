//! Completeness of the schema: somebody may have dropped a table by hand, or restored a part of a backup.

use std::collections::BTreeSet;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, PgConnection, SqliteConnection};
use tokio::sync::OnceCell;

use super::schema;
use crate::{Error, Result};

/// A column of a table, or an index or trigger without one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
struct Part {
    kind: String,
    name: String,
    column: String,
}

/// Which parts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Tables, columns and indexes.
    Start,
    /// Also triggers.
    Full,
}

const SQLITE_PARTS: &str = "SELECT m.type AS kind, m.name, COALESCE(c.name, '') AS \"column\"
    FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c ON m.type = 'table'
    WHERE m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name NOT LIKE '!_sqlx%' ESCAPE '!'";

const POSTGRES_PARTS: &str =
    "SELECT 'table' AS kind, CAST(c.relname AS TEXT) AS name, CAST(a.attname AS TEXT) AS column
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND pg_table_is_visible(c.oid)
    UNION ALL SELECT 'index', CAST(relname AS TEXT), '' FROM pg_class WHERE relkind = 'i' AND pg_table_is_visible(oid)
    UNION ALL SELECT 'trigger', CAST(tgname AS TEXT), '' FROM pg_trigger WHERE NOT tgisinternal";

/// Fails with [`Error::Incomplete`] if something of the newest schema is missing.
pub(crate) async fn check_sqlite(connection: &mut SqliteConnection, depth: Depth) -> Result<()> {
    let found = sqlx::query_as(SQLITE_PARTS).fetch_all(connection).await?;
    compare(expected().await?.iter(), found, depth)
}

/// The same for PostgreSQL, where the search index is an index and not a table.
pub(crate) async fn check_postgres(connection: &mut PgConnection, depth: Depth) -> Result<()> {
    let found = sqlx::query_as(POSTGRES_PARTS).fetch_all(connection).await?;
    let expected = expected().await?.iter().filter(|part| !part.name.starts_with("search_index"));
    compare(expected, found, depth)
}

/// Returns all parts of the newest schema. Tables, columns and names are the same on both databases.
async fn expected() -> Result<&'static BTreeSet<Part>> {
    static PARTS: OnceCell<BTreeSet<Part>> = OnceCell::const_new();
    let read = async || {
        let mut connection = SqliteConnection::connect_with(&SqliteConnectOptions::new().in_memory(true)).await?;
        schema::sqlite().run(&mut connection).await?;
        let parts: Vec<Part> = sqlx::query_as(SQLITE_PARTS).fetch_all(&mut connection).await?;
        connection.close().await?;
        Ok(parts.into_iter().collect())
    };
    PARTS.get_or_try_init(read).await
}

fn compare<'p>(expected: impl Iterator<Item = &'p Part>, found: Vec<Part>, depth: Depth) -> Result<()> {
    let names: BTreeSet<_> = found.iter().map(|part| (part.kind.clone(), part.name.clone())).collect();
    let found: BTreeSet<Part> = found.into_iter().collect();
    let missing: Vec<&Part> = expected.filter(|part| !found.contains(part)).collect();
    // A dropped table takes its indexes and triggers with it.
    let kinds: &[&str] = if depth == Depth::Full { &["table", "index", "trigger"] } else { &["table", "index"] };
    let first = kinds.iter().find_map(|kind| missing.iter().find(|part| part.kind == *kind));
    let Some(Part { kind, name, column }) = first else { return Ok(()) };
    Err(Error::Incomplete(if names.contains(&(kind.clone(), name.clone())) {
        format!("the column {column} of the table {name} is missing")
    } else {
        format!("the {kind} {name} is missing")
    }))
}
