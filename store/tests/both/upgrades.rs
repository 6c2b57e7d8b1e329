//! Filled databases of earlier schemas are upgraded with all of their rows.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection, raw_sql};
use store::alerts::{self, StaffAlert};
use store::clock::Clock;
use store::{Db, Options, Store, login_sessions, messages, outbox, people, tokens};
use test_kit::{Database, Folder, postgres_url};
use uuid::Uuid;

use crate::test_store::start;

/// The schema of 7.2.0 and two people, with a row in each table.
const SCHEMA: i64 = 43;
const ROWS: &str = include_str!("upgrades/schema_43.sql");

/// Returns the rows in the SQL of PostgreSQL.
fn for_postgres() -> String {
    let mut parts = ROWS.split("X'");
    let mut sql = parts.next().unwrap().to_owned();
    for part in parts {
        let is_uuid = part.find('\'') == Some(32);
        sql.push_str(if is_uuid { "'" } else { "'\\x" });
        sql.push_str(part);
    }
    sql
}

/// Returns the rows per table of the file.
fn expected() -> BTreeMap<&'static str, i64> {
    let mut counts = BTreeMap::new();
    let tables = ROWS.lines().filter_map(|line| line.strip_prefix("INSERT INTO ")?.split(' ').next());
    tables.for_each(|table| *counts.entry(table).or_default() += 1);
    counts
}

/// Opens the upgraded database and reads what people had.
async fn check(url: &str, count: impl AsyncFn(&str) -> i64) {
    let folder = Folder::new();
    let store = Store::open(Options::new(url, &folder.0), Clock::manual(start())).await.unwrap();
    for (table, before) in expected() {
        // Keys that the installation lacked are created at the start.
        let now = count(table).await;
        assert!(if table == "secrets" { now > before } else { now == before }, "{table}: {now} rows of {before}");
    }
    let maya = people::by_email(&store, "maya@example.org").await.unwrap().unwrap();
    let session = login_sessions::open(&store, maya.id, "browser", login_sessions::Factors::One).await.unwrap().session;
    let (token, _) = tokens::issue(&store, maya.id, session).unwrap();
    assert_eq!(tokens::verify(&store, &token).unwrap().person, maya.id);
    let channel = uuid::Uuid::from_u128(0x11).into();
    let said = messages::between(&store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(
        said.iter().map(|message| message.body.as_str()).collect::<Vec<_>>(),
        ["Grüße – \"quoted\" 100 % \\ 🎈"]
    );
    store.close().await;
}

#[tokio::test]
async fn filled_schema_43_is_upgraded_on_sqlite() {
    let folder = Folder::new();
    let file = folder.0.join("hub.db");
    let url = format!("sqlite:{}", file.display());
    Db::create_with_schema(&url, SCHEMA).await.unwrap();
    let path = file.to_str().unwrap();
    let mut connection = SqliteConnection::connect(path).await.unwrap();
    raw_sql(ROWS).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    check(&url, async |table| {
        let mut connection = SqliteConnection::connect(path).await.unwrap();
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
    })
    .await;
}

#[tokio::test]
async fn filled_schema_43_is_upgraded_on_postgres() {
    Database::empty(&postgres_url())
        .await
        .used_by(async |url| {
            Db::create_with_schema(&url, SCHEMA).await.unwrap();
            let mut connection = PgConnection::connect(&url).await.unwrap();
            raw_sql(AssertSqlSafe(for_postgres())).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            check(&url, async |table| {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
                sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
            })
            .await;
        })
        .await;
}

/// The schema before cases of those who may no longer handle them wait again.
const BEFORE_DUTY: i64 = 67;

const GIVE_TO_NO_LEAD: &str = "UPDATE alerts SET assigned_to = (SELECT id FROM people ORDER BY email LIMIT 1)";

/// Opens the upgraded database, in which the owner of a case may not handle it.
async fn check_waiting_case(url: &str) {
    let folder = Folder::new();
    let store = Store::open(Options::new(url, &folder.0), Clock::manual(start())).await.unwrap();
    let jobs = outbox::lease::<StaffAlert>(&store, alerts::JOB, 10, chrono::Duration::minutes(1)).await.unwrap();
    let case = Uuid::from_u128(0x101).into();
    let jobs: Vec<_> = jobs.into_iter().map(|job| job.payload).collect();
    assert_eq!(jobs, [StaffAlert { alert: case, step: 1 }]);
    store.close().await;
}

#[tokio::test]
async fn cases_of_former_leads_wait_with_a_job_on_sqlite() {
    let folder = Folder::new();
    let file = folder.0.join("hub.db");
    let url = format!("sqlite:{}", file.display());
    Db::create_with_schema(&url, SCHEMA).await.unwrap();
    let path = file.to_str().unwrap();
    let mut connection = SqliteConnection::connect(path).await.unwrap();
    raw_sql(ROWS).execute(&mut connection).await.unwrap();
    Db::create_with_schema(&url, BEFORE_DUTY).await.unwrap();
    raw_sql(GIVE_TO_NO_LEAD).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    check_waiting_case(&url).await;
}

#[tokio::test]
async fn cases_of_former_leads_wait_with_a_job_on_postgres() {
    Database::empty(&postgres_url())
        .await
        .used_by(async |url| {
            Db::create_with_schema(&url, SCHEMA).await.unwrap();
            let mut connection = PgConnection::connect(&url).await.unwrap();
            raw_sql(AssertSqlSafe(for_postgres())).execute(&mut connection).await.unwrap();
            Db::create_with_schema(&url, BEFORE_DUTY).await.unwrap();
            raw_sql(GIVE_TO_NO_LEAD).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            check_waiting_case(&url).await;
        })
        .await;
}
