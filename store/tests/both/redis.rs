//! The bus over Redis, between two nodes.

use store::bus::{Bus, BusMessage, Event, Subscription};
use store::clock::Clock;
use store::{BusOptions, ChannelId, PersonId};
use uuid::Uuid;

use test_kit::{Redis, fresh_name};

use crate::test_store::within_timeout;

/// Returns the options of an installation with a topic of its own.
pub(crate) fn isolated_options(url: String) -> BusOptions {
    BusOptions { url, topic: fresh_name() }
}

pub(crate) fn typing() -> (Event, ChannelId) {
    let channel = Clock::system().id();
    (Event::Typing { channel, person: PersonId(Uuid::nil()) }, channel)
}

/// Publishes until the listener receives the event; repeats after each reported loss.
pub(crate) async fn publish_until_received(from: &Bus, to: &mut Subscription, hello: Event) {
    let Event::Typing { channel, person } = hello else { panic!("{hello:?}") };
    let matches_event =
        |event: &Event| matches!(event, Event::Typing { channel: c, person: p } if (*c, *p) == (channel, person));
    from.publish(vec![hello.clone()]);
    loop {
        match within_timeout(to.next()).await.unwrap() {
            BusMessage::Lost => from.publish(vec![hello.clone()]),
            BusMessage::Events(events) if events.iter().any(matches_event) => return,
            BusMessage::Events(_) => {}
        }
    }
}

pub(crate) async fn wait_for_loss(listener: &mut Subscription) {
    while !matches!(within_timeout(listener.next()).await.unwrap(), BusMessage::Lost) {}
}

/// Returns all events up to the one of this channel.
pub(crate) async fn receive_until(listener: &mut Subscription, channel: ChannelId) -> Vec<Event> {
    let mut events = Vec::new();
    let matches_event =
        |event: &Event| matches!(event, Event::Typing { channel: received, .. } if *received == channel);
    while !events.iter().any(matches_event) {
        if let BusMessage::Events(received) = within_timeout(listener.next()).await.unwrap() {
            events.extend(received.iter().cloned());
        }
    }
    events
}

/// Returns a node and its listener after the subscription is established.
pub(crate) async fn node(options: &BusOptions) -> (Bus, Subscription) {
    let bus = Bus::redis(options).unwrap();
    // This single thread has not run the bus before the first await, so the listener cannot miss the subscription.
    let mut listener = bus.listen();
    wait_for_loss(&mut listener).await;
    (bus, listener)
}

#[tokio::test]
async fn event_reaches_every_node_once() {
    let url = test_kit::redis_url();
    let options = isolated_options(url);
    let (maya, mut maya_listener) = node(&options).await;
    let (tom, mut tom_listener) = node(&options).await;
    assert!(maya.is_shared());
    assert_eq!(maya.describe(), "Redis");

    let (hello, hello_channel) = typing();
    maya.publish(vec![hello]);
    receive_until(&mut tom_listener, hello_channel).await;
    // An echo of Maya's own event would arrive before Tom's answer.
    let (answer, answer_channel) = typing();
    tom.publish(vec![answer]);
    let received = receive_until(&mut maya_listener, answer_channel).await;
    let of_hello = |event: &&Event| matches!(event, Event::Typing { channel, .. } if *channel == hello_channel);
    assert_eq!(received.iter().filter(of_hello).count(), 1);
}

#[tokio::test]
async fn published_loss_reaches_other_node() {
    let url = test_kit::redis_url();
    let options = isolated_options(url);
    let (maya, _maya_listener) = node(&options).await;
    let (_tom, mut tom_listener) = node(&options).await;
    maya.publish_loss();
    wait_for_loss(&mut tom_listener).await;
}

#[tokio::test]
async fn nodes_reconnect_after_redis_restart() {
    test_kit::redis_url();
    let mut redis = Redis::start();
    let options = isolated_options(redis.url());
    let (maya, mut maya_listener) = node(&options).await;
    let (tom, mut tom_listener) = node(&options).await;

    redis.kill();
    // Nodes deliver their own events locally while Redis is down.
    let (lost, lost_channel) = typing();
    maya.publish(vec![lost]);
    receive_until(&mut maya_listener, lost_channel).await;

    redis.restart();
    wait_for_loss(&mut maya_listener).await;
    wait_for_loss(&mut tom_listener).await;
    publish_until_received(&maya, &mut tom_listener, typing().0).await;
    publish_until_received(&tom, &mut maya_listener, typing().0).await;
}

#[tokio::test]
async fn node_started_before_redis_connects_later() {
    test_kit::redis_url();
    let mut redis = Redis::start();
    let options = isolated_options(redis.url());
    redis.kill();
    let bus = Bus::redis(&options).unwrap();
    let mut listener = bus.listen();
    assert!(!bus.is_healthy());
    redis.restart();
    wait_for_loss(&mut listener).await;
    let (_other, mut other_listener) = node(&options).await;
    publish_until_received(&bus, &mut other_listener, typing().0).await;
}

#[tokio::test]
async fn installations_sharing_redis_are_isolated() {
    let url = test_kit::redis_url();
    let (ours, theirs) = (isolated_options(url.clone()), isolated_options(url));
    let ((maya, _maya_listener), (_tom, mut tom_listener), (sam, _sam_listener)) =
        (node(&ours).await, node(&ours).await, node(&theirs).await);
    let ((of_sam, channel_of_sam), (of_maya, channel_of_maya)) = (typing(), typing());
    sam.publish(vec![of_sam]);
    // Sam's event was published first, so it would arrive first.
    publish_until_received(&sam, &mut node(&theirs).await.1, typing().0).await;
    maya.publish(vec![of_maya]);
    let received = receive_until(&mut tom_listener, channel_of_maya).await;
    assert!(!received.iter().any(|event| matches!(event, Event::Typing { channel, .. } if *channel == channel_of_sam)));
}
