//! Metrics exist, have the described meaning, and include all that the dashboard and the handbook name.

use std::collections::BTreeSet;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use tokio_tungstenite::tungstenite::Message;

use crate::program::{Installation, Server};
use crate::talk;

const DASHBOARD: &str = include_str!("../../../deploy/grafana/mentorhub.json");
const HANDBOOK: &str = include_str!("../../../docs/OPERATIONS.md");

/// Returns every word of a text that looks like the name of a metric.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter(|word| {
            ["hub_", "store_", "outbox_", "telemetry_", "traces_", "assistant_", "job_"]
                .iter()
                .any(|area| word.starts_with(area))
        })
        .collect()
}

async fn metrics(server: &Server) -> String {
    server.get("/metrics").await.text().await.unwrap()
}

#[tokio::test]
async fn one_message_changes_each_metric_once() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let (_, access) = server.sign_in("maya.mentor@example.org", "Mentor-hub-1").await;
    let (token, channel) = (access["accessToken"].as_str().unwrap(), talk::direct_channel(&server).await);
    let before = metrics(&server).await;
    for nothing in ["hub_deliveries_total 0", "hub_sockets 0", "hub_slow_readers_cut_total 0"] {
        assert!(before.contains(nothing), "{nothing}: {before}");
    }

    // A node with a fast clock sent the last event. Metrics must not depend on its clock.
    let database = installation.folder.path().join("data/mentorhub.db");
    let mut connection = SqliteConnection::connect(database.to_str().unwrap()).await.unwrap();
    sqlx::query("UPDATE channels SET head_at = '3000-01-01T00:00:00+00:00'").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let mut socket = talk::socket(&server).await;
    let join = json!({"token": token, "command": "join", "channel": channel});
    let send = json!({"token": token, "command": "send", "channel": channel, "message": "Counted?", "temp_id": "a"});
    // A second join waits for the end of the delivery, not only for the frame.
    for (frame, answer) in [(&join, "joined"), (&send, "Counted?"), (&join, "joined")] {
        socket.send(Message::text(frame.to_string())).await.unwrap();
        while !socket.next().await.unwrap().unwrap().to_string().contains(answer) {}
    }

    let measured = metrics(&server).await;
    for one in [
        "hub_sockets 1",
        "hub_deliveries_total 1",
        "hub_fanout_seconds_count 1",
        "store_commit_seconds_count 1",
        "store_commit_messages_sum 1",
        "store_writer_waiting 0",
        "hub_bus_healthy 1",
    ] {
        assert!(measured.lines().any(|line| line == one), "{one}: {measured}");
    }
    let value = |text: &str, name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap();
        line.parse().unwrap()
    };
    let fanout = value(&measured, "hub_fanout_seconds_sum");
    assert!(fanout > 0.0 && fanout < 60.0, "{fanout}");
    let statements = |text: &str| value(text, "store_statements_total");
    // Joining and sending need several statements; other tests count them exactly.
    assert!(statements(&measured) >= statements(&before) + 5.0, "{before}\n{measured}");
    // A readiness check is one statement.
    let before = statements(&metrics(&server).await);
    for _ in 0..100 {
        assert_eq!(server.get("/readyz").await.status(), 200);
    }
    let asked = statements(&metrics(&server).await) - before;
    assert!((100.0..200.0).contains(&asked), "{asked}");

    let wanted: BTreeSet<&str> = names(DASHBOARD).into_iter().chain(names(HANDBOOK)).collect();
    assert!(wanted.len() > 10, "{wanted:?}");
    for name in wanted {
        assert!(measured.contains(&format!("# TYPE {}", name.trim_end_matches("_bucket"))), "{name} is not measured");
    }
}
