//! What a [`Query`] runs on: a transaction, the writer, or a reader of either database.

use std::future::Future;

use sqlx::database::HasStatementCache;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{Database, IntoArguments, PgPool, SqlStr, SqlitePool, Transaction};

use super::Db;
use super::query::Query;
use crate::Result;

/// A transaction. Dropping it without [`Tx::commit`] rolls it back.
#[derive(Debug)]
pub(crate) enum Tx {
    /// Begun with `BEGIN IMMEDIATE`.
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(crate) async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }
}

/// The connections for one purpose: reading or writing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pool<'c> {
    Sqlite(&'c SqlitePool),
    Postgres(&'c PgPool),
}

/// Runs queries.
pub(crate) trait Executor: Send + Sized {
    fn execute<T>(self, query: Query<'_, T>) -> impl Future<Output = Result<u64>> + Send;

    fn fetch_all<T: Send>(self, query: Query<'_, T>) -> impl Future<Output = Result<Vec<T>>> + Send;
}

impl Executor for &mut Tx {
    async fn execute<T>(self, query: Query<'_, T>) -> Result<u64> {
        match self {
            Tx::Sqlite(tx) => execute(&mut **tx, query.for_sqlite()?).await.map(|done| done.rows_affected()),
            Tx::Postgres(tx) => execute(&mut **tx, query.for_postgres()?).await.map(|done| done.rows_affected()),
        }
    }

    async fn fetch_all<T: Send>(self, query: Query<'_, T>) -> Result<Vec<T>> {
        match self {
            Tx::Sqlite(tx) => fetch_all(&mut **tx, query.for_sqlite()?).await,
            Tx::Postgres(tx) => fetch_all(&mut **tx, query.for_postgres()?).await,
        }
    }
}

impl Executor for Pool<'_> {
    async fn execute<T>(self, query: Query<'_, T>) -> Result<u64> {
        match self {
            Self::Sqlite(pool) => execute(pool, query.for_sqlite()?).await.map(|done| done.rows_affected()),
            Self::Postgres(pool) => execute(pool, query.for_postgres()?).await.map(|done| done.rows_affected()),
        }
    }

    async fn fetch_all<T: Send>(self, query: Query<'_, T>) -> Result<Vec<T>> {
        match self {
            Self::Sqlite(pool) => fetch_all(pool, query.for_sqlite()?).await,
            Self::Postgres(pool) => fetch_all(pool, query.for_postgres()?).await,
        }
    }
}

/// Rows come from a reader. A write that returns rows needs [`Db::writer`].
impl Executor for &Db {
    async fn execute<T>(self, query: Query<'_, T>) -> Result<u64> {
        self.writer().execute(query).await
    }

    async fn fetch_all<T: Send>(self, query: Query<'_, T>) -> Result<Vec<T>> {
        self.reader().fetch_all(query).await
    }
}

/// A query encoded for one database.
struct Encoded<D: Database, T> {
    sql: SqlStr,
    arguments: D::Arguments,
    is_persistent: bool,
    decode: fn(&D::Row) -> sqlx::Result<T>,
}

impl<T> Query<'_, T> {
    fn for_sqlite(self) -> sqlx::Result<Encoded<Sqlite, T>> {
        let mut arguments = SqliteArguments::default();
        for bind in self.binds {
            bind.add_to_sqlite(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        Ok(Encoded { sql: self.sql, arguments, is_persistent: self.is_persistent, decode: self.decode_sqlite })
    }

    fn for_postgres(self) -> sqlx::Result<Encoded<Postgres, T>> {
        let mut arguments = PgArguments::default();
        for bind in self.binds {
            bind.add_to_postgres(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        Ok(Encoded { sql: self.sql, arguments, is_persistent: self.is_persistent, decode: self.decode_postgres })
    }
}

async fn execute<'c, D, T>(
    executor: impl sqlx::Executor<'c, Database = D>,
    query: Encoded<D, T>,
) -> Result<D::QueryResult>
where
    D: Database + HasStatementCache,
    D::Arguments: IntoArguments<D>,
{
    let Encoded { sql, arguments, is_persistent, .. } = query;
    Ok(sqlx::query_with(sql, arguments).persistent(is_persistent).execute(executor).await?)
}

async fn fetch_all<'c, D, T>(executor: impl sqlx::Executor<'c, Database = D>, query: Encoded<D, T>) -> Result<Vec<T>>
where
    D: Database + HasStatementCache,
    D::Arguments: IntoArguments<D>,
{
    let Encoded { sql, arguments, is_persistent, decode } = query;
    let rows = sqlx::query_with(sql, arguments).persistent(is_persistent).fetch_all(executor).await?;
    Ok(rows.iter().map(decode).collect::<sqlx::Result<_>>()?)
}
