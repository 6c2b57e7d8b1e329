//! Damaged pages, missing parts of the schema and orphaned rows are reported; every confirmed message stays readable.

use std::fs::File;
use std::os::unix::fs::FileExt;

use sqlx::{Connection, PgConnection, SqliteConnection};
use store::clock::Clock;
use store::{Error, Options, Store, integrity_check, messages};

use crate::test_store::{TestStore, draft, start};
use test_kit::{both, on_sqlite};

const PAGE: usize = 4096;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_page_is_reported_and_confirmed_writes_survive() {
    let mut outcomes = Vec::new();
    for part in ["messages", "members", "channels", "search_texts", "search_queue", "sqlite_autoindex_messages_1"] {
        on_sqlite(async |environment| {
            let app = TestStore::open(environment.clone()).await;
            let [maya, tom, ..] = app.people().await;
            let pair = app.direct(&[maya, tom]).await;
            app.send(pair, maya, "Before").await;
            app.store.close().await;
            integrity_check::run(&environment.database_url).await.unwrap();

            let path = environment.database_url.strip_prefix("sqlite:").unwrap();
            let mut connection = SqliteConnection::connect(path).await.unwrap();
            let root = sqlx::query_scalar::<_, i64>("SELECT rootpage FROM sqlite_master WHERE name = $1");
            let page = u64::try_from(root.bind(part).fetch_one(&mut connection).await.unwrap()).unwrap() - 1;
            connection.close().await.unwrap();
            let file = File::options().write(true).open(path).unwrap();
            file.write_all_at(&[0xa5; PAGE], page * PAGE as u64).unwrap();
            let found = integrity_check::run(&environment.database_url).await;
            assert!(matches!(&found, Err(error @ Error::Damaged(_)) if error.is_damaged()), "{part}: {found:?}");

            let node = environment.open(Clock::manual(start())).await;
            let sent = node.writer.append(draft(pair, maya, "After")).await;
            node.close().await;
            if let Ok(sent) = &sent {
                let again = environment.open(Clock::manual(start())).await;
                let stored = messages::between(&again, pair, 1, 9).await.unwrap();
                assert_eq!(stored, std::slice::from_ref(&*sent.message), "{part}");
                again.close().await;
            }
            outcomes.push((part, sent.is_ok()));
        })
        .await;
    }
    // A message is rejected when its own table is damaged.
    assert!(outcomes.contains(&("messages", false)), "{outcomes:?}");
}

/// Runs SQL on a connection that enforces nothing.
async fn run_sql(app: &TestStore, sqlite: &'static str, postgres: &'static str) {
    let (url, _) = app.environment();
    if let Some(path) = url.strip_prefix("sqlite:") {
        let mut connection = SqliteConnection::connect(path).await.unwrap();
        sqlx::raw_sql(sqlite).execute(&mut connection).await.unwrap();
    } else {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(postgres).execute(&mut connection).await.unwrap();
    }
}

both!(dropped_parts_are_found, async |app| {
    let (url, files) = app.environment();
    let open = async || match Store::open(Options::new(&url, &files), Clock::system()).await {
        Ok(store) => {
            store.close().await;
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    };
    let full = async || integrity_check::run_full(&url).await.map_err(|error| error.to_string());
    let missing = |part: &str| Err(format!("database: {part} is missing"));
    assert_eq!((open().await, full().await), (Ok(()), Ok(())));
    run_sql(&app, "DROP TRIGGER search_new", "DROP TRIGGER search_new ON messages").await;
    assert_eq!((open().await, full().await), (Ok(()), missing("the trigger search_new")));
    // Each outranks the one before.
    for (statement, part) in [
        ("DROP INDEX login_sessions_of_person", "the index login_sessions_of_person"),
        ("ALTER TABLE switches DROP COLUMN is_on", "the column is_on of the table switches"),
        ("DROP TABLE blocks", "the table blocks"),
    ] {
        run_sql(&app, statement, statement).await;
        assert_eq!((open().await, full().await), (missing(part), missing(part)));
    }
});

both!(orphaned_rows_are_found, async |app| {
    let [maya, tom, ..] = app.people().await;
    app.direct(&[maya, tom]).await;
    let (url, _) = app.environment();
    integrity_check::run(&url).await.unwrap();
    integrity_check::run_full(&url).await.unwrap();
    run_sql(
        &app,
        "PRAGMA foreign_keys = OFF; DELETE FROM channels",
        "SET session_replication_role = replica; DELETE FROM channels",
    )
    .await;
    let found = match integrity_check::run(&url).await {
        Ok(()) => integrity_check::run_full(&url).await,
        found => found,
    };
    assert!(
        matches!(&found, Err(Error::Orphans(tables)) if tables.iter().all(|one| one.ends_with("missing rows of channels"))),
        "{found:?}"
    );
});

#[tokio::test]
async fn missing_or_remote_database_passes_integrity_check() {
    integrity_check::run("sqlite:/nowhere/hub.db").await.unwrap();
    integrity_check::run("postgres://127.0.0.1:1/hub").await.unwrap();
}
