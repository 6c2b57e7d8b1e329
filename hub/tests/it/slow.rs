//! Readers that do not read, and peers that are gone.

use std::time::Duration;

use futures_util::StreamExt;
use hub::QueueLimits;
use tokio::io::AsyncReadExt;

use crate::socket::{Heard, messages_of, seqs};
use test_kit::both;

both!(a_slow_reader_is_closed_and_slows_nobody, async |world| {
    const MESSAGES: usize = 250;
    let text = "x".repeat(30_000);
    let node = world
        .node_with(|limits| {
            limits.message_chars = 40_000;
            limits.queue = QueueLimits { frames: 64, bytes: 512 * 1024 };
        })
        .await;
    let mut slow = node.narrow_socket(world.tom).await;
    slow.join(world.circle).await;
    let (mut maya, mut ana) = (node.socket(world.maya).await, node.socket(world.ana).await);
    maya.join(world.circle).await;
    ana.join(world.circle).await;

    for number in 1..=MESSAGES {
        maya.send(world.circle, &text).await;
        let number = i64::try_from(number).unwrap();
        assert_eq!(ana.numbers(world.circle, 1).await, [number]);
        assert_eq!(maya.numbers(world.circle, 1).await, [number]);
    }

    // Only now the slow one reads: what was on its way, and then why there is no more.
    let (mut had, mut newest) = (Vec::new(), None);
    let code = loop {
        match slow.next().await {
            Heard::Frame(frame) if frame["command"] == "new_message" => {
                had.push(frame["seq"].as_i64().unwrap());
                newest = Some(frame["msg_id"].as_str().unwrap().parse().unwrap());
            }
            Heard::Closed(code) => break code,
            Heard::Frame(_) | Heard::Ping => {}
        }
    };
    assert_eq!(code, Some(4408));
    assert!(had.len() < MESSAGES, "it was not slow at all");

    let mut back = node.socket(world.tom).await;
    let frames = back.join_after(world.circle, newest.unwrap()).await;
    had.extend(seqs(&messages_of(&frames, "missed")));
    assert_eq!(had, (1..=i64::try_from(MESSAGES).unwrap()).collect::<Vec<_>>());
});

both!(who_answers_no_ping_is_gone, async |world| {
    let node = world.node_with(|limits| limits.ping_interval = Duration::from_millis(50)).await;
    let silent = node.stranger().await;
    // Reads and says nothing, not even a pong.
    let mut bytes = Vec::new();
    silent.wire.into_inner().read_to_end(&mut bytes).await.unwrap();
    let close = [0x88, 2, (1001_u16 >> 8) as u8, (1001_u16 & 0xff) as u8];
    assert!(bytes.ends_with(&close), "{bytes:?}");
    assert!(bytes.starts_with(&[0x89, 0, 0x89, 0]), "two pings before that: {bytes:?}");
});

both!(who_answers_pings_stays, async |world| {
    let node = world.node_with(|limits| limits.ping_interval = Duration::from_millis(200)).await;
    let mut quiet = node.socket(world.maya).await;
    let mut pings = 0;
    while pings < 4 {
        match quiet.next().await {
            Heard::Ping => pings += 1,
            Heard::Frame(_) => {}
            Heard::Closed(code) => panic!("closed with {code:?} after {pings} pings"),
        }
    }
    quiet.hears_nothing().await;
});

both!(a_ping_of_a_client_is_answered, async |world| {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::{Bytes, Message};

    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.wire.send(Message::Ping(Bytes::from_static(b"still there?"))).await.unwrap();
    let pong = maya.wire.next().await.unwrap().unwrap();
    assert_eq!(pong, Message::Pong(Bytes::from_static(b"still there?")));
});
