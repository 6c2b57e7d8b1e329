//! Draining a node.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;

use crate::socket::Socket;
use test_kit::both;

both!(drain_closes_connections_and_refuses_new_ones, async |app| {
    let node = app.node().await;
    let mut sockets = join_all([app.maya, app.tom, app.ana, app.sam].map(|person| node.socket(person))).await;
    let mut stranger = node.anonymous_socket().await;
    let (opened, token) = node.sign_in(app.maya).await;
    sockets[0].send(app.pair, "just in time").await;
    // Read by the hub, and perhaps not committed yet.
    sockets[0].received_so_far().await;
    assert!(!node.hub.is_draining());

    let closed = join_all(sockets.iter_mut().map(Socket::expect_close));
    let ((), codes) = join(node.hub.drain(Duration::from_millis(400)), closed).await;
    assert_eq!(codes, [1012; 4]);
    assert!(node.hub.is_draining());

    // New connections and unauthenticated ones are refused.
    let refused = Socket::open(node.address, Some(&format!("http://{}", node.address))).await;
    assert_eq!(refused.unwrap_err(), 503);
    stranger.sign_in(&opened, token);
    stranger.send_frame(json!({"command": "unread_message"})).await;
    assert_eq!(stranger.expect_close().await, 1012);

    let elsewhere = app.node().await;
    let mut maya = elsewhere.socket(app.maya).await;
    assert_eq!(maya.join(app.pair).await["last_seq"], 1, "what was sent before is stored");
});

both!(drain_closes_connections_one_by_one, async |app| {
    let node = app.node().await;
    let mut sockets = join_all((0..4).map(|_| node.socket(app.maya))).await;
    let drain = tokio::spawn({
        let hub = node.hub.clone();
        // Longer than any test: the first is closed at once, the others much later.
        async move { hub.drain(Duration::from_secs(3600)).await }
    });
    let (code, first, _) =
        futures_util::future::select_all(sockets.iter_mut().map(|s| Box::pin(s.expect_close()))).await;
    assert_eq!(code, 1012);
    for (index, socket) in sockets.iter_mut().enumerate() {
        if index != first {
            socket.expect_silence().await;
        }
    }
    drain.abort();
});
