//! Who belongs to a channel, and what changes when that changes.

use hub::QueueLimits;
use serde_json::{Value, json};
use store::ChannelId;
use store::channels::{self, Kind, Status};

use crate::socket::{Socket, messages_of, seqs};
use crate::world::fresh_name;
use test_kit::both;

/// Every command that names a channel.
fn all_commands(channel: &Value, message: &Value) -> Vec<Value> {
    vec![
        json!({"command": "join", "channel": channel}),
        json!({"command": "join", "channel": channel, "after_msg_id": message}),
        json!({"command": "send", "channel": channel, "message": "let me in", "tempId": fresh_name()}),
        json!({"command": "send", "channel": channel, "message": "", "tempId": fresh_name(),
               "attachments": [{"name": "a.txt", "type": "text/plain", "data": "aGk="}]}),
        json!({"command": "fetch_messages", "channel": channel}),
        json!({"command": "get_room_chat_messages", "channel": channel, "page_number": 1}),
        json!({"command": "get_room_chat_messages", "channel": channel, "message_id": message}),
        json!({"command": "message_seen", "channel": channel}),
        json!({"command": "message_seen", "channel": channel, "msg_id": message}),
        json!({"command": "message_seen", "channel": channel, "msg_id": fresh_name()}),
    ]
}

async fn all_refused(socket: &mut Socket, channel: &Value, message: &Value, code: &str) {
    for command in all_commands(channel, message) {
        socket.say(command.clone()).await;
        let error = socket.expect_error(code).await;
        assert_eq!((&error["in_reply_to"], &error["channel"]), (&command["command"], channel));
        assert_eq!(error.get("temp_id"), command.get("tempId"), "{command}");
    }
}

async fn set(socket_node: &crate::node::Node, channel: ChannelId, person: store::PersonId, status: Status) {
    channels::set_status(&socket_node.store, channel, person, status, None).await.unwrap();
}

both!(a_stranger_does_not_learn_that_a_channel_exists, async |world| {
    let written = json!(world.history(world.circle, world.maya, 1).await[0].id);
    let node = world.node().await;
    let (mut sam, mut maya) = (node.socket(world.sam).await, node.socket(world.maya).await);
    maya.join(world.circle).await;
    all_refused(&mut sam, &json!(world.circle), &written, "channel_unknown").await;
    all_refused(&mut sam, &json!(fresh_name().parse::<ChannelId>().unwrap()), &written, "channel_unknown").await;
    for command in ["leave", "typing"] {
        sam.say(json!({"command": command, "channel": world.circle})).await;
    }
    let heard = format!("{:?}", sam.so_far().await);
    assert!(!heard.contains(&world.circle.to_string()), "{heard}");
    maya.send(world.circle, "among us").await;
    let heard = maya.until(|frame| frame["command"] == "new_message").await;
    assert_eq!(heard.len(), 1, "nothing of the stranger was heard: {heard:?}");
    sam.hears_nothing().await;
    assert_eq!(world.stored(world.circle).await.len(), 2);
});

both!(an_absent_member_is_told_and_hears_nothing, async |world| {
    let written = json!(world.history(world.circle, world.maya, 1).await[0].id);
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.circle).await;
    set(&node, world.circle, world.tom, Status::Absent).await;
    tom.expect("reload").await;
    maya.expect("reload").await;
    maya.send(world.circle, "without Tom").await;
    maya.expect("new_message").await;
    all_refused(&mut tom, &json!(world.circle), &written, "not_a_member").await;
    tom.say(json!({"command": "unread_message"})).await;
    let counts = tom.expect("unread_message").await;
    assert_eq!(counts["unread_messages"].as_object().unwrap().keys().collect::<Vec<_>>(), [&world.pair.to_string()]);
});

both!(an_inactive_member_reads_what_was_and_hears_nothing_new, async |world| {
    let written = world.history(world.circle, world.maya, 40).await;
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.circle).await;
    set(&node, world.circle, world.tom, Status::Inactive).await;
    tom.expect("reload").await;
    for number in 0..5 {
        maya.send(world.circle, &format!("later {number}")).await;
        maya.expect("new_message").await;
    }
    tom.hears_nothing().await;

    let temp_id = tom.send(world.circle, "may I?").await;
    assert_eq!(tom.expect_error("not_active_member").await["temp_id"], temp_id);
    tom.say(json!({"command": "send", "channel": world.circle, "message": "", "tempId": "file",
        "attachments": [{"name": "a.txt", "type": "text/plain", "data": "aGk="}]}))
        .await;
    assert_eq!(tom.expect_error("not_active_member").await["temp_id"], "file");

    let joined = tom.join(world.circle).await;
    assert_eq!((&joined["last_seq"], &joined["unread"]), (&json!(40), &json!(40)));
    let missed = tom.join_after(world.circle, written[37].id).await;
    assert_eq!(seqs(&messages_of(&missed, "missed")), [39, 40]);
    tom.say(json!({"command": "fetch_messages", "channel": world.circle})).await;
    let page = tom.expect("messages_payload").await;
    assert_eq!((&page["anchor"], &page["messages"][0]["seq"]), (&json!(40), &json!(40)));
    // Nor by its id, nor by an anchor that the client made up.
    let secret = world.stored(world.circle).await[41].id;
    tom.say(json!({"command": "get_room_chat_messages", "channel": world.circle, "message_id": secret})).await;
    tom.expect_error("bad_frame").await;
    tom.say(json!({"command": "get_room_chat_messages", "channel": world.circle, "page_number": 2, "anchor": 75}))
        .await;
    assert_eq!(tom.expect("messages_payload").await["messages"][0]["seq"], 10);
    tom.say(json!({"command": "message_seen", "channel": world.circle})).await;
    assert_eq!(tom.count_of(world.circle).await, (0, false));

    // Active again: everything is there, and all of it counts.
    set(&node, world.circle, world.tom, Status::Active).await;
    tom.expect("reload").await;
    let joined = tom.join(world.circle).await;
    assert_eq!((&joined["last_seq"], &joined["unread"]), (&json!(45), &json!(5)));
    maya.send(world.circle, "welcome back").await;
    assert_eq!(tom.numbers(world.circle, 1).await, [46]);
});

both!(who_joins_a_group_has_seen_what_was_said_before, async |world| {
    world.history(world.circle, world.maya, 12).await;
    let node = world.node().await;
    let (mut maya, mut sam) = (node.socket(world.maya).await, node.socket(world.sam).await);
    channels::join(&node.store, world.circle, &[world.sam]).await.unwrap();
    sam.expect("reload").await;
    maya.expect("reload").await;
    maya.send(world.circle, "Welcome, Sam").await;
    assert_eq!(sam.count_of(world.circle).await, (1, false), "only what came later, and without a new socket");
    let joined = sam.join(world.circle).await;
    assert_eq!((&joined["last_seen_seq"], &joined["last_seq"]), (&json!(12), &json!(13)));
});

both!(who_joins_a_direct_channel_has_seen_nothing, async |world| {
    let node = world.node().await;
    let direct = channels::create(&node.store, Kind::Direct, "", None).await.unwrap();
    channels::join(&node.store, direct, &[world.maya]).await.unwrap();
    world.history(direct, world.maya, 3).await;
    let mut sam = node.socket(world.sam).await;
    channels::join(&node.store, direct, &[world.sam]).await.unwrap();
    sam.expect("reload").await;
    let joined = sam.join(direct).await;
    assert_eq!((&joined["last_seen_seq"], &joined["unread"]), (&json!(0), &json!(3)));
});

both!(who_is_taken_out_while_joining_does_not_get_in, async |world| {
    let written = world.history(world.circle, world.maya, 3_000).await;
    let node = world.node_with(|limits| limits.queue = QueueLimits { frames: 16, bytes: 16 * 1024 }).await;
    let mut maya = node.socket(world.maya).await;
    // Tom opens the channel and does not read: the hub is in the middle of what he missed.
    let mut tom = node.narrow_socket(world.tom).await;
    tom.say(json!({"command": "join", "channel": world.circle, "after_msg_id": written[0].id})).await;
    tom.expect("messages_payload").await;
    let mut phone = node.socket(world.tom).await;
    set(&node, world.circle, world.tom, Status::Absent).await;
    // His sockets are told one after the other, this one last.
    phone.expect("reload").await;

    tom.expect("joined").await;
    tom.expect("reload").await;
    maya.send(world.circle, "without Tom").await;
    maya.expect("new_message").await;
    let heard = tom.so_far().await;
    assert!(heard.iter().all(|frame| frame["command"] != "new_message"), "{heard:?}");
});
