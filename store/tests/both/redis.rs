//! The bus over Redis, between two nodes.

use store::bus::{Bus, Event, Listener, Signal};
use store::clock::Clock;
use store::{BusOptions, ChannelId, PersonId};
use uuid::Uuid;

use test_kit::{Redis, fresh_name};

/// An installation of which nobody else speaks.
pub(crate) fn at(url: String) -> BusOptions {
    BusOptions { url, topic: fresh_name() }
}

pub(crate) fn typing() -> (Event, ChannelId) {
    let channel = Clock::system().id();
    (Event::Typing { channel, person: PersonId(Uuid::nil()) }, channel)
}

/// Speaks until the other hears it. What it does not hear it is told to have lost, and then this speaks again.
pub(crate) async fn speak_until_heard(from: &Bus, to: &mut Listener, hello: Event) {
    let Event::Typing { channel, person } = hello else { panic!("{hello:?}") };
    let is_it =
        |event: &Event| matches!(event, Event::Typing { channel: c, person: p } if (*c, *p) == (channel, person));
    from.publish(vec![hello.clone()]);
    loop {
        match to.next().await.unwrap() {
            Signal::Lost => from.publish(vec![hello.clone()]),
            Signal::Events(events) if events.iter().any(is_it) => return,
            Signal::Events(_) => {}
        }
    }
}

pub(crate) async fn until_lost(listener: &mut Listener) {
    while !matches!(listener.next().await.unwrap(), Signal::Lost) {}
}

/// Everything that is heard until word of this channel comes.
pub(crate) async fn until_heard(listener: &mut Listener, channel: ChannelId) -> Vec<Event> {
    let mut events = Vec::new();
    let is_it = |event: &Event| matches!(event, Event::Typing { channel: heard, .. } if *heard == channel);
    while !events.iter().any(is_it) {
        if let Signal::Events(heard) = listener.next().await.unwrap() {
            events.extend(heard.iter().cloned());
        }
    }
    events
}

/// A node and its listener, once its subscription holds.
pub(crate) async fn node(options: &BusOptions) -> (Bus, Listener) {
    let bus = Bus::redis(options).unwrap();
    // Before the first await nothing of the bus has run in this one thread: the subscription cannot be missed.
    let mut listener = bus.listen();
    until_lost(&mut listener).await;
    (bus, listener)
}

#[tokio::test]
async fn two_nodes_hear_each_other_and_themselves_once() {
    let Some(url) = test_kit::service("MENTORHUB_TEST_REDIS") else { return };
    let options = at(url);
    let (maya, mut at_maya) = node(&options).await;
    let (tom, mut at_tom) = node(&options).await;
    assert!(maya.is_shared());
    assert_eq!(maya.describe(), "Redis");

    let (hello, hello_channel) = typing();
    maya.publish(vec![hello]);
    until_heard(&mut at_tom, hello_channel).await;
    // Tom answers after hearing: an echo of Maya's own event would reach her before the answer.
    let (answer, answer_channel) = typing();
    tom.publish(vec![answer]);
    let heard = until_heard(&mut at_maya, answer_channel).await;
    let of_hello = |event: &&Event| matches!(event, Event::Typing { channel, .. } if *channel == hello_channel);
    assert_eq!(heard.iter().filter(of_hello).count(), 1);
}

#[tokio::test]
async fn doubt_reaches_the_other_node() {
    let Some(url) = test_kit::service("MENTORHUB_TEST_REDIS") else { return };
    let options = at(url);
    let (maya, _at_maya) = node(&options).await;
    let (_tom, mut at_tom) = node(&options).await;
    maya.doubt();
    until_lost(&mut at_tom).await;
}

#[tokio::test]
async fn nodes_find_each_other_again_after_redis_was_killed() {
    if test_kit::service("MENTORHUB_TEST_REDIS").is_none() {
        return;
    }
    let mut redis = Redis::start();
    let options = at(redis.url());
    let (maya, mut at_maya) = node(&options).await;
    let (tom, mut at_tom) = node(&options).await;

    redis.kill();
    // Nodes of one process still hear themselves, and nobody waits for Redis.
    let (lost, lost_channel) = typing();
    maya.publish(vec![lost]);
    until_heard(&mut at_maya, lost_channel).await;

    redis.restart();
    until_lost(&mut at_maya).await;
    until_lost(&mut at_tom).await;
    speak_until_heard(&maya, &mut at_tom, typing().0).await;
    speak_until_heard(&tom, &mut at_maya, typing().0).await;
}

#[tokio::test]
async fn a_node_that_starts_before_redis_joins_when_it_comes() {
    if test_kit::service("MENTORHUB_TEST_REDIS").is_none() {
        return;
    }
    let mut redis = Redis::start();
    let options = at(redis.url());
    redis.kill();
    let bus = Bus::redis(&options).unwrap();
    let mut listener = bus.listen();
    assert!(!bus.is_healthy());
    redis.restart();
    until_lost(&mut listener).await;
    let (_other, mut at_other) = node(&options).await;
    speak_until_heard(&bus, &mut at_other, typing().0).await;
}

#[tokio::test]
async fn installations_that_share_a_redis_do_not_hear_each_other() {
    let Some(url) = test_kit::service("MENTORHUB_TEST_REDIS") else { return };
    let (ours, theirs) = (at(url.clone()), at(url));
    let ((maya, _at_maya), (_tom, mut at_tom), (sam, _at_sam)) =
        (node(&ours).await, node(&ours).await, node(&theirs).await);
    let ((of_sam, channel_of_sam), (of_maya, channel_of_maya)) = (typing(), typing());
    sam.publish(vec![of_sam]);
    // Sam's word left before: it would be heard first.
    speak_until_heard(&sam, &mut node(&theirs).await.1, typing().0).await;
    maya.publish(vec![of_maya]);
    let heard = until_heard(&mut at_tom, channel_of_maya).await;
    assert!(!heard.iter().any(|event| matches!(event, Event::Typing { channel, .. } if *channel == channel_of_sam)));
}
