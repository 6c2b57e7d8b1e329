//! The database: SQLite or PostgreSQL.
//!
//! Every query is one text with `$1` placeholders that runs on both ([`query`]). The writer of messages alone has a text
//! for each database.
//!
//! SQLite has one writing connection and read-only readers. Its transactions begin with `BEGIN IMMEDIATE`: a transaction
//! that reads first and writes later fails when another one does the same.

use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgPool, Postgres, SqliteConnection, SqlitePool, Transaction};
use tokio::time::sleep;

use crate::{Error, Result};

mod builder;
pub(crate) mod completeness;
mod query;
mod run;
pub(crate) mod schema;
mod support;
mod vacuum;

pub(crate) use builder::QueryBuilder;
pub(crate) use completeness::Depth;
pub(crate) use query::{query, query_as, query_scalar};
pub(crate) use run::{Executor, Pool, Tx};

/// How long a connection to SQLite waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection to PostgreSQL that was idle for so long is tested before it is used: the server may have restarted meanwhile. A
/// busy one needs no test, which would cost each query a round trip.
const TESTED_AFTER: Duration = Duration::from_millis(100);

/// An open database.
#[derive(Clone, Debug)]
pub enum Db {
    /// One file.
    Sqlite {
        /// Connections that cannot write.
        read: SqlitePool,
        /// The single connection that can write.
        write: SqlitePool,
    },
    /// A PostgreSQL server.
    Postgres(PgPool),
}

impl Db {
    /// Opens `sqlite:PATH` or `postgres://…`, brings the schema up to date, and checks that it is complete.
    /// Refuses the schema of a newer program that does not support this one.
    pub async fn open(url: &str, connections: u32) -> Result<Self> {
        let db = match url.split_once(':') {
            Some(("sqlite", path)) => Self::open_sqlite(Path::new(path), connections).await?,
            Some(("postgres" | "postgresql", _)) => Self::open_postgres(url, connections).await?,
            _ => return Err(Error::Configuration("database.url must begin with sqlite: or postgres://".into())),
        };
        support::record(&db).await?;
        Ok(db)
    }

    /// Opens the file, again and again while another process has it: SQLite refuses at once, without waiting for
    /// `busy_timeout`, while one turns the write-ahead log on, recovers it, or deletes it with its last connection.
    async fn open_sqlite(path: &Path, connections: u32) -> Result<Self> {
        let started = Instant::now();
        loop {
            match Self::try_open_sqlite(path, connections).await {
                Err(error) if error.is_locked() && started.elapsed() < BUSY_TIMEOUT => {
                    sleep(Duration::from_millis(10)).await;
                }
                opened => return opened,
            }
        }
    }

    async fn try_open_sqlite(path: &Path, connections: u32) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL: a confirmed message survives a power cut; with grouped commits NORMAL gains nothing.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("temp_store", "MEMORY")
            .pragma("cache_size", "-32768")
            // Deleted texts are overwritten, not only unlinked.
            .pragma("secure_delete", "ON");
        // A schema change breaks connections that have cached statements, so the migration has a connection of its own.
        let mut connection = SqliteConnection::connect_with(&options).await?;
        support::refuse_newer_sqlite(&mut connection).await?;
        // When several processes start at once, the lock lets one migrate and the others find the schema up to date.
        let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
        schema::sqlite().run(&mut *tx).await?;
        tx.commit().await?;
        completeness::check_sqlite(&mut connection, Depth::Start).await?;
        connection.close().await?;
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .test_before_acquire(false)
            .after_release(|connection, _| Box::pin(is_between_transactions(connection)))
            .connect_with(options.clone())
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(connections)
            .test_before_acquire(false)
            .connect_with(options.pragma("query_only", "ON"))
            .await?;
        Ok(Self::Sqlite { read, write })
    }

    async fn open_postgres(url: &str, connections: u32) -> Result<Self> {
        let options = PgConnectOptions::from_str(url)?.application_name("mentorhub");
        let mut connection = sqlx::PgConnection::connect_with(&options).await?;
        support::refuse_newer_postgres(&mut connection).await?;
        schema::postgres().run(&mut connection).await?;
        completeness::check_postgres(&mut connection, Depth::Start).await?;
        connection.close().await?;
        Ok(Self::Postgres(pool_options(connections).connect_with(options).await?))
    }

    /// Returns the same database for the writer of messages, with a dedicated PostgreSQL connection that runs `session`
    /// first.
    pub(crate) fn for_writer(&self, session: &'static str) -> Self {
        match self {
            Self::Sqlite { .. } => self.clone(),
            Self::Postgres(pool) => {
                let options = pool_options(1).after_connect(move |connection, _| {
                    Box::pin(async move { sqlx::raw_sql(session).execute(connection).await.map(drop) })
                });
                Self::Postgres(options.connect_lazy_with(pool.connect_options().as_ref().clone()))
            }
        }
    }

    /// The connections that read.
    pub(crate) fn reader(&self) -> Pool<'_> {
        match self {
            Self::Sqlite { read, .. } => Pool::Sqlite(read),
            Self::Postgres(pool) => Pool::Postgres(pool),
        }
    }

    /// The connections that write. Only writes that return rows need this; [`query::Query::execute`] uses it already.
    pub(crate) fn writer(&self) -> Pool<'_> {
        match self {
            Self::Sqlite { write, .. } => Pool::Sqlite(write),
            Self::Postgres(pool) => Pool::Postgres(pool),
        }
    }

    /// Begins a transaction that may write.
    pub(crate) async fn begin(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { write, .. } => Tx::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Tx::Postgres(begin_postgres(pool).await?),
        })
    }

    /// Begins a transaction that only reads, and sees one state of the database. Writers do not wait for it.
    pub(crate) async fn begin_reading(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { read, .. } => Tx::Sqlite(read.begin_with("BEGIN").await?),
            Self::Postgres(pool) => {
                let mut tx = Tx::Postgres(begin_postgres(pool).await?);
                query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut tx).await?;
                tx
            }
        })
    }

    /// Creates a database with the schema of an earlier program, up to a migration: for tests of upgrades.
    pub async fn create_with_schema(url: &str, newest: i64) -> Result<()> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
            let mut connection = SqliteConnection::connect_with(&options).await?;
            schema::until(schema::sqlite(), newest).run(&mut connection).await?;
            return Ok(connection.close().await?);
        }
        let mut connection = sqlx::PgConnection::connect(url).await?;
        schema::until(schema::postgres(), newest).run(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// The statements that make the schema on PostgreSQL, oldest first.
    pub fn postgres_schema() -> impl Iterator<Item = &'static str> {
        schema::postgres_statements()
    }

    /// Makes one round trip, for the readiness probe.
    pub async fn ping(&self) -> Result<()> {
        query_scalar::<i64>("SELECT CAST(1 AS BIGINT)").fetch_one(self).await.map(drop)
    }

    /// Names the database for people.
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// Closes all connections once running statements have ended.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Whether the connection can be used again. SQLite rolls a transaction back when it cannot write (a full disk); the later
/// ROLLBACK of sqlx then fails, and sqlx would count the connection as inside that transaction for ever.
async fn is_between_transactions(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if connection.is_in_transaction() {
        // The rollback may still be queued; the ping runs after it.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Begins a transaction of PostgreSQL in a task of its own, which ends also if the caller stops waiting (a request that is cancelled).
/// sqlx would return a connection to the pool whose transaction is open without its knowledge, and what others write on it next would
/// be no commit.
pub(crate) async fn begin_postgres(pool: &PgPool) -> Result<Transaction<'static, Postgres>> {
    let pool = pool.clone();
    #[expect(clippy::disallowed_methods, reason = "the one place, where nothing stops waiting")]
    let begun = tokio::spawn(async move { pool.begin().await }).await;
    // Without an end if the runtime stops.
    Ok(begun.map_err(|_| sqlx::Error::WorkerCrashed)??)
}

fn pool_options(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .before_acquire(|connection, usage| {
            Box::pin(async move { Ok(usage.idle_for < TESTED_AFTER || connection.ping().await.is_ok()) })
        })
}
