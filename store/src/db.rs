//! The only file that knows that there are two databases.
//!
//! Every query is one text with `$1` placeholders that runs on both; [`on!`] compiles its body once per engine.
//! SQLite has one writing connection and read-only readers; its write transactions begin IMMEDIATE, because one that
//! reads first and writes later fails as soon as another does the same.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgPool, SqlSafeStr, SqliteConnection, SqlitePool};

use crate::{Error, Result};

/// An open database.
#[derive(Clone, Debug)]
pub enum Db {
    /// One file. `write` is a pool of one connection, `read` cannot write.
    Sqlite {
        /// Readers.
        read: SqlitePool,
        /// The one writer.
        write: SqlitePool,
    },
    /// A PostgreSQL server.
    Postgres(PgPool),
}

/// Runs one body on whichever database is open.
///
/// - `on!(db, |pool| …)` reads;
/// - `on!(db, execute, query)` writes one statement and yields the number of rows it touched;
/// - `on!(db, returning, query)` writes one statement and yields the rows that it returns, `returning_one` the first of
///   them. All are read either way: SQLite commits after the last one, and nobody would hear that it failed;
/// - `on!(db, |pool, Engine| …)` also names the sqlx database type, for `QueryBuilder::<Engine>`;
/// - `on!(db, transaction, |tx| …)` begins, runs the body, commits, and yields the body's value as `Ok`;
///   `|tx, Engine|` also names the database type.
macro_rules! on {
    ($db:expr, |$pool:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { read: $pool, .. } => $body,
            $crate::db::Db::Postgres($pool) => $body,
        }
    };
    ($db:expr, returning, $query:expr) => {
        match $db {
            $crate::db::Db::Sqlite { write, .. } => $query.fetch_all(write).await,
            $crate::db::Db::Postgres(pool) => $query.fetch_all(pool).await,
        }
    };
    ($db:expr, returning_one, $query:expr) => {
        $crate::db::on!($db, returning, $query).map(|rows| rows.into_iter().next())
    };
    ($db:expr, |$pool:ident, $engine:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { read: $pool, .. } => {
                type $engine = sqlx::Sqlite;
                $body
            }
            $crate::db::Db::Postgres($pool) => {
                type $engine = sqlx::Postgres;
                $body
            }
        }
    };
    ($db:expr, execute, $query:expr) => {
        match $db {
            $crate::db::Db::Sqlite { write, .. } => $query.execute(write).await.map(|done| done.rows_affected()),
            $crate::db::Db::Postgres(pool) => $query.execute(pool).await.map(|done| done.rows_affected()),
        }
    };
    ($db:expr, transaction, |$tx:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { write, .. } => $crate::db::on!(@transaction write.begin_with("BEGIN IMMEDIATE"), $tx, $body),
            $crate::db::Db::Postgres(pool) => $crate::db::on!(@transaction pool.begin(), $tx, $body),
        }
    };
    ($db:expr, transaction, |$tx:ident, $engine:ident| $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { write, .. } => {
                type $engine = sqlx::Sqlite;
                $crate::db::on!(@transaction write.begin_with("BEGIN IMMEDIATE"), $tx, $body)
            }
            $crate::db::Db::Postgres(pool) => {
                type $engine = sqlx::Postgres;
                $crate::db::on!(@transaction pool.begin(), $tx, $body)
            }
        }
    };
    (@transaction $begin:expr, $tx:ident, $body:expr) => {{
        let mut $tx = $begin.await?;
        let value = $body;
        $tx.commit().await?;
        Ok::<_, $crate::Error>(value)
    }};
}
pub(crate) use on;

impl Db {
    /// Opens `sqlite:PATH` or `postgres://…`, brings the schema up to date, and checks that it answers.
    pub async fn open(url: &str, connections: u32) -> Result<Self> {
        match url.split_once(':') {
            Some(("sqlite", path)) => Self::open_sqlite(Path::new(path), connections).await,
            Some(("postgres" | "postgresql", _)) => Self::open_postgres(url, connections).await,
            _ => Err(Error::Configuration("database.url must begin with sqlite: or postgres://".into())),
        }
    }

    async fn open_sqlite(path: &Path, connections: u32) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL: a confirmed message survives a power cut; with grouped commits NORMAL gains nothing.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("temp_store", "MEMORY")
            .pragma("cache_size", "-32768");
        // A schema change under a cached statement breaks the connection it is cached on: migrate on one of its own.
        let mut connection = SqliteConnection::connect_with(&options).await?;
        // Of several processes that start at once one migrates, and the others find it done.
        let mut turn = connection.begin_with("BEGIN IMMEDIATE").await?;
        migrations(Text::sqlite).run(&mut *turn).await?;
        turn.commit().await?;
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
        migrations(Text::postgres).run(&mut connection).await?;
        connection.close().await?;
        Ok(Self::Postgres(pool_options(connections).connect_with(options).await?))
    }

    /// The same database for the writer of messages, with a connection of its own that it never waits for. It begins with
    /// `session`.
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

    /// The statements that make the schema on PostgreSQL, oldest first.
    pub fn postgres_schema() -> impl Iterator<Item = &'static str> {
        STEPS.iter().map(|(_, _, text)| text.postgres())
    }

    /// One round trip, for the readiness probe.
    pub async fn ping(&self) -> Result<()> {
        let _: i64 = on!(self, |pool| sqlx::query_scalar("SELECT CAST(1 AS BIGINT)").fetch_one(pool).await)?;
        Ok(())
    }

    /// What stands behind it, for people: never a password.
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// Lets go of all connections after their work is done.
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

/// Whether the connection can be used again. SQLite ends a transaction by itself when it cannot write (a full disk); sqlx asks it
/// to, is told that there is none, and would take the connection to be within that transaction for good.
async fn is_between_transactions(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if connection.is_in_transaction() {
        // It may only not have come to the rollback yet: this comes after it.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

fn pool_options(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_secs(5)).test_before_acquire(false)
}

/// What a step of the schema says.
enum Text {
    /// The same to both databases, as almost always.
    Both(&'static str),
    /// What one of them has no words for.
    Each { sqlite: &'static str, postgres: &'static str },
}

impl Text {
    const fn sqlite(&self) -> &'static str {
        match self {
            Self::Both(sql) | Self::Each { sqlite: sql, .. } => sql,
        }
    }

    const fn postgres(&self) -> &'static str {
        match self {
            Self::Both(sql) | Self::Each { postgres: sql, .. } => sql,
        }
    }
}

/// The schema, oldest step first. A step that has landed is never changed.
const STEPS: &[(i64, &str, Text)] = &[
    (1, "two people talk", Text::Both(include_str!("../migrations/0001_two_people_talk.sql"))),
    (2, "attachments", Text::Both(include_str!("../migrations/0002_attachments.sql"))),
    (3, "extras", Text::Both(include_str!("../migrations/0003_extras.sql"))),
    (4, "outside", Text::Both(include_str!("../migrations/0004_outside.sql"))),
    (
        5,
        "search",
        Text::Each {
            sqlite: include_str!("../migrations/0005_search.sqlite.sql"),
            postgres: include_str!("../migrations/0005_search.postgres.sql"),
        },
    ),
    (6, "ratings and meetings", Text::Both(include_str!("../migrations/0006_ratings_and_meetings.sql"))),
    (7, "assistant", Text::Both(include_str!("../migrations/0007_assistant.sql"))),
    (8, "accounts", Text::Both(include_str!("../migrations/0008_accounts.sql"))),
    (9, "staff", Text::Both(include_str!("../migrations/0009_staff.sql"))),
    (10, "sign up", Text::Both(include_str!("../migrations/0010_sign_up.sql"))),
    (11, "people", Text::Both(include_str!("../migrations/0011_people.sql"))),
    (12, "content", Text::Both(include_str!("../migrations/0012_content.sql"))),
    (13, "identity", Text::Both(include_str!("../migrations/0013_identity.sql"))),
    (14, "calls", Text::Both(include_str!("../migrations/0014_calls.sql"))),
    (
        15,
        "search in small steps",
        Text::Each { sqlite: "SELECT 1", postgres: include_str!("../migrations/0015_search.postgres.sql") },
    ),
];

fn migrations(text: impl Fn(&Text) -> &'static str) -> Migrator {
    let step = |(version, name, sql): &(i64, &'static str, Text)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, text(sql).into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(STEPS.iter().map(step).collect());
    // Steps of a newer version take nothing away: two versions run side by side, and the older one starts again.
    migrator.set_ignore_missing(true);
    migrator
}
