//! Maintenance mode.

use reqwest::StatusCode;
use store::flags::{self, MAINTENANCE};

use crate::socket::Socket;
use crate::wait::eventually;
use test_kit::both;

both!(maintenance_closes_connections_and_refuses_new_ones, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let (_, token) = node.sign_in(app.ana).await;
    maya.send(app.pair, "just in time").await;
    maya.received_so_far().await;

    flags::set(&app.store, &test_kit::operator(), MAINTENANCE, true).await.unwrap();
    assert_eq!((maya.expect_close().await, tom.expect_close().await), (4503, 4503));
    let open = async || Socket::open(node.address, Some(&format!("http://{}", node.address))).await;
    assert_eq!(open().await.unwrap_err(), 503);
    let refused = node.get("/api/v2/chat/channels/", Some(&token)).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.text().await.unwrap().contains("under_maintenance"));

    flags::set(&app.store, &test_kit::operator(), MAINTENANCE, false).await.unwrap();
    let connected = eventually("connections are accepted again", async || open().await.ok()).await;
    drop(connected);
    let mut maya = node.socket(app.maya).await;
    assert_eq!(maya.join(app.pair).await["last_seq"], 1, "what was sent before is stored");
});
