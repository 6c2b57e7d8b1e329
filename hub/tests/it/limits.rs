//! How much is too much, and that everybody is told.

use hub::Rate;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::socket::Socket;
use test_kit::both;

both!(too_many_messages_are_refused_with_their_names, async |world| {
    let node = world.node_with(|limits| limits.sends = Rate { per_second: 1, burst: 3 }).await;
    let (mut maya, mut phone) = (node.socket(world.maya).await, node.socket(world.maya).await);
    for _ in 0..2 {
        maya.send(world.pair, "quick").await;
        maya.expect("new_message").await;
    }
    // The allowance is the person's, not the socket's.
    phone.send(world.pair, "quicker").await;
    phone.expect("new_message").await;
    let mut names = Vec::new();
    for _ in 0..5 {
        names.push(maya.send(world.pair, "too quick").await);
    }
    let mut refused = Vec::new();
    for frame in maya.so_far().await {
        if frame["code"] == "rate_limited" {
            assert!((1..=1_001).contains(&frame["retry_after_ms"].as_u64().unwrap()), "{frame}");
            assert_eq!(frame["in_reply_to"], "send");
            refused.push(frame["temp_id"].as_str().unwrap().to_owned());
        }
    }
    assert!(!refused.is_empty() && refused.iter().all(|name| names.contains(name)));
    assert_eq!(refused.len() + world.stored(world.pair).await.len(), 8, "refused or stored, never neither");
    // Others have their own.
    let mut tom = node.socket(world.tom).await;
    tom.send(world.pair, "me too").await;
    tom.expect("new_message").await;
});

both!(too_many_sockets_of_one_person_are_refused, async |world| {
    let node = world.node_with(|limits| limits.sockets_per_person = 3).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(node.socket(world.maya).await);
    }
    let (opened, token) = node.sign_in(world.maya).await;
    let one_more = async || {
        let mut socket = node.stranger().await;
        socket.sign_in(&opened, token.clone());
        socket.say(json!({"command": "unread_message"})).await;
        socket
    };
    assert_eq!(one_more().await.closes().await, 4429);
    for socket in &mut open {
        socket.hears_nothing().await;
    }
    node.socket(world.tom).await.hears_nothing().await;

    open.pop().unwrap().wire.close(None).await.unwrap();
    // When the node has noticed that one left, there is room for another.
    while let crate::socket::Heard::Closed(code) = one_more().await.next().await {
        assert_eq!(code, Some(4429));
    }
});

both!(the_length_of_a_message_is_counted_in_characters, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.send(world.pair, &"👋".repeat(8_000)).await;
    maya.expect("new_message").await;
    let temp_id = maya.send(world.pair, &"a".repeat(8_001)).await;
    let error = maya.expect_error("message_too_long").await;
    assert_eq!((&error["temp_id"], &error["in_reply_to"]), (&json!(temp_id), &json!("send")));
    for nothing in ["", " ", "\n\t\u{2003}"] {
        let temp_id = maya.send(world.pair, nothing).await;
        assert_eq!(maya.expect_error("message_empty").await["temp_id"], temp_id);
    }
    assert_eq!(world.stored(world.pair).await.len(), 1);
});

both!(names_of_messages_have_one_to_64_characters, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.send_as(world.pair, "fits", &"ü".repeat(64)).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], "ü".repeat(64));
    maya.send_as(world.pair, "too long", &"ü".repeat(65)).await;
    assert_eq!(maya.expect_error("bad_frame").await["temp_id"], "ü".repeat(64), "as much as is echoed");
    for name in [json!(""), json!("a\0b"), json!(7), Value::Null] {
        maya.say(json!({"command": "send", "channel": world.pair, "message": "hi", "tempId": name})).await;
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

both!(a_frame_over_the_limit_ends_the_socket, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    announce(&mut maya, 8 * 1024 * 1024 + 1).await;
    assert_eq!(maya.closes().await, 1009);

    let mut stranger = node.stranger().await;
    announce(&mut stranger, 64 * 1024 + 1).await;
    assert_eq!(stranger.closes().await, 1009);
    // Nor is there a way around it with many small ones.
    let mut stranger = node.stranger().await;
    in_parts(&mut stranger, 16 * 1024, 5).await;
    assert_eq!(stranger.closes().await, 1009);
});

both!(a_large_frame_of_a_person_is_read, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.say(json!({"command": "unread_message", "ballast": "x".repeat(7 * 1024 * 1024)})).await;
    maya.expect("unread_message").await;
    in_parts(&mut maya, 512 * 1024, 4).await;
    maya.expect_error("bad_frame").await;
});
