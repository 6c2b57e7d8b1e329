//! Opening an installation: first start, concurrent starts, restart and invalid configuration.

use std::sync::Arc;

use futures_util::future::join_all;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::clock::Clock;
use store::{Db, Error, Options, Store, attachments, tokens};
use uuid::Uuid;

use crate::test_store::start;
use test_kit::{Database, Folder, both};

/// Starts four processes at once on an empty database and checks that they share one set of keys.
async fn check_concurrent_starts(url: &str, folder: &Folder) {
    let options = Options::new(url, folder.0.join("files"));
    let opened = join_all((0..4).map(|_| Store::open(options.clone(), Clock::manual(start())))).await;
    let nodes: Vec<Arc<Store>> = opened.into_iter().map(Result::unwrap).collect();
    let (token, _) = tokens::issue(&nodes[0], nodes[0].clock.id(), nodes[0].clock.id()).unwrap();
    let file = nodes[0].clock.id();
    for node in &nodes {
        assert!(tokens::verify(node, &token).is_ok());
        assert_eq!(attachments::link(node, file), attachments::link(&nodes[0], file));
    }
    for node in nodes {
        node.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_sqlite_starts_share_keys() {
    let folder = Folder::new();
    check_concurrent_starts(&format!("sqlite:{}", folder.0.join("hub.db").display()), &folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_postgres_starts_share_keys() {
    let server = test_kit::postgres_url();
    let (folder, database) = (Folder::new(), Database::empty(&server).await);
    database.used_by(async |url| check_concurrent_starts(&url, &folder).await).await;
}

both!(ping_fails_after_close, async |app| {
    app.store.ping().await.unwrap();
    assert!(["SQLite, in-process", "PostgreSQL, in-process"].contains(&app.store.describe().as_str()));
    let shown = format!("{:?}", app.store);
    assert!(shown.contains("Secrets(…)"), "keys must not be printed: {shown}");
    app.store.close().await;
    assert!(app.store.ping().await.is_err());
});

both!(stored_messages_and_tokens_survive_restart, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let sent = app.send(channel, maya, "Still here?").await;
    let (token, _) = tokens::issue(&app.store, maya, app.store.clock.id()).unwrap();
    app.store.close().await;
    let again = app.second_node().await;
    assert_eq!(store::messages::between(&again, channel, 0, 9).await.unwrap(), vec![sent]);
    assert!(tokens::verify(&again, &token).is_ok());
    again.close().await;
});

both!(newer_schema_opens_only_if_it_supports_this_version, async |app| {
    const STEP: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                        VALUES (9999, 'of the next version', TRUE, 'sum', 0)";
    let (url, files) = app.environment();
    app.store.close().await;
    let run = async |statement: &'static str| {
        if url.starts_with("sqlite:") {
            let mut connection = SqliteConnection::connect(&url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        } else {
            let mut connection = PgConnection::connect(&url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        }
    };
    let open = async || match Store::open(Options::new(&url, &files), Clock::system()).await {
        Ok(store) => {
            store.close().await;
            true
        }
        Err(Error::Newer { found: 9999, .. }) => false,
        Err(error) => panic!("{error}"),
    };
    run(STEP).await;
    assert!(!open().await, "nothing says that this version runs on it");
    run("INSERT INTO schema_support (newest, oldest_program) VALUES (9999, 49)").await;
    assert!(open().await, "a rolling upgrade");
    run("UPDATE schema_support SET oldest_program = 9000 WHERE newest = 9999").await;
    assert!(!open().await, "a downgrade over several versions");
});

#[tokio::test]
async fn invalid_database_url_is_a_configuration_error() {
    for url in ["", "hub.db", "mysql://localhost/hub", "SQLITE:hub.db"] {
        let rejected = Db::open(url, 1).await;
        assert!(matches!(rejected, Err(Error::Configuration(text)) if text.contains("database.url")), "{url}");
    }
}

#[test]
fn ids_are_ordered_and_time_has_milliseconds() {
    let clock = Clock::manual(start() + chrono::Duration::microseconds(999));
    assert_eq!(clock.now(), start());
    let ids: Vec<Uuid> = (0..2_000).map(|_| clock.id()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
    clock.advance(std::time::Duration::from_secs(60));
    assert!(clock.id::<Uuid>() > ids[1_999]);
    assert_eq!(clock.now(), start() + chrono::Duration::minutes(1));
    let system = Clock::system();
    let before = system.now();
    system.advance(std::time::Duration::from_secs(3_600));
    assert!(system.now() - before < chrono::Duration::minutes(30), "the system clock cannot be advanced");
}
