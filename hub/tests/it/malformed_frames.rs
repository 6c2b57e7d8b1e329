//! Malformed frames get the documented error and do not affect other connections.

use futures_util::SinkExt;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::node::Node;
use crate::socket::{Received, Socket};
use crate::test_app::TestApp;
use test_kit::both;

fn part(bytes: impl Into<Vec<u8>>, kind: Data, is_last: bool) -> Message {
    Message::Frame(Frame::message(bytes.into(), OpCode::Data(kind), is_last))
}

/// The hub still does its work for this socket.
async fn still_works(socket: &mut Socket, app: &TestApp) {
    let temp_id = socket.send(app.pair, "still here").await;
    socket.read_until(|frame| frame["command"] == "new_message" && frame["temp_id"] == temp_id).await;
}

both!(malformed_frame_returns_error_and_keeps_connection, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    for text in [
        "",
        " ",
        "null",
        "7",
        "\"join\"",
        "[]",
        "{",
        "\0",
        "ü\u{feff}",
        &format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        &format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000)),
    ] {
        maya.text(text).await;
        maya.expect_error("bad_frame").await;
    }
    for text in ["{}", "{\"command\":\"join\"}", "{\"token\":null,\"command\":{}}", "{\"token\":[\"a\"]}"] {
        maya.text(text).await;
        maya.expect_error("token_invalid").await;
    }
    for command in [json!(null), json!({}), json!(3)] {
        maya.send_frame(json!({"command": command})).await;
        maya.expect_error("bad_frame").await;
    }
    maya.wire.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    maya.expect_error("bad_frame").await;
    still_works(&mut maya, &app).await;
});

both!(wrong_field_types_return_error_with_command, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let channel = json!(app.pair);
    for frame in [
        json!({"command": "join"}),
        json!({"command": "join", "channel": 7}),
        json!({"command": "join", "channel": null}),
        json!({"command": "join", "channel": {"id": channel}}),
        json!({"command": "join", "channel": "'; DROP TABLE messages; --"}),
        json!({"command": "join", "channel": channel, "after_msg_id": 5}),
        json!({"command": "send", "channel": channel, "message": ["hi"], "tempId": "a"}),
        json!({"command": "send", "channel": channel, "message": "hi"}),
        json!({"command": "send", "channel": channel, "message": "nul \0 byte", "tempId": "a"}),
        json!({"command": "get_room_chat_messages", "channel": channel, "page_number": "2"}),
        json!({"command": "get_room_chat_messages", "channel": channel, "page_number": 1.5}),
        json!({"command": "get_room_chat_messages", "channel": channel, "page_number": u64::MAX}),
        json!({"command": "get_room_chat_messages", "channel": channel, "page_number": 1e300}),
        json!({"command": "message_seen", "channel": channel, "msg_id": []}),
        json!({"command": "typing", "channel": ""}),
    ] {
        maya.send_frame(frame.clone()).await;
        assert_eq!(maya.expect_error("bad_frame").await["in_reply_to"], frame["command"], "{frame}");
    }
    maya.send_frame(json!({"command": "dance", "tempId": "a"})).await;
    let error = maya.expect_error("unknown_command").await;
    assert_eq!((&error["in_reply_to"], &error["temp_id"]), (&json!("dance"), &json!("a")));
    maya.send_frame(json!({"command": "unread_message", "later": {"deep": [1, 2]}, "channel": 9})).await;
    maya.expect("unread_message").await;
    still_works(&mut maya, &app).await;
});

both!(invalid_utf8_closes_connection, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.wire.send(part(vec![b'"', 0xc3, 0x28], Data::Text, true)).await.unwrap();
    assert_eq!(maya.expect_close().await, 1007);
    let mut maya = node.socket(app.maya).await;
    maya.wire.send(part("\"", Data::Text, false)).await.unwrap();
    maya.wire.send(part(vec![0xff, b'"'], Data::Continue, true)).await.unwrap();
    assert_eq!(maya.expect_close().await, 1007);
});

both!(fragmented_frames_form_one_message, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let token = maya.token.clone();
    let text = json!({"command": "send", "channel": app.pair, "message": "Grüße 👋", "tempId": "a", "token": token});
    let bytes = text.to_string().into_bytes();
    let (last, parts) = bytes.split_last().unwrap();
    // Byte by byte, so that characters are cut in the middle; a ping may come in between.
    for (number, byte) in parts.iter().enumerate() {
        let kind = if number == 0 { Data::Text } else { Data::Continue };
        maya.wire.send(part(vec![*byte], kind, false)).await.unwrap();
    }
    maya.wire.send(part(vec![*last], Data::Continue, true)).await.unwrap();
    assert_eq!(maya.expect("new_message").await["message"], "Grüße 👋");
    maya.wire.send(part(vec![1], Data::Binary, false)).await.unwrap();
    maya.wire.send(part(vec![2], Data::Continue, true)).await.unwrap();
    maya.expect_error("bad_frame").await;
    still_works(&mut maya, &app).await;
    // The end of something that never began.
    maya.wire.send(part("x", Data::Continue, true)).await.unwrap();
    assert_eq!(maya.expect_close().await, 1002);
});

both!(invalid_websocket_bytes_close_only_that_connection, async |app| {
    use tokio::io::AsyncWriteExt;
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    for bytes in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 64], &[0x81], &[0x83, 0x80, 0, 0, 0, 0], &[0x89, 0xff, 0, 0]]
    {
        let mut stranger = node.anonymous_socket().await;
        stranger.wire.get_mut().write_all(bytes).await.unwrap();
        stranger.wire.get_mut().shutdown().await.unwrap();
        while !matches!(stranger.next().await, Received::Closed(_)) {}
    }
    still_works(&mut maya, &app).await;
});

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[a-z_]{1,8}", inner), 0..4).prop_map(|entries| entries.into_iter().collect()),
        ]
    })
}

/// A frame that looks like one of ours, with anything in its fields.
fn any_frame() -> impl Strategy<Value = Value> {
    let command = prop_oneof![
        prop::sample::select(vec![
            "join",
            "leave",
            "send",
            "fetch_messages",
            "get_room_chat_messages",
            "unread_message",
            "message_seen",
            "typing",
        ])
        .prop_map(Value::from),
        any_json(),
    ];
    let fields = [
        "channel",
        "channelId",
        "message",
        "tempId",
        "temp_id",
        "attachments",
        "after_msg_id",
        "page_number",
        "message_id",
        "anchor",
        "msg_id",
    ];
    let field = (prop::sample::select(fields.to_vec()), prop_oneof![any_json(), Just(json!("the channel"))]);
    (command, vec(field, 0..6)).prop_map(|(command, fields)| {
        let mut frame = json!({"command": command});
        for (name, value) in fields {
            frame[name] = value;
        }
        frame
    })
}

/// Sends one malformed frame. Frames that close the connection are not among them.
async fn throw(socket: &mut Socket, app: &TestApp, mut frame: Value, kind: u8) {
    for name in ["channel", "channelId"] {
        if frame[name] == "the channel" {
            frame[name] = json!(app.pair);
        }
    }
    match kind {
        0 => socket.wire.send(Message::binary(frame.to_string().into_bytes())).await.unwrap(),
        1 => socket.text(&frame.to_string().chars().rev().collect::<String>()).await,
        2 => socket.text(&frame.to_string()).await,
        _ => socket.send_frame(frame).await,
    }
}

async fn survives(node: &Node, app: &TestApp) {
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let mut runner = TestRunner::deterministic();
    let frames = vec((any_frame(), 0_u8..10), 20);
    for _ in 0..16 {
        for (frame, kind) in frames.new_tree(&mut runner).unwrap().current() {
            throw(&mut maya, app, frame, kind).await;
        }
        maya.received_so_far().await;
        still_works(&mut maya, app).await;
    }
    still_works(&mut tom, app).await;
}

both!(random_frames_do_not_break_the_hub, async |app| {
    let node = app.node().await;
    survives(&node, &app).await;
    assert_eq!(node.get("/api/v2/chat/channels/", None).await.status(), 401);
});
