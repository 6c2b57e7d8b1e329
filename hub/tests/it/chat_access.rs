//! People without chat with people: its channels do not exist for them.

use serde_json::{Value, json};
use store::experiences::{Access, Overrides};
use store::{offline_notifications, people, push, team};

use test_kit::both;

use crate::assistant::{assistant_of, quoting, reply};
use crate::node::Node;
use crate::test_app::TestApp;

const SEARCH: &str = "/api/v2/chat/search-chat-message/";

async fn restrict(app: &TestApp, node: &Node, mentorship_chat: Access) {
    let overrides = Overrides {
        chattype: Some(Access::Use),
        mentorship_chat: Some(mentorship_chat),
        ai_chat: Some(Access::Use),
        ..Overrides::default()
    };
    people::set_overrides(&node.store, &test_kit::operator(), app.tom, &overrides).await.unwrap();
}

async fn kinds(node: &Node, token: &str) -> Vec<Value> {
    let list = node.get_json("/api/v2/chat/channels/", token).await;
    list.as_array().unwrap().iter().map(|channel| channel["kind"].clone()).collect()
}

both!(person_with_assistant_only_sees_it_alone, async |app| {
    let written = app.history(app.pair, app.maya, 1).await;
    let node = app.node().await;
    node.hub.start_assistant(quoting());
    let mut tom = node.socket(app.tom).await;
    tom.join(app.pair).await;
    for access in [Access::Show, Access::Hide] {
        restrict(&app, &node, access).await;
        tom.expect("reload").await;
        let token = tom.token.clone().unwrap();
        assert_eq!(kinds(&node, &token).await, [json!("team"), json!("assistant")]);
        let temp_id = tom.send(app.pair, "let me in").await;
        assert_eq!(tom.expect_error("channel_unknown").await["temp_id"], temp_id);
        for command in ["join", "fetch_messages", "message_seen"] {
            tom.send_frame(json!({"command": command, "channel": app.pair})).await;
            tom.expect_error("channel_unknown").await;
        }
        let react =
            json!({"command": "react", "channel": app.pair, "msg_id": written[0].id, "emoji": "🎉", "on": true});
        tom.send_frame(react).await;
        tom.expect_error("channel_unknown").await;
        let path = format!("/api/v2/chat/{}/attachments/", app.pair);
        assert_eq!(node.post(&path, &token, &json!({})).await.0, 404);
        assert_eq!(node.post(SEARCH, &token, &json!({"search_text": "no."})).await.1["messages"], json!([]));
    }
    let assistant = assistant_of(&node, &tom).await.unwrap();
    tom.join(assistant).await;
    tom.send(assistant, "Who can read my messages?").await;
    assert_eq!(reply(&mut tom).await["assistant"]["kind"], "answer");
});

both!(hidden_channels_send_no_counts, async |app| {
    let node = app.node().await;
    restrict(&app, &node, Access::Hide).await;
    let (mut tom, mut maya) = (node.socket(app.tom).await, node.socket(app.maya).await);
    maya.send(app.pair, "are you there?").await;
    maya.expect("new_message").await;
    tom.expect_silence().await;
    tom.send_frame(json!({"command": "unread_message"})).await;
    assert_eq!(tom.expect("unread_message").await["unread_messages"], json!({}));
    let counts = node.get_json("/api/v2/chat/unread-message/", tom.token.as_deref().unwrap()).await;
    assert_eq!(counts["unreadMessages"], json!({}));
});

both!(regained_chat_shows_channels_again, async |app| {
    let node = app.node().await;
    restrict(&app, &node, Access::Hide).await;
    // The first list would open it, and let the connection load again.
    team::open(&node.store, app.tom).await.unwrap();
    let mut tom = node.socket(app.tom).await;
    assert_eq!(kinds(&node, tom.token.as_deref().unwrap()).await, [json!("team")]);
    restrict(&app, &node, Access::Use).await;
    tom.expect("reload").await;
    assert_eq!(kinds(&node, tom.token.as_deref().unwrap()).await.len(), 3);
    tom.send(app.pair, "back").await;
    tom.expect("new_message").await;
});

both!(hidden_channels_send_no_push, async |app| {
    let node = app.node().await;
    restrict(&app, &node, Access::Hide).await;
    let session = node.sign_in(app.tom).await.0.session;
    let device =
        push::Device { endpoint: "https://push.example/tom".to_owned(), public_key: vec![4; 65], auth: vec![7; 16] };
    push::register(&node.store, app.tom, session, &device).await.unwrap();
    app.history(app.pair, app.maya, 1).await;
    let due_pushes = async || {
        offline_notifications::notify_offline_members(&node.store, &[app.pair]).await.unwrap();
        let lease = chrono::Duration::minutes(1);
        store::outbox::lease::<push::Push>(&node.store, push::PUSH, 10, lease).await.unwrap().len()
    };
    assert_eq!(due_pushes().await, 0);
    restrict(&app, &node, Access::Use).await;
    assert_eq!(due_pushes().await, 1);
});
