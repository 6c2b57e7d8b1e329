//! Slow readers and unresponsive peers.

use std::time::Duration;

use futures_util::StreamExt;
use hub::QueueLimits;
use tokio::io::AsyncReadExt;

use crate::socket::{Received, messages_of, seqs};
use crate::wait::within;
use test_kit::both;

both!(slow_reader_is_closed_without_delaying_others, async |app| {
    // Twice what the queue and the buffers of the kernel hold. The slow one reads after them, within the close timeout.
    const MESSAGES: usize = 60;
    let text = "x".repeat(30_000);
    let node = app
        .node_with(|limits| {
            limits.message_chars = 40_000;
            limits.queue = QueueLimits { frames: 64, bytes: 512 * 1024 };
        })
        .await;
    let mut slow = node.narrow_socket(app.tom).await;
    slow.join(app.circle).await;
    let (mut maya, mut ana) = (node.socket(app.maya).await, node.socket(app.ana).await);
    maya.join(app.circle).await;
    ana.join(app.circle).await;

    for number in 1..=MESSAGES {
        maya.send(app.circle, &text).await;
        let number = i64::try_from(number).unwrap();
        assert_eq!(ana.expect_numbers(app.circle, 1).await, [number]);
        assert_eq!(maya.expect_numbers(app.circle, 1).await, [number]);
    }

    // Now the slow one reads: the frames that were written, then the close code.
    let (mut had, mut newest) = (Vec::new(), None);
    let code = loop {
        match slow.next().await {
            Received::Frame(frame) if frame["command"] == "new_message" => {
                had.push(frame["seq"].as_i64().unwrap());
                newest = Some(frame["msg_id"].as_str().unwrap().parse().unwrap());
            }
            Received::Closed(code) => break code,
            Received::Frame(_) | Received::Ping => {}
        }
    };
    assert_eq!(code, Some(4408));
    assert!(had.len() < MESSAGES, "the reader was not slow");

    let mut back = node.socket(app.tom).await;
    let frames = back.join_after(app.circle, newest.unwrap()).await;
    had.extend(seqs(&messages_of(&frames, "missed")));
    assert_eq!(had, (1..=i64::try_from(MESSAGES).unwrap()).collect::<Vec<_>>());
});

both!(unresponsive_peer_is_closed, async |app| {
    let node = app.node_with(|limits| limits.ping_interval = Duration::from_millis(50)).await;
    let silent = node.anonymous_socket().await;
    // Reads, but sends not even a pong.
    let mut bytes = Vec::new();
    within("the silent peer is closed", silent.wire.into_inner().read_to_end(&mut bytes)).await.unwrap();
    let close = [0x88, 2, (1001_u16 >> 8) as u8, (1001_u16 & 0xff) as u8];
    assert!(bytes.ends_with(&close), "{bytes:?}");
    // How many of them there are depends on the load of the machine.
    let pings = &bytes[..bytes.len() - close.len()];
    assert!(pings.chunks(2).all(|frame| frame == [0x89, 0]), "only pings before that: {bytes:?}");
});

both!(responsive_peer_stays_connected, async |app| {
    let node = app.node_with(|limits| limits.ping_interval = Duration::from_millis(200)).await;
    let mut idle = node.socket(app.maya).await;
    let mut pings = 0;
    while pings < 4 {
        match idle.next().await {
            Received::Ping => pings += 1,
            Received::Frame(_) => {}
            Received::Closed(code) => panic!("closed with {code:?} after {pings} pings"),
        }
    }
    idle.expect_silence().await;
});

both!(client_ping_is_answered, async |app| {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::{Bytes, Message};

    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.wire.send(Message::Ping(Bytes::from_static(b"still there?"))).await.unwrap();
    let pong = within("the pong arrives", maya.wire.next()).await.unwrap().unwrap();
    assert_eq!(pong, Message::Pong(Bytes::from_static(b"still there?")));
});
