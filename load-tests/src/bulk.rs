//! Fills tables with one statement for all people.

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use uuid::Uuid;

/// The id of the first person.
const FIRST: u128 = 0x0190_0000_0000_7000_8000_0000_0000_0000;

/// The id of the first mentorship.
const FIRST_MENTORSHIP: u128 = 0x0190_0000_0000_7000_9000_0000_0000_0000;

/// Returns the id of the person with this number.
pub(crate) fn id_of(number: usize) -> Uuid {
    Uuid::from_u128(FIRST + number as u128)
}

/// Returns the id of the mentorship of the person with this number: that of two neighbours.
pub(crate) fn mentorship_of(number: usize) -> Uuid {
    Uuid::from_u128(FIRST_MENTORSHIP + (number - number % 2) as u128)
}

/// SQLite takes no more in one statement by default.
const ROWS_PER_STATEMENT: usize = 500;

/// A text in SQL.
pub(crate) fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// A database to fill.
pub(crate) struct Bulk {
    connection: Connected,
    people: usize,
}

enum Connected {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Bulk {
    pub(crate) async fn open(url: &str, people: usize) -> anyhow::Result<Self> {
        let connection = match url.strip_prefix("sqlite:") {
            Some(path) => Connected::Sqlite(SqliteConnection::connect(path).await?),
            None => Connected::Postgres(PgConnection::connect(url).await?),
        };
        Ok(Self { connection, people })
    }

    /// Inserts `values` for everyone. `{id}` is the id of the person with number `i`, `{hash}` bytes of their own, `{mentorship}` the id
    /// of their mentorship, and `{pair}` the end of that as text.
    pub(crate) async fn insert(&mut self, columns: &str, values: &str) -> anyhow::Result<()> {
        self.insert_where(columns, values, "TRUE").await
    }

    /// The same for those whose number meets a condition.
    pub(crate) async fn insert_where(&mut self, columns: &str, values: &str, condition: &str) -> anyhow::Result<()> {
        let (id, hash, mentorship, pair) = match &self.connection {
            Connected::Sqlite(_) => (
                "unhex('01900000000070008000' || printf('%012x', i))",
                "unhex(printf('%012x', i))",
                "unhex('01900000000070009000' || printf('%012x', i - i % 2))",
                "printf('%012x', i - i % 2)",
            ),
            Connected::Postgres(_) => (
                "CAST('01900000000070008000' || lpad(to_hex(i), 12, '0') AS UUID)",
                "decode(lpad(to_hex(i), 12, '0'), 'hex')",
                "CAST('01900000000070009000' || lpad(to_hex(i - i % 2), 12, '0') AS UUID)",
                "lpad(to_hex(i - i % 2), 12, '0')",
            ),
        };
        let values = values.replace("{id}", id).replace("{hash}", hash);
        let values = values.replace("{mentorship}", mentorship).replace("{pair}", pair);
        let statement = format!(
            "WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {})
             INSERT INTO {columns} SELECT {values} FROM numbers WHERE {condition}",
            self.people
        );
        self.run(&statement).await.with_context(|| columns.to_owned())
    }

    /// Inserts rows, each a list of values in SQL.
    pub(crate) async fn insert_rows(&mut self, columns: &str, rows: &[String]) -> anyhow::Result<()> {
        for chunk in rows.chunks(ROWS_PER_STATEMENT) {
            let statement = format!("INSERT INTO {columns} VALUES ({})", chunk.join("), ("));
            self.run(&statement).await.with_context(|| columns.to_owned())?;
        }
        Ok(())
    }

    /// Executes a statement.
    pub(crate) async fn execute(&mut self, statement: &str) -> anyhow::Result<()> {
        self.run(statement).await
    }

    /// An id in SQL.
    pub(crate) fn id(&self, id: Uuid) -> String {
        match &self.connection {
            Connected::Sqlite(_) => format!("x'{}'", id.simple()),
            Connected::Postgres(_) => format!("'{id}'"),
        }
    }

    /// In SQL, an id of the person with number `i` for another purpose, which has a number from 8000 to bfff in hexadecimal digits.
    pub(crate) fn id_with_number(&self, number: usize) -> String {
        match &self.connection {
            Connected::Sqlite(_) => format!("unhex('0190000000007000{number:04x}' || printf('%012x', i))"),
            Connected::Postgres(_) => {
                format!("CAST('0190000000007000{number:04x}' || lpad(to_hex(i), 12, '0') AS UUID)")
            }
        }
    }

    /// Collects statistics on PostgreSQL: its autovacuum does this some minutes after such a change.
    pub(crate) async fn finish(mut self) -> anyhow::Result<()> {
        match &self.connection {
            Connected::Sqlite(_) => Ok(()),
            Connected::Postgres(_) => self.run("VACUUM ANALYZE").await,
        }
    }

    async fn run(&mut self, statement: &str) -> anyhow::Result<()> {
        let statement = sqlx::raw_sql(AssertSqlSafe(statement));
        match &mut self.connection {
            Connected::Sqlite(connection) => statement.execute(connection).await.map(drop)?,
            Connected::Postgres(connection) => statement.execute(connection).await.map(drop)?,
        }
        Ok(())
    }
}
