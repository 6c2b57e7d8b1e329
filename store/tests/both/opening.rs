//! Opening an installation: for the first time, twice at once, again, and not at all.

use std::sync::Arc;

use futures_util::future::join_all;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::clock::Clock;
use store::{Db, Error, Options, Store, attachments, tokens};
use uuid::Uuid;

use crate::world::start;
use test_kit::{Database, Folder, both};

/// Four processes that start at once on nothing end with one schema and one set of keys.
async fn four_nodes_start_at_once(url: &str, folder: &Folder) {
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
async fn nodes_that_start_at_once_on_sqlite_share_their_keys() {
    let folder = Folder::new();
    four_nodes_start_at_once(&format!("sqlite:{}", folder.0.join("hub.db").display()), &folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_at_once_on_postgres_share_their_keys() {
    let Some(server) = test_kit::service("MENTORHUB_TEST_POSTGRES") else { return };
    let (folder, database) = (Folder::new(), Database::empty(&server).await);
    database.used_by(async |url| four_nodes_start_at_once(&url, &folder).await).await;
}

both!(an_open_store_answers_and_a_closed_one_does_not, async |world| {
    world.store.ping().await.unwrap();
    assert!(["SQLite, in-process", "PostgreSQL, in-process"].contains(&world.store.describe().as_str()));
    let shown = format!("{:?}", world.store);
    assert!(shown.contains("Secrets(…)"), "keys are never shown: {shown}");
    world.store.close().await;
    assert!(world.store.ping().await.is_err());
});

both!(what_was_stored_is_there_after_a_restart, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let sent = world.says(channel, maya, "Still here?").await;
    let (token, _) = tokens::issue(&world.store, maya, world.store.clock.id()).unwrap();
    world.store.close().await;
    let again = world.second_node().await;
    assert_eq!(store::messages::between(&again, channel, 0, 9).await.unwrap(), vec![sent]);
    assert!(tokens::verify(&again, &token).is_ok());
    again.close().await;
});

both!(the_version_before_starts_on_the_database_of_the_next, async |world| {
    const STEP: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                        VALUES (9999, 'of the next version', TRUE, $1, 0)";
    let (url, checksum) = (world.place().0, &b"sum"[..]);
    world.store.close().await;
    if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        sqlx::query(STEP).bind(checksum).execute(&mut connection).await.unwrap();
    } else {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        sqlx::query(STEP).bind(checksum).execute(&mut connection).await.unwrap();
    }
    let again = world.second_node().await;
    again.ping().await.unwrap();
    again.close().await;
});

#[tokio::test]
async fn an_address_of_no_database_is_a_plain_sentence() {
    for url in ["", "hub.db", "mysql://localhost/hub", "SQLITE:hub.db"] {
        let refused = Db::open(url, 1).await;
        assert!(matches!(refused, Err(Error::Configuration(text)) if text.contains("database.url")), "{url}");
    }
}

#[test]
fn ids_of_one_moment_are_in_order_and_time_is_cut_to_milliseconds() {
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
    assert!(system.now() - before < chrono::Duration::minutes(30), "nobody moves the machine's clock");
}
