//! Opening a channel while others write: nothing missed, nothing twice.

use futures_util::future::{join, join_all};
use hub::QueueLimits;
use serde_json::json;

use crate::socket::{Socket, messages_of, seqs};
use crate::world::World;
use test_kit::both;

/// Everything a socket heard of a channel, in the order it came: missed pages and live messages.
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

both!(what_was_missed_comes_first_in_pages, async |world| {
    let written = world.history(world.circle, world.maya, 100).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    let frames = tom.join_after(world.circle, written[9].id).await;
    assert_eq!(heard(&frames), (11..=100).collect::<Vec<_>>());
    assert!(frames.iter().all(|frame| frame["messages"].as_array().is_none_or(|page| page.len() <= 30)));
    let joined = frames.last().unwrap();
    assert_eq!(joined["last_seq"], 100);
    assert_eq!(joined["last_msg_id"], json!(written[99].id));
    assert_eq!((&joined["last_seen_seq"], &joined["unread"]), (&json!(0), &json!(100)));
    // Nothing missed is an empty page, not none.
    let frames = tom.join_after(world.circle, written[99].id).await;
    assert_eq!(frames.iter().filter(|frame| frame["type"] == "missed").count(), 1);
    assert!(heard(&frames).is_empty());
    // Somebody else's message is no place in this channel.
    tom.say(json!({"command": "join", "channel": world.pair, "after_msg_id": written[0].id})).await;
    tom.expect_error("bad_frame").await;
});

async fn talk(socket: &mut Socket, world: &World, count: usize) {
    for number in 0..count {
        socket.send(world.circle, &format!("no. {number}")).await;
        socket.expect("new_message").await;
    }
}

both!(coming_and_going_while_others_write_loses_nothing, async |world| {
    const MESSAGES: usize = 150;
    let node = world.node().await;
    let (mut maya, mut ana) = (node.socket(world.maya).await, node.socket(world.ana).await);
    let mut tom = node.socket(world.tom).await;
    maya.send(world.circle, "first").await;
    let mut newest = maya.expect("new_message").await["msg_id"].as_str().unwrap().parse().unwrap();
    let coming_and_going = async {
        let (mut numbers, mut rounds) = (vec![1], 0);
        while numbers.len() <= 2 * MESSAGES {
            let mut frames = tom.join_after(world.circle, newest).await;
            let last = heard(&frames).last().copied().or(numbers.last().copied());
            assert_eq!(frames.last().unwrap()["last_seq"].as_i64(), last, "joined comes after all that was missed");
            tom.say(json!({"command": "leave", "channel": world.circle})).await;
            frames.extend(tom.so_far().await);
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
    let writing = join(talk(&mut maya, &world, MESSAGES), talk(&mut ana, &world, MESSAGES));
    let ((numbers, rounds), _) = join(coming_and_going, writing).await;
    assert_eq!(numbers, (1..=1 + 2 * i64::try_from(MESSAGES).unwrap()).collect::<Vec<_>>());
    assert!(rounds > 10, "only {rounds} rounds: nothing was tried");
});

both!(many_who_join_at_different_moments_all_hear_everything, async |world| {
    const MESSAGES: i64 = 120;
    let first = world.history(world.circle, world.ana, 1).await[0].id;
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    let joining = (0..12).map(|_| async {
        let mut tom = node.socket(world.tom).await;
        let mut numbers = heard(&tom.join_after(world.circle, first).await);
        let left = usize::try_from(MESSAGES).unwrap() - numbers.len();
        numbers.extend(tom.numbers(world.circle, left).await);
        numbers
    });
    let (all, ()) = join(join_all(joining), talk(&mut maya, &world, usize::try_from(MESSAGES).unwrap())).await;
    for numbers in all {
        assert_eq!(numbers, (2..=MESSAGES + 1).collect::<Vec<_>>());
    }
});

both!(coming_back_after_a_long_time_is_not_reading_slowly, async |world| {
    let written = world.history(world.circle, world.maya, 1_500).await;
    let node = world.node_with(|limits| limits.queue = QueueLimits { frames: 8, bytes: 64 * 1024 }).await;
    let mut tom = node.socket(world.tom).await;
    let frames = tom.join_after(world.circle, written[0].id).await;
    assert_eq!(heard(&frames), (2..=1_500).collect::<Vec<_>>());
});

both!(a_channel_that_was_left_falls_back_to_counts, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.pair).await;
    maya.send(world.pair, "one").await;
    tom.expect("new_message").await;
    tom.say(json!({"command": "leave", "channel": world.pair})).await;
    tom.hears_nothing().await;
    maya.send(world.pair, "two").await;
    assert_eq!(tom.count_of(world.pair).await, (2, false));
    // Leaving what is not open is no mistake.
    tom.say(json!({"command": "leave", "channel": world.pair})).await;
    tom.hears_nothing().await;
});
