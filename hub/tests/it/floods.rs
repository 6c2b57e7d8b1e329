//! Sockets that send as fast as they can, before they sign in.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use hub::Rate;
use tokio::task::spawn_blocking;

use crate::node::Node;
use crate::wait::within;
use test_kit::both;

const PING: &[u8] = &[0x89, 0x80, 0, 0, 0, 0];
const PONG: &[u8] = &[0x8a, 0x80, 0, 0, 0, 0];
/// A text frame that is not the last of its message, with one letter and without.
const FIRST: &[u8] = &[0x01, 0x81, 0, 0, 0, 0, b'a'];
const EMPTY_FIRST: &[u8] = &[0x01, 0x80, 0, 0, 0, 0];
const FIRST_BINARY: &[u8] = &[0x02, 0x81, 0, 0, 0, 0, 1];
const EMPTY_PART: &[u8] = &[0x00, 0x80, 0, 0, 0, 0];
const PART: &[u8] = &[0x00, 0x81, 0, 0, 0, 0, b'a'];
const EMPTY_TEXT: &[u8] = &[0x81, 0x80, 0, 0, 0, 0];

/// Closes more slowly than any control frame comes.
const UNLIMITED: Rate = Rate::per_second(1_000_000_000);

/// A thread that repeats a frame until the connection ends.
struct Flood {
    stream: TcpStream,
    writer: Option<JoinHandle<()>>,
}

impl Flood {
    /// Opens a socket and sends one frame, then the other one for ever.
    async fn start(node: &Node, first: &[u8], repeated: &[u8]) -> Self {
        let stream = node.anonymous_socket().await.wire.into_inner().into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        let mut writing = stream.try_clone().unwrap();
        let (first, block) = (first.to_vec(), repeated.repeat(2048));
        let writer = std::thread::spawn(move || {
            let _ = writing.write_all(&first);
            while writing.write_all(&block).is_ok() {}
        });
        Self { stream, writer: Some(writer) }
    }

    /// Returns the code of the close frame.
    async fn close_code(&self) -> u16 {
        let mut stream = self.stream.try_clone().unwrap();
        let reading = spawn_blocking(move || {
            let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
            while let Ok(bytes) = stream.read(&mut buffer)
                && bytes > 0
            {
                received.extend_from_slice(&buffer[..bytes]);
                // Pongs without payload and errors contain no such byte.
                if let Some(at) = received.iter().position(|byte| *byte == 0x88)
                    && let Some(code) = received.get(at + 2..at + 4)
                {
                    return u16::from_be_bytes([code[0], code[1]]);
                }
            }
            panic!("closed without a code after {received:?}");
        });
        within("the flood is cut", reading).await.unwrap()
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        // Ends the writer.
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

both!(flooding_socket_is_closed, async |app| {
    let node = app.node().await;
    for (first, repeated) in [
        (PING, PING),
        (PONG, PONG),
        (EMPTY_FIRST, EMPTY_PART),
        (FIRST, EMPTY_PART),
        (FIRST, PART),
        (FIRST_BINARY, PART),
        (EMPTY_TEXT, EMPTY_TEXT),
    ] {
        let flood = Flood::start(&node, first, repeated).await;
        assert_eq!(flood.close_code().await, 1008, "{first:?} {repeated:?}");
    }
});

both!(sign_in_deadline_ends_a_flood, async |app| {
    let node = app
        .node_with(|limits| {
            limits.control_frames = UNLIMITED;
            limits.sign_in_timeout = Duration::from_millis(200);
        })
        .await;
    let flood = Flood::start(&node, PONG, PONG).await;
    assert_eq!(flood.close_code().await, 4401);
});

both!(floods_do_not_delay_other_people, async |app| {
    let node = app.node_with(|limits| limits.control_frames = UNLIMITED).await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    maya.join(app.pair).await;
    tom.join(app.pair).await;
    // More than the node has threads.
    let mut floods = Vec::new();
    for _ in 0..4 {
        floods.push(Flood::start(&node, PONG, PONG).await);
    }
    for _ in 0..5 {
        maya.send(app.pair, "Can you hear me?").await;
        tom.expect("new_message").await;
        assert_eq!(within("the node answers", node.get("/healthz", None)).await.status(), 200);
    }
});
