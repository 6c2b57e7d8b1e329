//! Whom a socket belongs to, and for how long.

use std::time::Duration;

use serde_json::json;
use store::{sessions, tokens};

use crate::socket::Socket;
use crate::world::{TOKEN_LIFETIME, World};
use test_kit::both;

both!(a_page_of_another_site_gets_no_socket, async |world| {
    let node = world.node().await;
    for origin in [Some("https://evil.example.org"), Some("null"), Some(""), None] {
        assert_eq!(Socket::open(node.address, origin).await.unwrap_err(), 403, "{origin:?}");
    }
    assert_eq!(node.stranger().await.so_far_as_nobody().await, "token_invalid");
});

impl Socket {
    /// The code of the refusal of a frame without a token.
    async fn so_far_as_nobody(&mut self) -> String {
        self.say(json!({"command": "unread_message"})).await;
        self.expect("error").await["code"].as_str().unwrap().to_owned()
    }
}

both!(who_says_nothing_is_closed, async |world| {
    let node = world.node_with(|limits| limits.sign_in_timeout = Duration::from_millis(200)).await;
    let mut silent = node.stranger().await;
    let mut talkative = node.stranger().await;
    assert_eq!(talkative.so_far_as_nobody().await, "token_invalid");
    assert_eq!(silent.closes().await, 4401);
    assert_eq!(talkative.closes().await, 4401, "only a good token counts");
    // Who signed in in time stays.
    let mut maya = node.socket(world.maya).await;
    let mut late = node.stranger().await;
    assert_eq!(late.closes().await, 4401);
    maya.hears_nothing().await;
});

both!(a_token_that_is_not_ours_opens_nothing, async |world| {
    let node = world.node().await;
    let (_, token) = node.sign_in(world.maya).await;
    let parts: Vec<&str> = token.split('.').collect();
    let (_, of_tom) = node.sign_in(world.tom).await;
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
        let mut stranger = node.stranger().await;
        stranger.token = Some(forged.clone());
        stranger.say(json!({"command": "fetch_messages", "channel": world.pair})).await;
        let error = stranger.expect_error("token_invalid").await;
        assert_eq!(error["in_reply_to"], "fetch_messages", "{forged}");
    }
});

async fn foreign_token() -> String {
    let (ours, theirs) = std::sync::mpsc::channel();
    Box::pin(test_kit::on_sqlite(async move |place| {
        let other = World::open(place).await;
        let node = other.node().await;
        ours.send(node.sign_in(other.maya).await.1).unwrap();
    }))
    .await;
    theirs.recv().unwrap()
}

both!(an_expired_token_is_renewed_without_a_new_socket, async |world| {
    let node = world.frozen_node().await;
    let (opened, token) = node.sign_in(world.maya).await;
    let mut maya = node.socket_of(opened.clone(), token.clone()).await;
    maya.join(world.pair).await;
    node.store.clock.advance(TOKEN_LIFETIME);
    let temp_id = maya.send(world.pair, "still me").await;
    let error = maya.expect_error("token_expired").await;
    assert_eq!(error["temp_id"], temp_id);

    let (fresh, _) = tokens::issue(&node.store, world.maya, opened.session).unwrap();
    maya.token = Some(fresh);
    maya.send_as(world.pair, "still me", &temp_id).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id, "the channel stayed open");

    // For a socket that nobody knows yet, an expired token is not a good one.
    let mut stranger = node.stranger().await;
    stranger.sign_in(&opened, token);
    stranger.say(json!({"command": "unread_message"})).await;
    stranger.expect_error("token_expired").await;
});

both!(an_expired_token_that_is_not_renewed_ends_the_socket, async |world| {
    let clock = store::clock::Clock::manual(world.store.clock.now());
    let node = world.node_at(clock, |limits| limits.renewal_timeout = Duration::from_millis(100)).await;
    let mut maya = node.socket(world.maya).await;
    node.store.clock.advance(TOKEN_LIFETIME);
    maya.say(json!({"command": "unread_message"})).await;
    maya.expect_error("token_expired").await;
    assert_eq!(maya.closes().await, 4401);
});

both!(another_persons_token_ends_the_socket, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    let (_, of_tom) = node.sign_in(world.tom).await;
    maya.token = Some(of_tom);
    maya.send(world.pair, "who am I?").await;
    assert_eq!(maya.closes().await, 4403);
    assert_eq!(world.stored(world.pair).await.len(), 0);
});

both!(the_name_in_a_frame_is_not_believed, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    let token = maya.token.clone();
    let frame = json!({
        "command": "send", "channel": world.pair, "message": "hi", "tempId": "a", "token": token,
        "nickname": "Tom", "user_id": world.tom, "sender": world.tom,
    });
    maya.text(&frame.to_string()).await;
    assert_eq!(maya.expect("new_message").await["user_id"], json!(world.maya));
});

both!(a_session_that_ended_opens_no_socket, async |world| {
    let node = world.node().await;
    let (opened, token) = node.sign_in(world.maya).await;
    sessions::end(&node.store, opened.session).await.unwrap();
    let mut stranger = node.stranger().await;
    stranger.sign_in(&opened, token);
    stranger.say(json!({"command": "unread_message"})).await;
    assert_eq!(stranger.closes().await, 4401);
});
