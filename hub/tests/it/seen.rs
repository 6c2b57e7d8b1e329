//! Read positions: told to the others, written seldom, the last one always.

use serde_json::{Value, json};
use store::PersonId;
use store::channels;

use crate::socket::Socket;
use crate::world::World;
use test_kit::both;

async fn see(socket: &mut Socket, world: &World, message: &store::messages::Message) {
    socket.say(json!({"command": "message_seen", "channel": world.circle, "msg_id": message.id})).await;
}

async fn position(world: &World, person: PersonId) -> i64 {
    channels::membership(&world.store, world.circle, person).await.unwrap().unwrap().last_seen_seq
}

/// The read positions of a person that a socket heard of, up to this one.
async fn positions_until(socket: &mut Socket, person: PersonId, last: i64) -> Vec<i64> {
    let of_person = |frame: &Value| {
        (frame["command"] == "update_last_viewed_timestamp" && frame["user_id"] == json!(person))
            .then(|| frame["seq"].as_i64().unwrap())
    };
    socket.until(|frame| of_person(frame) == Some(last)).await.iter().filter_map(of_person).collect()
}

both!(a_position_reaches_the_others_and_ones_own_devices, async |world| {
    let written = world.history(world.circle, world.maya, 5).await;
    let node = world.node().await;
    let (mut maya, mut tom, mut phone) =
        (node.socket(world.maya).await, node.socket(world.tom).await, node.socket(world.tom).await);
    maya.join(world.circle).await;
    tom.join(world.circle).await;
    see(&mut tom, &world, &written[2]).await;
    let seen = maya.expect("update_last_viewed_timestamp").await;
    assert_eq!(seen["channel_id"], json!(world.circle));
    assert_eq!(seen["user_id"], json!(world.tom));
    assert_eq!((&seen["msg_id"], &seen["seq"]), (&json!(written[2].id), &json!(3)));
    assert_eq!(seen["last_viewed_timestamp"].as_str().unwrap().len(), "2026-03-02T09:00:00.123Z".len());
    assert_eq!(phone.count_of(world.circle).await, (2, false));
    assert_eq!(tom.count_of(world.circle).await, (2, false));
});

both!(a_position_never_moves_back, async |world| {
    let written = world.history(world.circle, world.maya, 5).await;
    let node = world.node().await;
    let (mut tom, mut phone) = (node.socket(world.tom).await, node.socket(world.tom).await);
    see(&mut tom, &world, &written[3]).await;
    assert_eq!(phone.count_of(world.circle).await, (1, false));
    see(&mut phone, &world, &written[1]).await;
    phone.so_far().await;
    assert_eq!(position(&world, world.tom).await, 4);
    phone.say(json!({"command": "message_seen", "channel": world.circle})).await;
    assert_eq!(tom.until(|frame| frame["unread_messages"][world.circle.to_string()]["count"] == 0).await.len(), 2);
    assert_eq!(position(&world, world.tom).await, 5);
});

both!(somebody_elses_message_is_no_position, async |world| {
    let elsewhere = world.history(world.pair, world.maya, 1).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    see(&mut tom, &world, &elsewhere[0]).await;
    tom.expect_error("bad_frame").await;
    // Nothing to see is no mistake.
    tom.say(json!({"command": "message_seen", "channel": world.circle})).await;
    tom.hears_nothing().await;
});

both!(a_reader_who_scrolls_writes_seldom_and_ends_where_they_are, async |world| {
    let written = world.history(world.circle, world.maya, 60).await;
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    maya.join(world.circle).await;
    for message in &written[..59] {
        see(&mut tom, &world, message).await;
    }
    // "The newest" is held back like any other, and named positions behind it do not undo it.
    tom.say(json!({"command": "message_seen", "channel": world.circle})).await;
    see(&mut tom, &world, &written[10]).await;
    let positions = positions_until(&mut maya, world.tom, 60).await;
    assert!(positions.len() < 10, "{positions:?}");
    assert!(positions.is_sorted());
    assert_eq!(position(&world, world.tom).await, 60);
});

both!(the_last_position_is_kept_when_the_socket_ends, async |world| {
    let written = world.history(world.circle, world.maya, 9).await;
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.join(world.circle).await;
    let mut tom = node.socket(world.tom).await;
    for message in &written {
        see(&mut tom, &world, message).await;
    }
    tom.wire.close(None).await.unwrap();
    positions_until(&mut maya, world.tom, 9).await;
    assert_eq!(position(&world, world.tom).await, 9);
});

both!(asking_for_counts_takes_what_was_held_back_into_account, async |world| {
    let written = world.history(world.circle, world.maya, 9).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    for message in &written[..8] {
        see(&mut tom, &world, message).await;
    }
    tom.so_far().await;
    tom.say(json!({"command": "unread_message"})).await;
    let key = world.circle.to_string();
    let answer = tom.until(|frame| frame["unread_messages"].as_object().is_some_and(|all| all.len() == 2)).await;
    assert_eq!(answer.last().unwrap()["unread_messages"][&key]["count"], 1);
});
