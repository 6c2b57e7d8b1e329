//! Metrics change when their events happen.

use sqlx::{Connection, SqliteConnection};
use test_kit::Database;

use crate::program::{Installation, Server};
use crate::talk::{self, MAYA, TOM, Talker};

/// Returns the current value of a metric; a metric without events may have no line.
async fn measured(server: &Server, name: &str) -> f64 {
    let text = server.get("/metrics").await.text().await.unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.map_or(0.0, |value| value.parse().unwrap())
}

async fn database(installation: &Installation) -> SqliteConnection {
    let path = installation.folder.path().join("data/mentorhub.db");
    SqliteConnection::connect(path.to_str().unwrap()).await.unwrap()
}

#[tokio::test]
async fn waiting_messages_are_counted_during_stalled_commit() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .with("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000");
    let server = installation.serve(&["--demo"]);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    let mut other = database(&installation).await;
    let turn = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    maya.says("number 0.").await;
    let mut said = 0;
    while measured(&server, "store_writer_waiting").await == 0.0 {
        // The first commit times out after ten seconds; the waiting messages are in the next one.
        let begun = measured(&server, "store_commit_messages_count").await;
        assert!(begun <= 1.0, "nothing was said to wait while a commit stood still");
        said += 1;
        maya.says(&format!("number {said}.")).await;
    }
    turn.rollback().await.unwrap();
    maya.hears(&format!("number {said}.")).await;
    assert_eq!(measured(&server, "store_writer_waiting").await, 0.0);
}

#[tokio::test]
async fn failed_commit_is_timed() {
    let installation = Installation::new().with("MENTORHUB_LOG_FILTER", "off");
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let mut other = database(&installation).await;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'not now'); END";
    sqlx::query(refuse).execute(&mut other).await.unwrap();
    other.close().await.unwrap();

    let server = installation.serve(&[]);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    maya.says("Kept?").await;
    maya.hears("unavailable").await;
    assert_eq!(measured(&server, "store_commit_seconds_count").await, 1.0);
}

#[tokio::test]
async fn slow_reader_is_measured_and_disconnected() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_MESSAGE_CHARS", "30000")
        .with("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .with("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000");
    let server = installation.serve(&["--demo"]);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    let _tom = Talker::joined(&server, TOM, talk::narrow_socket(&server).await).await;
    let long = "x".repeat(29_000);
    let mut say = async |numbers: std::ops::Range<i32>| {
        for number in numbers {
            maya.says(&format!("number {number} {long}")).await;
            maya.hears(&format!("number {number} ")).await;
        }
    };
    // More than the kernel buffers, less than the limit of the queue.
    say(0..50).await;
    while measured(&server, "hub_queued_bytes").await == 0.0 {
        assert_eq!(measured(&server, "hub_slow_readers_cut_total").await, 0.0);
    }
    assert!(measured(&server, "hub_queued_bytes_of_slowest").await > 29_000.0);
    say(50..250).await;
    assert_eq!(measured(&server, "hub_slow_readers_cut_total").await, 1.0);
}

#[tokio::test]
async fn messages_missed_by_the_bus_are_counted() {
    let postgres = test_kit::postgres_url();
    let database = Database::empty(&postgres).await;
    database
        .used_by(async |url| {
            // Nodes receive each other's messages only through the database.
            let installation = Installation::new().without_its_bus(&url);
            let nodes = [installation.serve(&["--demo"]), installation.serve(&[])];
            let mut maya = Talker::joined(&nodes[0], MAYA, talk::socket(&nodes[0]).await).await;
            let mut tom = Talker::joined(&nodes[1], TOM, talk::socket(&nodes[1]).await).await;
            assert_eq!(measured(&nodes[1], "hub_bus_gaps_repaired_total").await, 0.0);
            for number in 0..3 {
                maya.says(&format!("number {number}")).await;
            }
            tom.hears("number 2").await;
            assert!(measured(&nodes[1], "hub_bus_gaps_repaired_total").await >= 3.0);
            assert_eq!(measured(&nodes[1], "hub_bus_healthy").await, 0.0);
        })
        .await;
}

#[tokio::test]
async fn waiting_and_failed_mails_are_counted() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    let mut other = database(&installation).await;
    // One has failed and waits for its retry, like all mails while the mail server is down.
    for (attempts, dead_reason) in [(1, None), (8, Some("the address is unknown"))] {
        let job = "INSERT INTO outbox (id, kind, payload, due_at, attempts, dead_reason, created_at) \
                   VALUES (randomblob(16), 'mail', '{}', '3000-01-01T00:00:00+00:00', $1, $2, '2020-01-01T00:00:00+00:00')";
        sqlx::query(job).bind(attempts).bind(dead_reason).execute(&mut other).await.unwrap();
    }
    other.close().await.unwrap();
    let server = installation.serve(&[]);
    assert_eq!(measured(&server, "outbox_given_up").await, 1.0);
    assert!(measured(&server, "outbox_age_seconds").await >= 3_600.0);
}
