//! Replies, edits and reactions.

use std::time::Duration;

use futures_util::future::join;
use serde_json::{Value, json};
use store::ChannelId;
use test_kit::{both, shared};

use crate::cluster::maya_and_tom;
use crate::socket::{Socket, messages_of};

impl Socket {
    pub(crate) async fn edit(&mut self, channel: ChannelId, message: &Value, text: &str) {
        let frame =
            json!({"command": "edit", "channel": channel, "msg_id": message, "message": text, "temp_id": message});
        self.send_frame(frame).await;
    }

    async fn react(&mut self, channel: ChannelId, message: &Value, emoji: &str, on: bool) {
        let frame = json!({"command": "react", "channel": channel, "msg_id": message, "emoji": emoji, "on": on});
        self.send_frame(frame).await;
    }

    /// Sends a message; returns its id after delivery.
    pub(crate) async fn sent(&mut self, channel: ChannelId, text: &str) -> Value {
        self.send(channel, text).await;
        self.expect("new_message").await["msg_id"].clone()
    }
}

both!(reply_includes_quoted_message, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let question = maya.sent(app.pair, "When?").await;
    let frame =
        json!({"command": "send", "channel": app.pair, "message": "At four", "tempId": "a", "reply_to": question});
    tom.send_frame(frame.clone()).await;
    maya.expect("new_message").await;
    let expected = json!({"msg_id": question, "seq": 1, "user_id": app.maya, "text": "When?"});
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
    let page = tom.expect("messages_payload").await;
    assert_eq!(page["messages"][0]["reply_to"], expected);

    let elsewhere = maya.sent(app.circle, "elsewhere").await;
    let mut stray = frame;
    (stray["reply_to"], stray["tempId"]) = (elsewhere, json!("b"));
    tom.send_frame(stray).await;
    assert_eq!(tom.expect_error("message_unknown").await["temp_id"], "b");
});

both!(edit_reaches_open_channels_and_the_editor, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let mut phone = node.socket(app.maya).await;
    let id = maya.sent(app.pair, "See you on Monday").await;
    phone.edit(app.pair, &id, "See you on Tuesday").await;
    for socket in [&mut maya, &mut tom, &mut phone] {
        let changed = socket.expect("message_changed").await;
        assert_eq!((&changed["msg_id"], &changed["message"]), (&id, &json!("See you on Tuesday")));
        assert_eq!((&changed["changed"], &changed["seq"]), (&json!(1), &json!(1)));
        assert!(changed["edited_on"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
    maya.edit(app.pair, &id, "See you on Tuesday").await;
    maya.expect("message_changed").await;
    assert!(tom.received_so_far().await.is_empty(), "the same text again is news to nobody else");
});

both!(edit_with_new_mention_updates_counts, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    maya.join(app.circle).await;
    let id = maya.sent(app.circle, "Who comes?").await;
    assert_eq!(tom.expect_count(app.circle).await, (1, false));
    maya.edit(app.circle, &id, &format!("Who comes? @[Tom Rivera]({})", app.tom)).await;
    assert_eq!(tom.expect_count(app.circle).await, (1, true));
});

both!(refused_change_returns_specific_code, async |app| {
    let node = app.frozen_node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = maya.sent(app.pair, "one").await;
    tom.edit(app.pair, &id, "mine now").await;
    assert_eq!(tom.expect_error("message_unknown").await["temp_id"], id);
    let mut sam = node.socket(app.sam).await;
    sam.react(app.pair, &id, "👍", true).await;
    sam.expect_error("channel_unknown").await;
    for (text, code) in [
        (" \n", "message_empty"),
        ("\u{200b}", "message_empty"),
        ("\u{301}", "message_empty"),
        ("a\0b", "bad_frame"),
        (&*"x".repeat(8_001), "message_too_long"),
    ] {
        maya.edit(app.pair, &id, text).await;
        maya.expect_error(code).await;
    }
    for rubbish in ["", "👍👍", "x", "<b>", &"👍".repeat(100)] {
        maya.react(app.pair, &id, rubbish, true).await;
        maya.expect_error("reaction_invalid").await;
    }
    node.store.clock.advance(Duration::from_secs(5 * 60 + 1));
    maya.edit(app.pair, &id, "too late").await;
    maya.expect_error("edit_too_late").await;
    assert_eq!(app.stored(app.pair).await[0].body, "one");
});

both!(emoji_variants_count_as_one_reaction, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = maya.sent(app.pair, "one").await;
    tom.react(app.pair, &id, "❤", true).await;
    tom.expect("message_changed").await;
    maya.react(app.pair, &id, "❤\u{fe0f}", true).await;
    maya.expect("message_changed").await;
    let changed = maya.expect("message_changed").await;
    let expected = json!([{"emoji": "❤\u{fe0f}", "count": 2, "user_ids": [app.tom, app.maya]}]);
    let mut found = changed["reactions"].clone();
    // Within one millisecond the order is that of the ids.
    found[0]["user_ids"].as_array_mut().unwrap().sort_by_key(|id| *id != json!(app.tom));
    assert_eq!(found, expected);
});

both!(returning_client_gets_each_changed_message_once, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let (first, second) = (maya.sent(app.pair, "one").await, maya.sent(app.pair, "two").await);
    maya.react(app.pair, &first, "👍", true).await;
    let known = tom.expect("message_changed").await["changed"].clone();
    tom.send_frame(json!({"command": "leave", "channel": app.pair})).await;
    tom.received_so_far().await;
    for text in ["two a", "two b"] {
        maya.edit(app.pair, &second, text).await;
    }
    maya.react(app.pair, &first, "👍", false).await;
    let third = maya.sent(app.pair, "three").await;
    maya.react(app.pair, &third, "👍", true).await;
    maya.read_until(|frame| frame["changed"] == 5).await;

    let frame = json!({"command": "join", "channel": app.pair, "after_msg_id": second, "after_change": known});
    tom.send_frame(frame).await;
    let frames = tom.read_until(|frame| frame["command"] == "joined").await;
    let changed: Vec<_> = frames.iter().filter(|frame| frame["command"] == "message_changed").collect();
    let heard: Vec<_> = changed.iter().map(|frame| (&frame["msg_id"], &frame["changed"])).collect();
    assert_eq!(heard, [(&second, &json!(3)), (&first, &json!(4))]);
    assert_eq!((&changed[0]["message"], &changed[1]["reactions"]), (&json!("two b"), &Value::Null));
    let missed = messages_of(&frames, "missed");
    assert_eq!((missed.len(), &missed[0]["changed"]), (1, &json!(5)), "a missed message comes as it is now");
    assert_eq!(frames.last().unwrap()["last_change"], 5);
    maya.edit(app.pair, &first, "one more").await;
    assert_eq!(tom.expect("message_changed").await["changed"], 6);
});

both!(join_leaves_out_too_many_missed_changes, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let written = app.history(app.pair, app.maya, 201).await;
    for message in &written {
        maya.react(app.pair, &json!(message.id), "👍", true).await;
    }
    maya.read_until(|frame| frame["changed"] == 201).await;
    let frame = json!({"command": "join", "channel": app.pair, "after_msg_id": written[200].id, "after_change": 0});
    tom.send_frame(frame).await;
    let frames = tom.read_until(|frame| frame["command"] == "joined").await;
    assert!(frames.iter().all(|frame| frame["command"] != "message_changed"));
    let joined = frames.last().unwrap();
    assert_eq!((&joined["changes_left_out"], &joined["last_change"]), (&json!(true), &json!(201)));
});

shared!(changes_on_two_nodes_converge, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = maya_and_tom(&app, &here, &there).await;
    let id = maya.sent(app.pair, "zero").await;
    tom.expect("new_message").await;
    for round in 1..=20_i64 {
        let on = round % 2 == 1;
        let text = format!("text {round}");
        join(maya.edit(app.pair, &id, &text), tom.react(app.pair, &id, "🎉", on)).await;
        let is_settled = |frame: &Value| frame["changed"] == json!(round * 2);
        let (a, b) = join(maya.read_until(is_settled), tom.read_until(is_settled)).await;
        let (a, b) = (a.last().unwrap(), b.last().unwrap());
        assert_eq!((&a["message"], &a["reactions"]), (&b["message"], &b["reactions"]));
        assert_eq!(a["message"], json!(text));
    }
});

both!(change_without_bus_event_is_delivered, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = maya.sent(app.pair, "one").await;
    tom.expect("new_message").await;
    // Another process without a shared bus.
    let message = app.stored(app.pair).await[0].id;
    store::messages::edit(&app.store, app.pair, app.maya, message, "unheard").await.unwrap().unwrap();
    store::messages::react(&app.store, app.pair, app.tom, message, "👍", true).await.unwrap().unwrap();
    node.store.bus.publish_loss();
    let changed = tom.expect("message_changed").await;
    assert_eq!((&changed["msg_id"], &changed["message"], &changed["changed"]), (&id, &json!("unheard"), &json!(2)));
});
