//! Two nodes, one conversation.

use futures_util::future::{join, join4};
use serde_json::json;

use crate::node::Node;
use crate::socket::Socket;
use crate::world::World;
use test_kit::shared;

/// Sends so many messages without waiting, then hears `total` of them; gives back ids in the order heard.
pub(crate) async fn talk(socket: &mut Socket, world: &World, count: usize, total: usize) -> Vec<(i64, String)> {
    for number in 0..count {
        socket.send(world.pair, &format!("no. {number}")).await;
    }
    let mut heard = Vec::with_capacity(total);
    while heard.len() < total {
        let message = socket.expect("new_message").await;
        heard.push((message["seq"].as_i64().unwrap(), message["msg_id"].as_str().unwrap().to_owned()));
    }
    heard
}

/// A socket of Maya here and one of Tom there, with their conversation open.
pub(crate) async fn maya_and_tom(world: &World, here: &Node, there: &Node) -> (Socket, Socket) {
    let (mut maya, mut tom) = (here.socket(world.maya).await, there.socket(world.tom).await);
    maya.join(world.pair).await;
    tom.join(world.pair).await;
    (maya, tom)
}

shared!(both_nodes_keep_one_order, async |world| {
    let (here, there) = (world.node().await, world.node().await);
    let (mut maya, mut tom) = maya_and_tom(&world, &here, &there).await;
    let (mut phone, mut tablet) = maya_and_tom(&world, &there, &here).await;
    let (a, b, c, d) = join4(
        talk(&mut maya, &world, 100, 200),
        talk(&mut tom, &world, 100, 200),
        talk(&mut phone, &world, 0, 200),
        talk(&mut tablet, &world, 0, 200),
    )
    .await;
    assert_eq!(a.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), (1..=200).collect::<Vec<_>>());
    assert!(a == b && b == c && c == d, "the same messages in the same order on both nodes");
});

shared!(a_message_from_another_node_counts_and_is_seen_there, async |world| {
    let (here, there) = (world.node().await, world.node().await);
    let (mut maya, mut tom) = (here.socket(world.maya).await, there.socket(world.tom).await);
    maya.join(world.pair).await;
    maya.send(world.pair, &format!("Hi @[Tom Rivera]({})", world.tom)).await;
    let sent = maya.expect("new_message").await;
    assert_eq!(tom.count_of(world.pair).await, (1, true));
    tom.say(json!({"command": "message_seen", "channel": world.pair, "msg_id": sent["msg_id"]})).await;
    let seen = maya.expect("update_last_viewed_timestamp").await;
    assert_eq!((&seen["user_id"], &seen["msg_id"]), (&json!(world.tom), &sent["msg_id"]));
    assert_eq!(tom.count_of(world.pair).await, (0, false));
});

shared!(the_same_name_on_two_nodes_is_one_message, async |world| {
    let (here, there) = (world.node().await, world.node().await);
    let (mut maya, mut phone) = (here.socket(world.maya).await, there.socket(world.maya).await);
    for number in 0..30 {
        let name = format!("message {number}");
        join(maya.send_as(world.pair, "twice", &name), phone.send_as(world.pair, "twice", &name)).await;
        let (a, b) = join(maya.expect("new_message"), phone.expect("new_message")).await;
        assert_eq!(a["msg_id"], b["msg_id"]);
    }
    assert_eq!(world.stored(world.pair).await.len(), 30);
});
