//! A query that runs on either database: one SQL text with `$1` placeholders, and values that both can encode.
//!
//! The interface is that of sqlx, so that a query reads as it does there. SQLite and PostgreSQL differ only in [`run`].

use sqlx::encode::Encode;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Decode, FromRow, Row, SqlSafeStr, SqlStr, Type};

use super::run::Executor;
use crate::Result;

/// SQL text that is part of this crate: one literal, or literals to concatenate. Never user input.
pub(crate) trait Sql {
    fn into_sql(self) -> SqlStr;
}

impl Sql for &'static str {
    fn into_sql(self) -> SqlStr {
        self.into_sql_str()
    }
}

impl<const N: usize> Sql for [&'static str; N] {
    fn into_sql(self) -> SqlStr {
        AssertSqlSafe(self.concat()).into_sql_str()
    }
}

/// A value that both databases can encode.
pub(super) trait Bind<'q>: Send {
    fn add_to_sqlite(self: Box<Self>, arguments: &mut SqliteArguments) -> Result<(), BoxDynError>;
    fn add_to_postgres(self: Box<Self>, arguments: &mut PgArguments) -> Result<(), BoxDynError>;
}

impl<'q, T> Bind<'q> for T
where
    T: Send + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>,
{
    fn add_to_sqlite(self: Box<Self>, arguments: &mut SqliteArguments) -> Result<(), BoxDynError> {
        Arguments::add(arguments, *self)
    }

    fn add_to_postgres(self: Box<Self>, arguments: &mut PgArguments) -> Result<(), BoxDynError> {
        Arguments::add(arguments, *self)
    }
}

/// A query with its values, whose rows are decoded as `T`.
#[must_use = "a query does nothing until it is executed"]
pub(crate) struct Query<'q, T = ()> {
    pub(super) sql: SqlStr,
    pub(super) binds: Vec<Box<dyn Bind<'q> + 'q>>,
    pub(super) is_persistent: bool,
    pub(super) decode_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
    pub(super) decode_postgres: fn(&PgRow) -> sqlx::Result<T>,
}

/// A query without rows.
pub(crate) fn query<'q>(sql: impl Sql) -> Query<'q> {
    Query::new(sql.into_sql(), |_| Ok(()), |_| Ok(()))
}

/// A query whose rows are structures or tuples.
pub(crate) fn query_as<'q, T>(sql: impl Sql) -> Query<'q, T>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    Query::new(sql.into_sql(), |row| T::from_row(row), |row| T::from_row(row))
}

/// A query for the first column of its rows.
pub(crate) fn query_scalar<'q, T>(sql: impl Sql) -> Query<'q, T>
where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
{
    Query::new(sql.into_sql(), |row| row.try_get(0), |row| row.try_get(0))
}

impl<'q, T> Query<'q, T> {
    pub(super) fn new(
        sql: SqlStr,
        decode_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
        decode_postgres: fn(&PgRow) -> sqlx::Result<T>,
    ) -> Self {
        Self { sql, binds: Vec::new(), is_persistent: true, decode_sqlite, decode_postgres }
    }

    /// Gives the next placeholder its value.
    pub(crate) fn bind<V>(mut self, value: V) -> Self
    where
        V: Send + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + 'q,
    {
        self.binds.push(Box::new(value));
        self
    }

    /// Caches the prepared statement of a query from [`super::QueryBuilder`], whose text has only a few variants.
    pub(crate) fn persistent(mut self) -> Self {
        self.is_persistent = true;
        self
    }

    /// Runs a write and returns the number of rows that it touched.
    pub(crate) async fn execute(self, executor: impl Executor) -> Result<u64> {
        executor.execute(self).await
    }

    /// Returns all rows.
    pub(crate) async fn fetch_all(self, executor: impl Executor) -> Result<Vec<T>>
    where
        T: Send,
    {
        executor.fetch_all(self).await
    }

    /// Returns the first row, if there is one. Reads all of them: SQLite commits a write with RETURNING after its last row,
    /// and a failure of that commit must reach the caller.
    pub(crate) async fn fetch_optional(self, executor: impl Executor) -> Result<Option<T>>
    where
        T: Send,
    {
        Ok(self.fetch_all(executor).await?.into_iter().next())
    }

    /// Returns the first row, or an error without one. Reads all of them, as [`Query::fetch_optional`] does.
    pub(crate) async fn fetch_one(self, executor: impl Executor) -> Result<T>
    where
        T: Send,
    {
        Ok(self.fetch_optional(executor).await?.ok_or(sqlx::Error::RowNotFound)?)
    }
}
