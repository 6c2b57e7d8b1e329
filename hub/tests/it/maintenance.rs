//! Closed doors.

use reqwest::StatusCode;
use store::switches::{self, MAINTENANCE};

use crate::socket::Socket;
use test_kit::both;

both!(maintenance_closes_every_socket_and_lets_nobody_in, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let (_, token) = node.sign_in(world.ana).await;
    maya.send(world.pair, "just in time").await;
    maya.so_far().await;

    // By the command line, which shares no bus with the node.
    switches::set(&world.store, MAINTENANCE, true).await.unwrap();
    assert_eq!((maya.closes().await, tom.closes().await), (4503, 4503));
    let open = async || Socket::open(node.address, Some(&format!("http://{}", node.address))).await;
    assert_eq!(open().await.unwrap_err(), 503);
    let refused = node.get("/api/v2/chat/channels/", Some(&token)).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.text().await.unwrap().contains("under_maintenance"));

    switches::set(&world.store, MAINTENANCE, false).await.unwrap();
    while open().await.is_err() {}
    let mut maya = node.socket(world.maya).await;
    assert_eq!(maya.join(world.pair).await["last_seq"], 1, "what was sent before is stored");
});
