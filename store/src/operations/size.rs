//! How large the database is, and which migration it has.

use crate::db::{Db, query_as, schema};
use crate::{Result, Store};

/// The state of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSize {
    /// `SQLite` or `PostgreSQL`.
    pub kind: &'static str,
    /// Its size in bytes.
    pub bytes: i64,
    /// Its newest migration.
    pub schema: i64,
    /// The newest migration that this program knows.
    pub known_schema: i64,
}

/// Returns the size of the database, and its newest migration.
pub async fn of_database(store: &Store) -> Result<DatabaseSize> {
    let statement = match store.db {
        Db::Sqlite { .. } => {
            "SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()),
                 (SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations)"
        }
        Db::Postgres(_) => {
            "SELECT pg_database_size(current_database()), (SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations)"
        }
    };
    let (bytes, schema) = query_as(statement).fetch_one(&store.db).await?;
    Ok(DatabaseSize { kind: store.db.describe(), bytes, schema, known_schema: schema::newest() })
}
