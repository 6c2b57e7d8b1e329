//! Limits and their errors.

use hub::Rate;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::socket::Socket;
use test_kit::both;

both!(rate_limited_messages_echo_their_temp_id, async |app| {
    let node = app.node_with(|limits| limits.sends = Rate::per_second(1).burst(3)).await;
    let (mut maya, mut phone) = (node.socket(app.maya).await, node.socket(app.maya).await);
    for _ in 0..2 {
        maya.send(app.pair, "quick").await;
        maya.expect("new_message").await;
    }
    // The allowance is the person's, not the socket's.
    phone.send(app.pair, "quicker").await;
    phone.expect("new_message").await;
    let mut names = Vec::new();
    for _ in 0..5 {
        names.push(maya.send(app.pair, "too quick").await);
    }
    let mut refused = Vec::new();
    for frame in maya.received_so_far().await {
        if frame["code"] == "rate_limited" {
            assert!((1..=1_001).contains(&frame["retry_after_ms"].as_u64().unwrap()), "{frame}");
            assert_eq!(frame["in_reply_to"], "send");
            refused.push(frame["temp_id"].as_str().unwrap().to_owned());
        }
    }
    assert!(!refused.is_empty() && refused.iter().all(|name| names.contains(name)));
    assert_eq!(refused.len() + app.stored(app.pair).await.len(), 8, "refused or stored, never neither");
    // Others have their own.
    let mut tom = node.socket(app.tom).await;
    tom.send(app.pair, "me too").await;
    tom.expect("new_message").await;
});

both!(connections_over_the_limit_are_refused, async |app| {
    let node = app.node_with(|limits| limits.connections_per_person = 3).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(node.socket(app.maya).await);
    }
    let (opened, token) = node.sign_in(app.maya).await;
    let one_more = async || {
        let mut socket = node.anonymous_socket().await;
        socket.sign_in(&opened, token.clone());
        socket.send_frame(json!({"command": "unread_message"})).await;
        socket
    };
    assert_eq!(one_more().await.expect_close().await, 4429);
    for socket in &mut open {
        socket.expect_silence().await;
    }
    node.socket(app.tom).await.expect_silence().await;

    open.pop().unwrap().wire.close(None).await.unwrap();
    // When the node has noticed that one left, there is room for another.
    while let crate::socket::Received::Closed(code) = one_more().await.next().await {
        assert_eq!(code, Some(4429));
    }
});

both!(message_length_is_counted_in_characters, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.send(app.pair, &"👋".repeat(8_000)).await;
    maya.expect("new_message").await;
    let temp_id = maya.send(app.pair, &"a".repeat(8_001)).await;
    let error = maya.expect_error("message_too_long").await;
    assert_eq!((&error["temp_id"], &error["in_reply_to"]), (&json!(temp_id), &json!("send")));
    for nothing in ["", " ", "\n\t\u{2003}", "\u{200b}\u{202e}", "\u{2800}\u{3164}", "\u{301}", " \u{301}\u{302}"] {
        let temp_id = maya.send(app.pair, nothing).await;
        assert_eq!(maya.expect_error("message_empty").await["temp_id"], temp_id);
    }
    assert_eq!(app.stored(app.pair).await.len(), 1);
});

both!(message_shows_only_what_scripts_need, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let marks = "\u{301}".repeat(500);
    for (sent, stored) in [
        ("pay\u{202e}gnp\u{200b}.exe", "paygnp.exe"),
        ("می\u{200c}خواهم 👩\u{200d}🚀 ❤\u{fe0f}", "می\u{200c}خواهم 👩\u{200d}🚀 ❤\u{fe0f}"),
        (&*format!("z{marks}!"), &*format!("z{}!", &marks[..16])),
    ] {
        let id = maya.sent(app.pair, sent).await;
        assert_eq!(app.stored(app.pair).await.last().unwrap().body, stored, "{sent}");
        maya.edit(app.pair, &id, &format!("{sent} edited")).await;
        maya.expect("message_changed").await;
        assert_eq!(app.stored(app.pair).await.last().unwrap().body, format!("{stored} edited"));
    }
});

both!(temp_id_has_1_to_64_characters, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.send_as(app.pair, "fits", &"ü".repeat(64)).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], "ü".repeat(64));
    maya.send_as(app.pair, "too long", &"ü".repeat(65)).await;
    assert_eq!(maya.expect_error("bad_frame").await["temp_id"], "ü".repeat(64), "as much as is echoed");
    for name in [json!(""), json!("a\0b"), json!(7), Value::Null] {
        maya.send_frame(json!({"command": "send", "channel": app.pair, "message": "hi", "tempId": name})).await;
        maya.expect_error("bad_frame").await;
    }
});

/// Says that a text frame of so many bytes follows, which is enough to be refused.
async fn announce(socket: &mut Socket, bytes: u64) {
    let mut header = vec![0x81, 0xff];
    header.extend(bytes.to_be_bytes());
    header.extend([0; 4]);
    socket.wire.get_mut().write_all(&header).await.unwrap();
}

/// One message in frames of this size.
async fn in_parts(socket: &mut Socket, part: usize, count: usize) {
    use futures_util::SinkExt;
    for number in 0..count {
        let kind = if number == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message(vec![b' '; part], OpCode::Data(kind), number + 1 == count);
        // The hub may have closed before the last part.
        if socket.wire.send(Message::Frame(frame)).await.is_err() {
            break;
        }
    }
}

both!(oversized_frame_closes_connection, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    announce(&mut maya, 8 * 1024 * 1024 + 1).await;
    assert_eq!(maya.expect_close().await, 1009);

    let mut stranger = node.anonymous_socket().await;
    announce(&mut stranger, 64 * 1024 + 1).await;
    assert_eq!(stranger.expect_close().await, 1009);
    // Nor is there a way around it with many small ones.
    let mut stranger = node.anonymous_socket().await;
    in_parts(&mut stranger, 16 * 1024, 5).await;
    assert_eq!(stranger.expect_close().await, 1009);
});

both!(large_frame_after_authentication_is_accepted, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.send_frame(json!({"command": "unread_message", "ballast": "x".repeat(7 * 1024 * 1024)})).await;
    maya.expect("unread_message").await;
    in_parts(&mut maya, 512 * 1024, 4).await;
    maya.expect_error("bad_frame").await;
});
