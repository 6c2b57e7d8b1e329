//! Joining a channel during traffic: no loss, no repetition.

use futures_util::future::{join, join_all};
use hub::QueueLimits;
use serde_json::json;

use crate::socket::{Socket, messages_of, seqs};
use crate::test_app::TestApp;
use test_kit::both;

/// Everything a socket received of a channel, in order: missed pages and live messages.
fn heard(frames: &[serde_json::Value]) -> Vec<i64> {
    let mut numbers = Vec::new();
    for frame in frames {
        if frame["command"] == "new_message" {
            numbers.push(frame["seq"].as_i64().unwrap());
        }
        numbers.extend(seqs(&messages_of(std::slice::from_ref(frame), "missed")));
    }
    numbers
}

both!(join_sends_missed_messages_first, async |app| {
    let written = app.history(app.circle, app.maya, 100).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let frames = tom.join_after(app.circle, written[9].id).await;
    assert_eq!(heard(&frames), (11..=100).collect::<Vec<_>>());
    assert!(frames.iter().all(|frame| frame["messages"].as_array().is_none_or(|page| page.len() <= 30)));
    let joined = frames.last().unwrap();
    assert_eq!(joined["last_seq"], 100);
    assert_eq!(joined["last_msg_id"], json!(written[99].id));
    assert_eq!((&joined["last_seen_seq"], &joined["unread"]), (&json!(0), &json!(100)));
    // Nothing missed is an empty page, not none.
    let frames = tom.join_after(app.circle, written[99].id).await;
    assert_eq!(frames.iter().filter(|frame| frame["type"] == "missed").count(), 1);
    assert!(heard(&frames).is_empty());
    // A message of another channel is no position in this one.
    tom.send_frame(json!({"command": "join", "channel": app.pair, "after_msg_id": written[0].id})).await;
    tom.expect_error("bad_frame").await;
});

async fn talk(socket: &mut Socket, app: &TestApp, count: usize) {
    for number in 0..count {
        socket.send(app.circle, &format!("no. {number}")).await;
        socket.expect("new_message").await;
    }
}

both!(joining_and_leaving_during_traffic_loses_nothing, async |app| {
    const MESSAGES: usize = 150;
    let node = app.node().await;
    let (mut maya, mut ana) = (node.socket(app.maya).await, node.socket(app.ana).await);
    let mut tom = node.socket(app.tom).await;
    maya.send(app.circle, "first").await;
    let mut newest = maya.expect("new_message").await["msg_id"].as_str().unwrap().parse().unwrap();
    let coming_and_going = async {
        let (mut numbers, mut rounds) = (vec![1], 0);
        while numbers.len() <= 2 * MESSAGES {
            let mut frames = tom.join_after(app.circle, newest).await;
            let last = heard(&frames).last().copied().or(numbers.last().copied());
            assert_eq!(frames.last().unwrap()["last_seq"].as_i64(), last, "joined comes after all that was missed");
            tom.send_frame(json!({"command": "leave", "channel": app.circle})).await;
            frames.extend(tom.received_so_far().await);
            let messages: Vec<_> = frames
                .iter()
                .flat_map(|frame| match frame["messages"].as_array() {
                    Some(page) => page.iter().rev().cloned().collect(),
                    None => vec![frame.clone()],
                })
                .filter(|message| message["msg_id"].is_string() && message["seq"].is_i64())
                .filter(|message| message["command"] != "update_last_viewed_timestamp")
                .collect();
            if let Some(last) = messages.last() {
                newest = last["msg_id"].as_str().unwrap().parse().unwrap();
            }
            numbers.extend(seqs(&messages));
            rounds += 1;
        }
        (numbers, rounds)
    };
    let writing = join(talk(&mut maya, &app, MESSAGES), talk(&mut ana, &app, MESSAGES));
    let ((numbers, rounds), _) = join(coming_and_going, writing).await;
    assert_eq!(numbers, (1..=1 + 2 * i64::try_from(MESSAGES).unwrap()).collect::<Vec<_>>());
    assert!(rounds > 10, "only {rounds} rounds: nothing was tried");
});

both!(clients_joining_during_traffic_receive_every_message, async |app| {
    const MESSAGES: i64 = 120;
    let first = app.history(app.circle, app.ana, 1).await[0].id;
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let joining = (0..12).map(|_| async {
        let mut tom = node.socket(app.tom).await;
        let mut numbers = heard(&tom.join_after(app.circle, first).await);
        let left = usize::try_from(MESSAGES).unwrap() - numbers.len();
        numbers.extend(tom.expect_numbers(app.circle, left).await);
        numbers
    });
    let (all, ()) = join(join_all(joining), talk(&mut maya, &app, usize::try_from(MESSAGES).unwrap())).await;
    for numbers in all {
        assert_eq!(numbers, (2..=MESSAGES + 1).collect::<Vec<_>>());
    }
});

both!(long_catch_up_does_not_count_as_slow, async |app| {
    let written = app.history(app.circle, app.maya, 1_500).await;
    let node = app.node_with(|limits| limits.queue = QueueLimits { frames: 8, bytes: 64 * 1024 }).await;
    let mut tom = node.socket(app.tom).await;
    let frames = tom.join_after(app.circle, written[0].id).await;
    assert_eq!(heard(&frames), (2..=1_500).collect::<Vec<_>>());
});

both!(left_channel_falls_back_to_counts, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    maya.send(app.pair, "one").await;
    tom.expect("new_message").await;
    tom.send_frame(json!({"command": "leave", "channel": app.pair})).await;
    tom.expect_silence().await;
    maya.send(app.pair, "two").await;
    assert_eq!(tom.expect_count(app.pair).await, (2, false));
    // Leaving what is not open is no mistake.
    tom.send_frame(json!({"command": "leave", "channel": app.pair})).await;
    tom.expect_silence().await;
});
