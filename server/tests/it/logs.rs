//! Logs contain events, and neither texts of people nor credentials.

use std::fs::File;

use futures_util::{SinkExt, StreamExt};
use reqwest::multipart::{Form, Part};
use serde_json::json;
use test_kit::{Database, fresh_name, samples};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::program::Installation;
use crate::talk;

const CANARIES: [&str; 8] = [
    "canary-file",
    "canary-message",
    "canary-page",
    "canary-password",
    "canary-question",
    "canary-search",
    "canary-token",
    "canary-typed",
];

/// Returns a filter with all crates of the workspace at trace level and all SQL statements.
fn everything() -> String {
    let members = include_str!("../../../Cargo.toml").split("members = [").nth(1).unwrap().split(']').next().unwrap();
    let is_name = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let crates = members.split('"').filter(is_name);
    let levels: Vec<String> = crates.map(|name| format!("{}=trace", name.replace('-', "_"))).collect();
    assert!(levels.len() > 10, "{levels:?}");
    format!("info,sqlx=debug,{}", levels.join(","))
}

async fn nothing_personal_is_logged(installation: Installation) {
    let installation = installation.with("MENTORHUB_LOG_FILTER", &everything()).with("MENTORHUB_LOG_FORMAT", "json");
    let path = installation.folder.path().join("log");
    let server = installation.serve_logging_to(File::create(&path).unwrap());

    let (_, refused) = server.sign_in("maya.mentor@example.org", "canary-password").await;
    assert!(refused["accessToken"].is_null());
    let (_, access) = server.sign_in("maya.mentor@example.org", "Mentor-hub-1").await;
    let token = access["accessToken"].as_str().unwrap();
    let search = server.client.post(format!("{}/api/v2/chat/search-chat-message/", server.url)).bearer_auth(token);
    let found = search.json(&json!({"searchText": "canary-search", "pageNumber": 1})).send().await.unwrap();
    assert_eq!(found.status(), 200);
    let profile = format!("{}/api/v2/users/profile/", server.url);
    assert_eq!(server.client.get(profile).bearer_auth("canary-token").send().await.unwrap().status(), 401);
    let channel = talk::direct_channel(&server).await;
    let upload = server.client.post(format!("{}/api/v2/chat/{channel}/attachments/", server.url)).bearer_auth(token);
    let file = Part::bytes(samples::pdf(300, 400)).file_name("canary-file.pdf");
    assert_eq!(upload.multipart(Form::new().part("file", file)).send().await.unwrap().status(), 201);
    let preview = format!("{}/api/v2/chat/link-preview/?url=http://127.0.0.1:1/canary-page", server.url);
    assert_eq!(server.client.get(preview).bearer_auth(token).send().await.unwrap().status(), 404);

    let assistant = talk::channel(&server, "assistant").await;
    let mut socket = talk::socket(&server).await;
    let say = |channel: &str, text: &str| {
        json!({"token": token, "command": "send", "channel": channel, "message": text, "temp_id": text}).to_string()
    };
    let frames = [
        json!({"token": "canary-token", "command": "typing", "channel": channel}).to_string(),
        json!({"token": token, "command": "canary-typed"}).to_string(),
        json!({"token": token, "command": "join", "channel": assistant}).to_string(),
        say(&assistant, "canary-question"),
        say(&channel, "canary-message"),
    ];
    for frame in frames {
        socket.send(Message::text(frame)).await.unwrap();
    }
    // The responses show that the server read all frames.
    let mut wanted = vec!["canary-message", "\"sources\":"];
    while !wanted.is_empty() {
        let frame = socket.next().await.unwrap().unwrap().to_string();
        wanted.retain(|answer| !frame.contains(answer));
    }
    server.signal("-TERM");
    assert!(server.wait().0);

    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("\"started\"") && log.contains("sqlx::query"), "nothing was logged: {log}");
    for secret in CANARIES.into_iter().chain([token, "Mentor-hub-1", "maya.mentor"]) {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} was logged");
    }
}

#[tokio::test]
async fn log_has_no_tokens_or_texts_on_sqlite() {
    nothing_personal_is_logged(Installation::new()).await;
}

#[tokio::test]
async fn log_has_no_tokens_or_texts_on_postgres() {
    let postgres = test_kit::postgres_url();
    let redis = test_kit::redis_url();
    let database = Database::with_schema(&postgres).await;
    database
        .used_by(async |url| {
            let installation = Installation::new()
                .with("MENTORHUB_DATABASE_URL", &url)
                .with("MENTORHUB_BUS_URL", &redis)
                .with("MENTORHUB_BUS_TOPIC", &fresh_name());
            nothing_personal_is_logged(installation).await;
        })
        .await;
}

#[tokio::test]
async fn malformed_input_of_clients_is_no_error() {
    let installation = Installation::new();
    let path = installation.folder.path().join("log");
    let server = installation.serve_logging_to(File::create(&path).unwrap());
    // Control frames in parts and reserved opcodes, all masked.
    for first in [0x08, 0x09, 0x0a, 0x03, 0x0b, 0x83, 0x8f, 0xf1] {
        let mut stream = talk::socket(&server).await.into_inner();
        stream.write_all(&[first, 0x80, 1, 2, 3, 4]).await.unwrap();
        // The server closes the connection.
        stream.read_to_end(&mut Vec::new()).await.unwrap();
    }
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nA\x01: b\r\n\r\n").await.unwrap();
    stream.read_to_end(&mut Vec::new()).await.unwrap();
    server.signal("-TERM");
    assert!(server.wait().0);
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(!log.contains("ERROR"), "{log}");
}
