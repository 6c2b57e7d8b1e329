//! Answers, edits and reactions as sockets hear of them.

use std::time::Duration;

use futures_util::future::join;
use serde_json::{Value, json};
use store::ChannelId;
use test_kit::{both, shared};

use crate::cluster::maya_and_tom;
use crate::socket::{Socket, messages_of};

impl Socket {
    async fn edit(&mut self, channel: ChannelId, message: &Value, text: &str) {
        let frame =
            json!({"command": "edit", "channel": channel, "msg_id": message, "message": text, "temp_id": message});
        self.say(frame).await;
    }

    async fn react(&mut self, channel: ChannelId, message: &Value, emoji: &str, on: bool) {
        let frame = json!({"command": "react", "channel": channel, "msg_id": message, "emoji": emoji, "on": on});
        self.say(frame).await;
    }

    /// Sends a message and gives back its id, once it is heard here.
    async fn sent(&mut self, channel: ChannelId, text: &str) -> Value {
        self.send(channel, text).await;
        self.expect("new_message").await["msg_id"].clone()
    }
}

both!(an_answer_brings_what_it_answers, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let question = maya.sent(world.pair, "When?").await;
    let frame =
        json!({"command": "send", "channel": world.pair, "message": "At four", "tempId": "a", "reply_to": question});
    tom.say(frame.clone()).await;
    maya.expect("new_message").await;
    let expected = json!({"msg_id": question, "seq": 1, "user_id": world.maya, "text": "When?"});
    tom.say(json!({"command": "fetch_messages", "channel": world.pair})).await;
    let page = tom.expect("messages_payload").await;
    assert_eq!(page["messages"][0]["reply_to"], expected);

    let elsewhere = maya.sent(world.circle, "elsewhere").await;
    let mut stray = frame;
    (stray["reply_to"], stray["tempId"]) = (elsewhere, json!("b"));
    tom.say(stray).await;
    assert_eq!(tom.expect_error("message_unknown").await["temp_id"], "b");
});

both!(an_edit_reaches_all_who_have_the_channel_open_and_the_one_who_asked, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let mut phone = node.socket(world.maya).await;
    let id = maya.sent(world.pair, "See you on Monday").await;
    phone.edit(world.pair, &id, "See you on Tuesday").await;
    for socket in [&mut maya, &mut tom, &mut phone] {
        let changed = socket.expect("message_changed").await;
        assert_eq!((&changed["msg_id"], &changed["message"]), (&id, &json!("See you on Tuesday")));
        assert_eq!((&changed["changed"], &changed["seq"]), (&json!(1), &json!(1)));
        assert!(changed["edited_on"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
    maya.edit(world.pair, &id, "See you on Tuesday").await;
    maya.expect("message_changed").await;
    assert!(tom.so_far().await.is_empty(), "the same text again is news to nobody else");
});

both!(an_edit_that_mentions_somebody_calls_them, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    maya.join(world.circle).await;
    let id = maya.sent(world.circle, "Who comes?").await;
    assert_eq!(tom.count_of(world.circle).await, (1, false));
    maya.edit(world.circle, &id, &format!("Who comes? @[Tom Rivera]({})", world.tom)).await;
    assert_eq!(tom.count_of(world.circle).await, (1, true));
});

both!(what_may_not_be_changed_says_why, async |world| {
    let node = world.frozen_node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let id = maya.sent(world.pair, "one").await;
    tom.edit(world.pair, &id, "mine now").await;
    assert_eq!(tom.expect_error("message_unknown").await["temp_id"], id);
    let mut sam = node.socket(world.sam).await;
    sam.react(world.pair, &id, "👍", true).await;
    sam.expect_error("channel_unknown").await;
    for (text, code) in [(" \n", "message_empty"), ("a\0b", "bad_frame"), (&*"x".repeat(8_001), "message_too_long")] {
        maya.edit(world.pair, &id, text).await;
        maya.expect_error(code).await;
    }
    for rubbish in ["", "👍👍", "x", "<b>", &"👍".repeat(100)] {
        maya.react(world.pair, &id, rubbish, true).await;
        maya.expect_error("reaction_invalid").await;
    }
    node.store.clock.advance(Duration::from_secs(5 * 60 + 1));
    maya.edit(world.pair, &id, "too late").await;
    maya.expect_error("edit_too_late").await;
    assert_eq!(world.stored(world.pair).await[0].body, "one");
});

both!(reactions_that_look_alike_are_one, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let id = maya.sent(world.pair, "one").await;
    tom.react(world.pair, &id, "❤", true).await;
    tom.expect("message_changed").await;
    maya.react(world.pair, &id, "❤\u{fe0f}", true).await;
    maya.expect("message_changed").await;
    let changed = maya.expect("message_changed").await;
    let expected = json!([{"emoji": "❤\u{fe0f}", "count": 2, "user_ids": [world.tom, world.maya]}]);
    let mut found = changed["reactions"].clone();
    // Within one millisecond the order is that of the ids.
    found[0]["user_ids"].as_array_mut().unwrap().sort_by_key(|id| *id != json!(world.tom));
    assert_eq!(found, expected);
});

both!(who_comes_back_hears_each_message_that_changed_once_as_it_is_now, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let (first, second) = (maya.sent(world.pair, "one").await, maya.sent(world.pair, "two").await);
    maya.react(world.pair, &first, "👍", true).await;
    let known = tom.expect("message_changed").await["changed"].clone();
    tom.say(json!({"command": "leave", "channel": world.pair})).await;
    tom.so_far().await;
    for text in ["two a", "two b"] {
        maya.edit(world.pair, &second, text).await;
    }
    maya.react(world.pair, &first, "👍", false).await;
    let third = maya.sent(world.pair, "three").await;
    maya.react(world.pair, &third, "👍", true).await;
    maya.until(|frame| frame["changed"] == 5).await;

    let frame = json!({"command": "join", "channel": world.pair, "after_msg_id": second, "after_change": known});
    tom.say(frame).await;
    let frames = tom.until(|frame| frame["command"] == "joined").await;
    let changed: Vec<_> = frames.iter().filter(|frame| frame["command"] == "message_changed").collect();
    let heard: Vec<_> = changed.iter().map(|frame| (&frame["msg_id"], &frame["changed"])).collect();
    assert_eq!(heard, [(&second, &json!(3)), (&first, &json!(4))]);
    assert_eq!((&changed[0]["message"], &changed[1]["reactions"]), (&json!("two b"), &Value::Null));
    let missed = messages_of(&frames, "missed");
    assert_eq!((missed.len(), &missed[0]["changed"]), (1, &json!(5)), "a missed message comes as it is now");
    assert_eq!(frames.last().unwrap()["last_change"], 5);
    maya.edit(world.pair, &first, "one more").await;
    assert_eq!(tom.expect("message_changed").await["changed"], 6);
});

both!(whoever_missed_too_many_changes_is_sent_to_the_pages, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let written = world.history(world.pair, world.maya, 201).await;
    for message in &written {
        maya.react(world.pair, &json!(message.id), "👍", true).await;
    }
    maya.until(|frame| frame["changed"] == 201).await;
    let frame = json!({"command": "join", "channel": world.pair, "after_msg_id": written[200].id, "after_change": 0});
    tom.say(frame).await;
    let frames = tom.until(|frame| frame["command"] == "joined").await;
    assert!(frames.iter().all(|frame| frame["command"] != "message_changed"));
    let joined = frames.last().unwrap();
    assert_eq!((&joined["changes_left_out"], &joined["last_change"]), (&json!(true), &json!(201)));
});

shared!(changes_on_two_nodes_end_alike_everywhere, async |world| {
    let (here, there) = (world.node().await, world.node().await);
    let (mut maya, mut tom) = maya_and_tom(&world, &here, &there).await;
    let id = maya.sent(world.pair, "zero").await;
    tom.expect("new_message").await;
    for round in 1..=20_i64 {
        let on = round % 2 == 1;
        let text = format!("text {round}");
        join(maya.edit(world.pair, &id, &text), tom.react(world.pair, &id, "🎉", on)).await;
        let is_settled = |frame: &Value| frame["changed"] == json!(round * 2);
        let (a, b) = join(maya.until(is_settled), tom.until(is_settled)).await;
        let (a, b) = (a.last().unwrap(), b.last().unwrap());
        assert_eq!((&a["message"], &a["reactions"]), (&b["message"], &b["reactions"]));
        assert_eq!(a["message"], json!(text));
    }
});

both!(a_change_that_no_bus_told_of_is_found, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = maya_and_tom(&world, &node, &node).await;
    let id = maya.sent(world.pair, "one").await;
    tom.expect("new_message").await;
    // Another process, whose news nobody hears.
    let message = world.stored(world.pair).await[0].id;
    store::messages::edit(&world.store, world.pair, world.maya, message, "unheard").await.unwrap().unwrap();
    store::messages::react(&world.store, world.pair, world.tom, message, "👍", true).await.unwrap().unwrap();
    node.store.bus.doubt();
    let changed = tom.expect("message_changed").await;
    assert_eq!((&changed["msg_id"], &changed["message"], &changed["changed"]), (&id, &json!("unheard"), &json!(2)));
});
