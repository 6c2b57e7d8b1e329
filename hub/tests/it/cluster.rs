//! TwoNodes nodes, one conversation.

use futures_util::future::{join, join4};
use serde_json::json;

use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;
use test_kit::shared;

/// Sends `count` messages without waiting, then receives `total`; returns their ids in order.
pub(crate) async fn talk(socket: &mut Socket, app: &TestApp, count: usize, total: usize) -> Vec<(i64, String)> {
    for number in 0..count {
        socket.send(app.pair, &format!("no. {number}")).await;
    }
    let mut heard = Vec::with_capacity(total);
    while heard.len() < total {
        let message = socket.expect("new_message").await;
        heard.push((message["seq"].as_i64().unwrap(), message["msg_id"].as_str().unwrap().to_owned()));
    }
    heard
}

/// A socket of Maya here and one of Tom there, with their conversation open.
pub(crate) async fn maya_and_tom(app: &TestApp, here: &Node, there: &Node) -> (Socket, Socket) {
    let (mut maya, mut tom) = (here.socket(app.maya).await, there.socket(app.tom).await);
    maya.join(app.pair).await;
    tom.join(app.pair).await;
    (maya, tom)
}

shared!(both_nodes_deliver_in_the_same_order, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = maya_and_tom(&app, &here, &there).await;
    let (mut phone, mut tablet) = maya_and_tom(&app, &there, &here).await;
    let (a, b, c, d) = join4(
        talk(&mut maya, &app, 100, 200),
        talk(&mut tom, &app, 100, 200),
        talk(&mut phone, &app, 0, 200),
        talk(&mut tablet, &app, 0, 200),
    )
    .await;
    assert_eq!(a.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (1..=200).collect::<Vec<_>>());
    assert!(a == b && b == c && c == d, "the same messages in the same order on both nodes");
});

shared!(message_from_another_node_counts_as_unread, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = (here.socket(app.maya).await, there.socket(app.tom).await);
    maya.join(app.pair).await;
    maya.send(app.pair, &format!("Hi @[Tom Rivera]({})", app.tom)).await;
    let sent = maya.expect("new_message").await;
    assert_eq!(tom.expect_count(app.pair).await, (1, true));
    tom.send_frame(json!({"command": "message_seen", "channel": app.pair, "msg_id": sent["msg_id"]})).await;
    let seen = maya.expect("update_last_viewed_timestamp").await;
    assert_eq!((&seen["user_id"], &seen["msg_id"]), (&json!(app.tom), &sent["msg_id"]));
    assert_eq!(tom.expect_count(app.pair).await, (0, false));
});

shared!(same_temp_id_on_two_nodes_is_idempotent, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut phone) = (here.socket(app.maya).await, there.socket(app.maya).await);
    for number in 0..30 {
        let name = format!("message {number}");
        join(maya.send_as(app.pair, "twice", &name), phone.send_as(app.pair, "twice", &name)).await;
        let (a, b) = join(maya.expect("new_message"), phone.expect("new_message")).await;
        assert_eq!(a["msg_id"], b["msg_id"]);
    }
    assert_eq!(app.stored(app.pair).await.len(), 30);
});

shared!(changed_rules_take_effect_on_other_nodes, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let mut tom = there.socket(app.tom).await;
    tom.join(app.pair).await;
    let settings = store::programmes::Settings::default();
    let operator = test_kit::operator();
    store::administration::put_programme(&here.store, &operator, "lakeside", "Lakeside", "UTC", &settings)
        .await
        .unwrap();
    tom.expect("reload").await;
    tom.send(app.pair, "after").await;
    tom.expect_error("channel_unknown").await;
});
