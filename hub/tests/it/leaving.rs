//! A node that is taken out of service.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;

use crate::socket::Socket;
use test_kit::both;

both!(a_drained_node_sends_everybody_elsewhere, async |world| {
    let node = world.node().await;
    let mut sockets = join_all([world.maya, world.tom, world.ana, world.sam].map(|person| node.socket(person))).await;
    let mut stranger = node.stranger().await;
    let (opened, token) = node.sign_in(world.maya).await;
    sockets[0].send(world.pair, "just in time").await;
    // Read by the hub, and perhaps not committed yet.
    sockets[0].so_far().await;
    assert!(!node.hub.is_draining());

    let closed = join_all(sockets.iter_mut().map(Socket::closes));
    let ((), codes) = join(node.hub.drain(Duration::from_millis(400)), closed).await;
    assert_eq!(codes, [1012; 4]);
    assert!(node.hub.is_draining());

    // Nobody comes in any more, not by a new socket and not by one that was still being opened.
    let refused = Socket::open(node.address, Some(&format!("http://{}", node.address))).await;
    assert_eq!(refused.unwrap_err(), 503);
    stranger.sign_in(&opened, token);
    stranger.say(json!({"command": "unread_message"})).await;
    assert_eq!(stranger.closes().await, 1012);

    let elsewhere = world.node().await;
    let mut maya = elsewhere.socket(world.maya).await;
    assert_eq!(maya.join(world.pair).await["last_seq"], 1, "what was sent before is stored");
});

both!(sockets_of_a_drained_node_are_closed_one_after_the_other, async |world| {
    let node = world.node().await;
    let mut sockets = join_all((0..4).map(|_| node.socket(world.maya))).await;
    let drain = tokio::spawn({
        let hub = node.hub.clone();
        // Longer than any test: the first is closed at once, the others much later.
        async move { hub.drain(Duration::from_secs(3600)).await }
    });
    let (code, first, _) = futures_util::future::select_all(sockets.iter_mut().map(|s| Box::pin(s.closes()))).await;
    assert_eq!(code, 1012);
    for (place, socket) in sockets.iter_mut().enumerate() {
        if place != first {
            socket.hears_nothing().await;
        }
    }
    drain.abort();
});
