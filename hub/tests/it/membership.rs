//! Membership of channels.

use hub::QueueLimits;
use serde_json::{Value, json};
use store::ChannelId;
use store::administration;
use store::administration::{Lifted, SuspendedBy};
use store::channels::{self, Kind, Status};

use crate::socket::{Socket, messages_of, seqs};
use crate::test_app::fresh_name;
use test_kit::{both, shared};

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
        socket.send_frame(command.clone()).await;
        let error = socket.expect_error(code).await;
        assert_eq!((&error["in_reply_to"], &error["channel"]), (&command["command"], channel));
        assert_eq!(error.get("temp_id"), command.get("tempId"), "{command}");
    }
}

async fn set(socket_node: &crate::node::Node, channel: ChannelId, person: store::PersonId, status: Status) {
    channels::set_status(&socket_node.store, channel, person, status, None).await.unwrap();
}

both!(non_member_gets_channel_unknown, async |app| {
    let written = json!(app.history(app.circle, app.maya, 1).await[0].id);
    let node = app.node().await;
    let (mut sam, mut maya) = (node.socket(app.sam).await, node.socket(app.maya).await);
    maya.join(app.circle).await;
    all_refused(&mut sam, &json!(app.circle), &written, "channel_unknown").await;
    all_refused(&mut sam, &json!(fresh_name().parse::<ChannelId>().unwrap()), &written, "channel_unknown").await;
    for command in ["leave", "typing"] {
        sam.send_frame(json!({"command": command, "channel": app.circle})).await;
    }
    let heard = format!("{:?}", sam.received_so_far().await);
    assert!(!heard.contains(&app.circle.to_string()), "{heard}");
    maya.send(app.circle, "among us").await;
    let heard = maya.read_until(|frame| frame["command"] == "new_message").await;
    assert_eq!(heard.len(), 1, "nothing of the stranger was heard: {heard:?}");
    sam.expect_silence().await;
    assert_eq!(app.stored(app.circle).await.len(), 2);
});

both!(absent_member_gets_not_a_member, async |app| {
    let written = json!(app.history(app.circle, app.maya, 1).await[0].id);
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.circle).await;
    set(&node, app.circle, app.tom, Status::Absent).await;
    tom.expect("reload").await;
    maya.expect("reload").await;
    maya.send(app.circle, "without Tom").await;
    maya.expect("new_message").await;
    all_refused(&mut tom, &json!(app.circle), &written, "not_a_member").await;
    tom.send_frame(json!({"command": "unread_message"})).await;
    let counts = tom.expect("unread_message").await;
    assert_eq!(counts["unread_messages"].as_object().unwrap().keys().collect::<Vec<_>>(), [&app.pair.to_string()]);
});

both!(inactive_member_reads_history_but_receives_nothing_new, async |app| {
    let written = app.history(app.circle, app.maya, 40).await;
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.circle).await;
    set(&node, app.circle, app.tom, Status::Inactive).await;
    tom.expect("reload").await;
    for number in 0..5 {
        maya.send(app.circle, &format!("later {number}")).await;
        maya.expect("new_message").await;
    }
    tom.expect_silence().await;

    let temp_id = tom.send(app.circle, "may I?").await;
    assert_eq!(tom.expect_error("not_active_member").await["temp_id"], temp_id);
    tom.send_frame(json!({"command": "send", "channel": app.circle, "message": "", "tempId": "file",
        "attachments": [{"name": "a.txt", "type": "text/plain", "data": "aGk="}]}))
        .await;
    assert_eq!(tom.expect_error("not_active_member").await["temp_id"], "file");

    let joined = tom.join(app.circle).await;
    assert_eq!((&joined["last_seq"], &joined["unread"]), (&json!(40), &json!(40)));
    let missed = tom.join_after(app.circle, written[37].id).await;
    assert_eq!(seqs(&messages_of(&missed, "missed")), [39, 40]);
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.circle})).await;
    let page = tom.expect("messages_payload").await;
    assert_eq!((&page["anchor"], &page["messages"][0]["seq"]), (&json!(40), &json!(40)));
    // Nor by its id, nor by an anchor that the client made up.
    let secret = app.stored(app.circle).await[41].id;
    tom.send_frame(json!({"command": "get_room_chat_messages", "channel": app.circle, "message_id": secret})).await;
    tom.expect_error("bad_frame").await;
    tom.send_frame(json!({"command": "get_room_chat_messages", "channel": app.circle, "page_number": 2, "anchor": 75}))
        .await;
    assert_eq!(tom.expect("messages_payload").await["messages"][0]["seq"], 10);
    tom.send_frame(json!({"command": "message_seen", "channel": app.circle})).await;
    assert_eq!(tom.expect_count(app.circle).await, (0, false));

    // Active again: everything is there, and all of it counts.
    set(&node, app.circle, app.tom, Status::Active).await;
    tom.expect("reload").await;
    let joined = tom.join(app.circle).await;
    assert_eq!((&joined["last_seq"], &joined["unread"]), (&json!(45), &json!(5)));
    maya.send(app.circle, "welcome back").await;
    assert_eq!(tom.expect_numbers(app.circle, 1).await, [46]);
});

both!(suspension_ends_at_its_time, async |app| {
    let node = app.frozen_node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let resumes_at = node.store.clock.now() + chrono::Duration::hours(1);
    channels::set_status(&node.store, app.pair, app.tom, Status::Inactive, Some(resumes_at)).await.unwrap();
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
    }
    tom.send(app.pair, "may I?").await;
    tom.expect_error("not_active_member").await;
    maya.send(app.pair, "see you").await;
    maya.expect("new_message").await;

    node.store.clock.advance(std::time::Duration::from_secs(3600));
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
    }
    let list = node.get_json("/api/v2/chat/channels/", &node.sign_in(app.tom).await.1).await;
    assert_eq!((&list[0]["membership"], &list[0]["messageAgainFrom"]), (&json!("active"), &Value::Null));
    assert_eq!(list[0]["lastMessage"]["text"], "see you");
    let mut tom = node.socket(app.tom).await;
    tom.send(app.pair, "back").await;
    tom.expect("new_message").await;
});

shared!(suspension_closes_open_connections_of_all_nodes, async |app| {
    let (node, other) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = (node.socket(app.maya).await, other.socket(app.tom).await);
    let by = test_kit::operator();
    administration::suspend(&other.store, &by, app.tom, None, "bullying", SuspendedBy::Lead).await.unwrap().unwrap();
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
        socket.send(app.pair, "may I?").await;
        socket.expect_error("not_active_member").await;
    }
    maya.send(app.circle, "without Tom").await;
    maya.expect("new_message").await;
    let lifted = administration::lift_suspension(&node.store, &by, app.tom, SuspendedBy::Lead).await.unwrap();
    assert_eq!(lifted, Lifted::Lifted);
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
        socket.send(app.pair, "thank you").await;
        socket.expect("new_message").await;
    }
});

both!(new_group_member_has_no_unread_messages, async |app| {
    app.history(app.circle, app.maya, 12).await;
    let node = app.node().await;
    let (mut maya, mut sam) = (node.socket(app.maya).await, node.socket(app.sam).await);
    channels::join(&node.store, app.circle, &[app.sam]).await.unwrap();
    sam.expect("reload").await;
    maya.expect("reload").await;
    maya.send(app.circle, "Welcome, Sam").await;
    assert_eq!(sam.expect_count(app.circle).await, (1, false), "only what came later, and without a new socket");
    let joined = sam.join(app.circle).await;
    assert_eq!((&joined["last_seen_seq"], &joined["last_seq"]), (&json!(12), &json!(13)));
});

both!(new_direct_member_has_all_messages_unread, async |app| {
    let node = app.node().await;
    let direct = channels::create(&node.store, Kind::Direct, "", None).await.unwrap();
    channels::join(&node.store, direct, &[app.maya]).await.unwrap();
    app.history(direct, app.maya, 3).await;
    let mut sam = node.socket(app.sam).await;
    channels::join(&node.store, direct, &[app.sam]).await.unwrap();
    sam.expect("reload").await;
    let joined = sam.join(direct).await;
    assert_eq!((&joined["last_seen_seq"], &joined["unread"]), (&json!(0), &json!(3)));
});

both!(member_removed_during_join_leaves_channel, async |app| {
    let written = app.history(app.circle, app.maya, 3_000).await;
    let node = app.node_with(|limits| limits.queue = QueueLimits { frames: 16, bytes: 16 * 1024 }).await;
    let mut maya = node.socket(app.maya).await;
    // Tom opens the channel and does not read: the hub is in the middle of what he missed.
    let mut tom = node.narrow_socket(app.tom).await;
    tom.send_frame(json!({"command": "join", "channel": app.circle, "after_msg_id": written[0].id})).await;
    tom.expect("messages_payload").await;
    let mut phone = node.socket(app.tom).await;
    set(&node, app.circle, app.tom, Status::Absent).await;
    // His connections are refreshed in turn, this one last.
    phone.expect("reload").await;

    tom.expect("joined").await;
    tom.expect("reload").await;
    maya.send(app.circle, "without Tom").await;
    maya.expect("new_message").await;
    let heard = tom.received_so_far().await;
    assert!(heard.iter().all(|frame| frame["command"] != "new_message"), "{heard:?}");
});
