//! Moves an installation from SQLite to PostgreSQL: all rows, and the files of a folder.

use std::path::Path;
use std::str::FromStr;

use futures_util::TryStreamExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};

use crate::db::schema;
use crate::files::{FileOptions, Files};
use crate::{Error, Result};

/// Rows per statement.
const BATCH: usize = 500;

/// Tables whose rows follow from those of others: triggers and the indexer write them.
const DERIVED: [&str; 4] = ["search_texts", "search_queue", "feed_like_counts", "_sqlx_migrations"];

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Tables.
    pub tables: usize,
    /// Rows of all tables.
    pub rows: u64,
}

/// A column of the target, with a quoted name.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Column {
    table_name: String,
    column_name: String,
    type_name: String,
}

/// Copies all rows of the database at `sqlite:PATH` into an empty PostgreSQL database, in one transaction: an interrupted copy leaves
/// nothing. Rows that other nodes write to the source meanwhile are not copied, so stop them first. Fails with [`Error::Configuration`]
/// if the source has an older schema, or the target has people.
pub async fn to_postgres(from: &str, to: &str) -> Result<Copied> {
    let refused = |sentence: &str| Error::Configuration(sentence.to_owned());
    let path = from.strip_prefix("sqlite:").ok_or_else(|| refused("copy from sqlite:PATH to postgres://…"))?;
    if !to.starts_with("postgres") {
        return Err(refused("copy from sqlite:PATH to postgres://…"));
    }
    let mut source =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path).read_only(true)).await?;
    let version: i64 =
        sqlx::query_scalar("SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations").fetch_one(&mut source).await?;
    if version != schema::newest() {
        return Err(refused("the source has another schema than this program: run `mentorhub migrate` on it first"));
    }
    let mut target = PgConnection::connect_with(&PgConnectOptions::from_str(to)?).await?;
    schema::postgres().run(&mut target).await?;
    let has_people: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM people WHERE email NOT LIKE '%.invalid')")
        .fetch_one(&mut target)
        .await?;
    if has_people {
        return Err(refused("the target has people already: copy into an empty database"));
    }
    let copied = copy(&mut source, &mut target).await?;
    source.close().await?;
    target.close().await?;
    Ok(copied)
}

async fn copy(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<Copied> {
    let mut tables: Vec<Vec<Column>> = Vec::new();
    for column in columns(target).await? {
        match tables.last_mut().filter(|table| table[0].table_name == column.table_name) {
            Some(table) => table.push(column),
            None => tables.push(vec![column]),
        }
    }
    let mut tx = target.begin().await?;
    // Rows refer to each other in any order, also within a table.
    let keys = foreign_keys(&mut tx).await?;
    for (table, key) in &keys {
        alter(&mut tx, table, key, "DEFERRABLE INITIALLY DEFERRED").await?;
    }
    let names: Vec<_> = tables.iter().map(|table| table[0].table_name.as_str()).collect();
    sqlx::query(AssertSqlSafe(format!("TRUNCATE {} CASCADE", names.join(", ")))).execute(&mut *tx).await?;
    let mut copied = Copied { tables: tables.len(), rows: 0 };
    for table in &tables {
        copied.rows += copy_table(source, &mut tx, table).await?;
    }
    // Refuses rows that refer to nothing.
    sqlx::query("SET CONSTRAINTS ALL IMMEDIATE").execute(&mut *tx).await?;
    for (table, key) in &keys {
        alter(&mut tx, table, key, "NOT DEFERRABLE").await?;
    }
    tx.commit().await?;
    Ok(copied)
}

/// The columns of all tables that are copied, by table.
async fn columns(target: &mut PgConnection) -> Result<Vec<Column>> {
    Ok(sqlx::query_as(
        "SELECT quote_ident(c.table_name) AS table_name, quote_ident(c.column_name) AS column_name,
             CAST(c.udt_name AS TEXT) AS type_name
         FROM information_schema.columns c JOIN information_schema.tables t
             ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
         WHERE c.table_schema = current_schema() AND NOT c.table_name = ANY ($1)
         ORDER BY c.table_name, c.ordinal_position",
    )
    .bind(&DERIVED[..])
    .fetch_all(target)
    .await?)
}

/// Foreign keys as table and name, quoted.
async fn foreign_keys(target: &mut PgConnection) -> Result<Vec<(String, String)>> {
    Ok(sqlx::query_as(
        "SELECT CAST(conrelid::regclass AS TEXT), quote_ident(conname) FROM pg_constraint
         WHERE contype = 'f' AND pg_table_is_visible(conrelid)",
    )
    .fetch_all(target)
    .await?)
}

async fn alter(target: &mut PgConnection, table: &str, key: &str, to: &str) -> Result<()> {
    let statement = AssertSqlSafe(format!("ALTER TABLE {table} ALTER CONSTRAINT {key} {to}"));
    sqlx::query(statement).execute(target).await?;
    Ok(())
}

/// Copies the rows of a table as texts, which PostgreSQL reads as the types of its columns.
async fn copy_table(source: &mut SqliteConnection, target: &mut PgConnection, table: &[Column]) -> Result<u64> {
    let name = &table[0].table_name;
    let texts: Vec<String> = table.iter().map(Column::as_text).collect();
    let select = format!("SELECT {} FROM {name}", texts.join(", "));
    let names: Vec<&str> = table.iter().map(|column| column.column_name.as_str()).collect();
    let values: Vec<String> = table.iter().enumerate().map(|(at, column)| column.value(at)).collect();
    let lists: Vec<String> = (1..=table.len()).map(|at| format!("${at}::text[]")).collect();
    let aliases: Vec<String> = (0..table.len()).map(|at| format!("c{at}")).collect();
    let insert = format!(
        "INSERT INTO {name} ({}) SELECT {} FROM UNNEST({}) AS r ({})",
        names.join(", "),
        values.join(", "),
        lists.join(", "),
        aliases.join(", ")
    );
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(source);
    let (mut batch, mut count) = (Vec::with_capacity(BATCH), 0);
    while let Some(row) = rows.try_next().await? {
        batch.push(row);
        if batch.len() == BATCH {
            count += put(target, &insert, table.len(), &batch).await?;
            batch.clear();
        }
    }
    Ok(count + put(target, &insert, table.len(), &batch).await?)
}

async fn put(target: &mut PgConnection, insert: &str, width: usize, rows: &[SqliteRow]) -> Result<u64> {
    if rows.is_empty() {
        return Ok(0);
    }
    let mut query = sqlx::query(AssertSqlSafe(insert.to_owned()));
    for at in 0..width {
        let texts = rows.iter().map(|row| row.try_get(at)).collect::<std::result::Result<Vec<Option<String>>, _>>()?;
        query = query.bind(texts);
    }
    Ok(query.execute(target).await?.rows_affected())
}

impl Column {
    /// The SQL of SQLite that gives its value as a text.
    fn as_text(&self) -> String {
        let name = &self.column_name;
        match self.type_name.as_str() {
            "uuid" | "bytea" => format!("CASE WHEN {name} IS NOT NULL THEN hex({name}) END"),
            "float4" | "float8" => format!("CASE WHEN {name} IS NOT NULL THEN printf('%!.17g', {name}) END"),
            _ => format!("CAST({name} AS TEXT)"),
        }
    }

    /// The SQL of PostgreSQL that gives the value of a text.
    fn value(&self, at: usize) -> String {
        match self.type_name.as_str() {
            "bytea" => format!("decode(c{at}, 'hex')"),
            name => format!("CAST(c{at} AS {name})"),
        }
    }
}

/// Copies the files of a folder into another storage, and returns their number. Files that are there already are written again.
pub async fn files(from: &Path, to: FileOptions) -> Result<u64> {
    let files = Files::open(to)?;
    let mut count = 0;
    let mut folders = tokio::fs::read_dir(from).await?;
    while let Some(folder) = folders.next_entry().await? {
        if !folder.file_type().await?.is_dir() {
            continue;
        }
        let mut entries = tokio::fs::read_dir(folder.path()).await?;
        while let Some(entry) = entries.next_entry().await? {
            let name = format!("{}/{}", folder.file_name().display(), entry.file_name().display());
            // An upload that was interrupted.
            if name.ends_with(".part") {
                continue;
            }
            files.put(&name, tokio::fs::read(entry.path()).await?).await?;
            count += 1;
        }
    }
    Ok(count)
}
