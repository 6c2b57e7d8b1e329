//! The in-process bus.

use store::bus::{Bus, BusMessage, Event};
use store::{ChannelId, PersonId};
use uuid::Uuid;

use crate::test_store::{next_events, within_timeout};

fn typing(n: u128) -> Event {
    Event::Typing { channel: ChannelId(Uuid::from_u128(n)), person: PersonId(Uuid::nil()) }
}

fn number(event: &Event) -> u128 {
    match event {
        Event::Typing { channel, .. } => channel.0.as_u128(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn listeners_receive_all_events_in_order() {
    let bus = Bus::in_process();
    bus.publish(vec![typing(0)]);
    let mut listeners = [bus.listen(), bus.clone().listen()];
    bus.publish(vec![typing(1), typing(2)]);
    bus.publish(vec![]);
    bus.publish(vec![typing(3)]);
    for listener in &mut listeners {
        assert_eq!(next_events(listener).await.iter().map(number).collect::<Vec<_>>(), vec![1, 2]);
        assert_eq!(next_events(listener).await.iter().map(number).collect::<Vec<_>>(), vec![3]);
    }
}

#[tokio::test]
async fn slow_listener_receives_loss_and_continues() {
    let bus = Bus::in_process();
    let mut slow = bus.listen();
    for n in 0..10_000 {
        bus.publish(vec![typing(n)]);
    }
    assert!(matches!(within_timeout(slow.next()).await, Some(BusMessage::Lost)));
    let first = number(&next_events(&mut slow).await[0]);
    assert!(first > 0);
    for n in first + 1..10_000 {
        assert_eq!(number(&next_events(&mut slow).await[0]), n);
    }
}

#[tokio::test]
async fn published_loss_reaches_listener() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.publish_loss();
    assert!(matches!(within_timeout(listener.next()).await, Some(BusMessage::Lost)));
}

#[tokio::test]
async fn dropped_bus_ends_listeners() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.publish(vec![typing(1)]);
    drop(bus);
    assert_eq!(next_events(&mut listener).await.len(), 1);
    assert!(within_timeout(listener.next()).await.is_none());
}

#[tokio::test]
async fn in_process_bus_is_always_healthy() {
    let bus = Bus::in_process();
    assert!(bus.is_healthy());
    assert!(!bus.is_shared());
    assert_eq!(bus.describe(), "in-process");
}

#[tokio::test]
async fn invalid_redis_url_is_rejected_without_its_password() {
    let rejected = Bus::redis(&store::BusOptions { url: "http://:secret@localhost".into(), topic: "hub".into() })
        .unwrap_err()
        .to_string();
    assert!(rejected.contains("bus.url"), "{rejected}");
    assert!(!rejected.contains("secret"), "{rejected}");
}
