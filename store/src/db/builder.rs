//! Queries whose number of values is known only at run time.

use std::fmt::Write;

use sqlx::encode::Encode;
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{AssertSqlSafe, Decode, FromRow, Row, SqlSafeStr, Type};

use super::query::{Bind, Query};

/// Builds the text of a query together with its values.
#[derive(Default)]
pub(crate) struct QueryBuilder<'q> {
    sql: String,
    binds: Vec<Box<dyn Bind<'q> + 'q>>,
}

impl<'q> QueryBuilder<'q> {
    pub(crate) fn new(sql: &'static str) -> Self {
        Self { sql: sql.to_owned(), binds: Vec::new() }
    }

    /// Appends text of this crate, never user input.
    pub(crate) fn push(&mut self, sql: &'static str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// Appends a placeholder and its value.
    pub(crate) fn push_bind<V>(&mut self, value: V) -> &mut Self
    where
        V: Send + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + 'q,
    {
        self.binds.push(Box::new(value));
        // Writing to a string cannot fail.
        let _ = write!(self.sql, "${}", self.binds.len());
        self
    }

    /// Appends placeholders separated by commas, as in `IN (…)`.
    pub(crate) fn push_list<V>(&mut self, values: impl IntoIterator<Item = V>) -> &mut Self
    where
        V: Send + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + 'q,
    {
        for (position, value) in values.into_iter().enumerate() {
            self.push(if position == 0 { "" } else { ", " }).push_bind(value);
        }
        self
    }

    /// Appends `VALUES (…), (…)`; `row` adds the values of one row with [`QueryBuilder::push_value`].
    pub(crate) fn push_rows<R>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        mut row: impl FnMut(&mut Self, R),
    ) -> &mut Self {
        for (position, values) in rows.into_iter().enumerate() {
            self.push(if position == 0 { "VALUES (" } else { ", (" });
            row(self, values);
            self.push(")");
        }
        self
    }

    /// Appends one value of a row of [`QueryBuilder::push_rows`].
    pub(crate) fn push_value<V>(&mut self, value: V) -> &mut Self
    where
        V: Send + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + 'q,
    {
        let is_first = self.sql.ends_with('(');
        self.push(if is_first { "" } else { ", " }).push_bind(value)
    }

    /// Returns a query without rows.
    pub(crate) fn build(&mut self) -> Query<'q> {
        self.finish(|_| Ok(()), |_| Ok(()))
    }

    /// Returns a query whose rows are structures or tuples.
    pub(crate) fn build_query_as<T>(&mut self) -> Query<'q, T>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
    {
        self.finish(|row| T::from_row(row), |row| T::from_row(row))
    }

    /// Returns a query for the first column of its rows.
    pub(crate) fn build_query_scalar<T>(&mut self) -> Query<'q, T>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        self.finish(|row| row.try_get(0), |row| row.try_get(0))
    }

    /// Texts that differ with the number of values would fill the cache of prepared statements.
    fn finish<T>(
        &mut self,
        decode_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
        decode_postgres: fn(&PgRow) -> sqlx::Result<T>,
    ) -> Query<'q, T> {
        let Self { sql, binds } = std::mem::take(self);
        let sql = AssertSqlSafe(sql).into_sql_str();
        Query { binds, is_persistent: false, ..Query::new(sql, decode_sqlite, decode_postgres) }
    }
}
