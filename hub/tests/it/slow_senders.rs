//! Large frames on slow lines, and senders that stop in the middle.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::interval;

use crate::socket::Socket;
use test_kit::both;

/// Sends the header of a masked text frame of so many bytes.
async fn announce(socket: &mut Socket, bytes: usize) {
    let mut header = vec![0x81, 0xff];
    header.extend((bytes as u64).to_be_bytes());
    header.extend([0; 4]);
    socket.wire.get_mut().write_all(&header).await.unwrap();
}

both!(slow_frame_arrives_while_it_progresses, async |app| {
    // Silent for 880 ms is dead; the frame takes several times as long.
    let node = app.node_with(|limits| limits.ping_interval = Duration::from_millis(400)).await;
    let mut maya = node.socket(app.maya).await;
    let token = maya.token.clone();
    let ballast = "x".repeat(300_000);
    let frame = json!({"command": "unread_message", "token": token, "ballast": ballast}).to_string();
    announce(&mut maya, frame.len()).await;
    let mut pace = interval(Duration::from_millis(60));
    for part in frame.as_bytes().chunks(6_000) {
        pace.tick().await;
        maya.wire.get_mut().write_all(part).await.unwrap();
    }
    maya.expect("unread_message").await;
});

both!(stalled_frame_closes_the_connection, async |app| {
    let node = app.node_with(|limits| limits.ping_interval = Duration::from_millis(100)).await;
    let mut maya = node.socket(app.maya).await;
    announce(&mut maya, 300_000).await;
    maya.wire.get_mut().write_all(&[b' '; 100_000]).await.unwrap();
    assert_eq!(maya.expect_close().await, 1001);
    // A byte now and then is no progress.
    let mut tom = node.socket(app.tom).await;
    announce(&mut tom, 300_000).await;
    let mut pace = interval(Duration::from_millis(20));
    while tom.wire.get_mut().write_all(b" ").await.is_ok() {
        pace.tick().await;
    }
});
