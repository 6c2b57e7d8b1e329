//! Whom a socket belongs to, and for how long.

use std::time::Duration;

use serde_json::json;
use store::people::{self, Role};
use store::programmes::Settings;
use store::sign_up::{self, Applicant, Proof, SignedUp};
use store::social::{self, Account};
use store::{PersonId, administration, login_sessions, tokens};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::socket::Socket;
use crate::test_app::{TOKEN_LIFETIME, TestApp};
use test_kit::both;

both!(upgrade_from_foreign_origin_is_refused, async |app| {
    let node = app.node().await;
    for origin in [Some("https://evil.example.org"), Some("null"), Some(""), None] {
        assert_eq!(Socket::open(node.address, origin).await.unwrap_err(), 403, "{origin:?}");
    }
    assert_eq!(node.anonymous_socket().await.so_far_as_nobody().await, "token_invalid");
});

both!(unknown_websocket_version_is_answered_with_ours, async |app| {
    let node = app.node().await;
    let mut stream = TcpStream::connect(node.address).await.unwrap();
    for version in ["Sec-WebSocket-Version: 7\r\n", ""] {
        let request = format!(
            "GET /ws/chat/ HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             {version}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            node.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let answer = answer.to_lowercase();
        assert!(answer.starts_with("http/1.1 426 ") && answer.contains("sec-websocket-version: 13\r\n"), "{answer}");
        stream = TcpStream::connect(node.address).await.unwrap();
    }
});

impl Socket {
    /// The code of the refusal of a frame without a token.
    async fn so_far_as_nobody(&mut self) -> String {
        self.send_frame(json!({"command": "unread_message"})).await;
        self.expect("error").await["code"].as_str().unwrap().to_owned()
    }
}

both!(unauthenticated_connection_is_closed, async |app| {
    // Enough for Maya on a busy machine.
    let node = app.node_with(|limits| limits.sign_in_timeout = Duration::from_secs(3)).await;
    let mut silent = node.anonymous_socket().await;
    let mut talkative = node.anonymous_socket().await;
    assert_eq!(talkative.so_far_as_nobody().await, "token_invalid");
    assert_eq!(silent.expect_close().await, 4401);
    assert_eq!(talkative.expect_close().await, 4401, "only a good token counts");
    // A connection that authenticated in time stays.
    let mut maya = node.socket(app.maya).await;
    let mut late = node.anonymous_socket().await;
    assert_eq!(late.expect_close().await, 4401);
    maya.expect_silence().await;
});

both!(invalid_token_is_refused, async |app| {
    let node = app.node().await;
    let (_, token) = node.sign_in(app.maya).await;
    let parts: Vec<&str> = token.split('.').collect();
    let (_, of_tom) = node.sign_in(app.tom).await;
    let claims_of_tom = of_tom.split('.').nth(1).unwrap();
    let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    for forged in [
        String::new(),
        "nonsense".to_owned(),
        format!("{}.{claims_of_tom}.{}", parts[0], parts[2]),
        format!("{unsigned}.{}.", parts[1]),
        format!("{unsigned}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        // Another installation's, whose keys are its own.
        foreign_token().await,
    ] {
        let mut stranger = node.anonymous_socket().await;
        stranger.token = Some(forged.clone());
        stranger.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
        let error = stranger.expect_error("token_invalid").await;
        assert_eq!(error["in_reply_to"], "fetch_messages", "{forged}");
    }
});

async fn foreign_token() -> String {
    let (ours, theirs) = std::sync::mpsc::channel();
    Box::pin(test_kit::on_sqlite(async move |place| {
        let other = TestApp::open(place).await;
        let node = other.node().await;
        ours.send(node.sign_in(other.maya).await.1).unwrap();
    }))
    .await;
    theirs.recv().unwrap()
}

both!(expired_token_is_renewed_in_same_connection, async |app| {
    let node = app.frozen_node().await;
    let (opened, token) = node.sign_in(app.maya).await;
    let mut maya = node.socket_of(opened.clone(), token.clone()).await;
    maya.join(app.pair).await;
    node.store.clock.advance(TOKEN_LIFETIME);
    let temp_id = maya.send(app.pair, "still me").await;
    let error = maya.expect_error("token_expired").await;
    assert_eq!(error["temp_id"], temp_id);

    let (fresh, _) = tokens::issue(&node.store, app.maya, opened.session).unwrap();
    maya.token = Some(fresh);
    maya.send_as(app.pair, "still me", &temp_id).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id, "the channel stayed open");

    // An expired token does not authenticate a new connection.
    let mut stranger = node.anonymous_socket().await;
    stranger.sign_in(&opened, token);
    stranger.send_frame(json!({"command": "unread_message"})).await;
    stranger.expect_error("token_expired").await;
});

both!(unrenewed_expired_token_closes_connection, async |app| {
    let clock = store::clock::Clock::manual(app.store.clock.now());
    let node = app.node_at(clock, |limits| limits.renewal_timeout = Duration::from_millis(100)).await;
    let mut maya = node.socket(app.maya).await;
    node.store.clock.advance(TOKEN_LIFETIME);
    maya.send_frame(json!({"command": "unread_message"})).await;
    maya.expect_error("token_expired").await;
    assert_eq!(maya.expect_close().await, 4401);
});

both!(token_of_another_person_closes_connection, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let (_, of_tom) = node.sign_in(app.tom).await;
    maya.token = Some(of_tom);
    maya.send(app.pair, "who am I?").await;
    assert_eq!(maya.expect_close().await, 4403);
    assert_eq!(app.stored(app.pair).await.len(), 0);
});

both!(nickname_in_frame_is_not_trusted, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let token = maya.token.clone();
    let frame = json!({
        "command": "send", "channel": app.pair, "message": "hi", "tempId": "a", "token": token,
        "nickname": "Tom", "user_id": app.tom, "sender": app.tom,
    });
    maya.text(&frame.to_string()).await;
    assert_eq!(maya.expect("new_message").await["user_id"], json!(app.maya));
});

both!(ended_login_session_cannot_connect, async |app| {
    let node = app.node().await;
    let (opened, token) = node.sign_in(app.maya).await;
    login_sessions::end(&node.store, opened.session).await.unwrap();
    let mut stranger = node.anonymous_socket().await;
    stranger.sign_in(&opened, token);
    stranger.send_frame(json!({"command": "unread_message"})).await;
    assert_eq!(stranger.expect_close().await, 4401);
});

both!(connection_before_agreement_to_terms_is_refused, async |app| {
    let node = app.node().await;
    let lena = newcomer(&app).await;
    let (opened, token) = node.sign_in(lena).await;
    let mut socket = node.anonymous_socket().await;
    socket.sign_in(&opened, token.clone());
    socket.send_frame(json!({"command": "unread_message"})).await;
    socket.expect_error("terms_required").await;
    assert_eq!(socket.expect_close().await, 4451);
    people::agree_to_terms(&app.store, lena).await.unwrap();
    node.socket_of(opened, token).await.expect_silence().await;
});

/// Lena has signed up with a social account, and not agreed to the terms.
async fn newcomer(app: &TestApp) -> PersonId {
    let store = &app.store;
    let programme_id = administration::put_programme(
        store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "UTC",
        &Settings::default(),
    )
    .await
    .unwrap();
    let email = "lena@example.org";
    let account = Account { issuer: "https://id.example.org", subject: "lena", email };
    let ticket = social::issue_ticket(store, account).await.unwrap();
    let lena = Applicant {
        email: email.to_owned(),
        first_name: "Lena".to_owned(),
        last_name: "Vogt".to_owned(),
        role: Role::Mentee,
        phone_number: "0151234567".to_owned(),
        programme_id,
        institution_code: None,
        invitation: None,
        language: "en".to_owned(),
        has_declared: true,
    };
    match sign_up::sign_up(store, &lena, Proof::Social(&ticket)).await.unwrap() {
        SignedUp::Created(person) => person,
        refused => panic!("{refused:?}"),
    }
}
