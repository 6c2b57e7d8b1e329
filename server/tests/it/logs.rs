//! Logs tell what happened and never what people said, or what would let somebody in.

use std::fs::File;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::program::Installation;
use crate::talk;

const CANARIES: [&str; 5] = ["canary-message", "canary-password", "canary-search", "canary-token", "canary-typed"];

#[tokio::test]
async fn no_token_and_nothing_personal_is_logged() {
    // Our own words at their most talkative; those of libraries as they are by default.
    let installation = Installation::new()
        .with("MENTORHUB_LOG_FILTER", "info,mentorhub=trace,hub=trace,api=trace,store=trace,web=trace,sqlx=debug")
        .with("MENTORHUB_LOG_FORMAT", "json");
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
    let mut socket = talk::socket(&server).await;
    let frames = [
        json!({"token": "canary-token", "command": "typing", "channel": channel}).to_string(),
        json!({"token": token, "command": "canary-typed"}).to_string(),
        json!({"token": token, "command": "send", "channel": channel, "message": "canary-message", "temp_id": "a"})
            .to_string(),
    ];
    for frame in frames {
        socket.send(Message::text(frame)).await.unwrap();
    }
    // Its answer says that all of it was read.
    while !socket.next().await.unwrap().unwrap().to_string().contains("canary-message") {}
    server.signal("-TERM");
    assert!(server.wait().0);

    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("\"started\""), "nothing was logged: {log}");
    for secret in CANARIES.into_iter().chain([token, "Mentor-hub-1", "maya.mentor"]) {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} was logged");
    }
}
