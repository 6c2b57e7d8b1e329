//! The bus within one process.

use store::bus::{Bus, Event, Signal};
use store::{ChannelId, PersonId};
use uuid::Uuid;

use crate::world::heard;

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
async fn every_listener_hears_everything_in_order() {
    let bus = Bus::in_process();
    bus.publish(vec![typing(0)]);
    let mut listeners = [bus.listen(), bus.clone().listen()];
    bus.publish(vec![typing(1), typing(2)]);
    bus.publish(vec![]);
    bus.publish(vec![typing(3)]);
    for listener in &mut listeners {
        assert_eq!(heard(listener).await.iter().map(number).collect::<Vec<_>>(), vec![1, 2]);
        assert_eq!(heard(listener).await.iter().map(number).collect::<Vec<_>>(), vec![3]);
    }
}

#[tokio::test]
async fn a_listener_that_falls_behind_hears_that_it_lost_something_and_goes_on() {
    let bus = Bus::in_process();
    let mut slow = bus.listen();
    for n in 0..10_000 {
        bus.publish(vec![typing(n)]);
    }
    assert!(matches!(slow.next().await, Some(Signal::Lost)));
    let first = number(&heard(&mut slow).await[0]);
    assert!(first > 0);
    for n in first + 1..10_000 {
        assert_eq!(number(&heard(&mut slow).await[0]), n);
    }
}

#[tokio::test]
async fn doubt_sends_everybody_to_the_database() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.doubt();
    assert!(matches!(listener.next().await, Some(Signal::Lost)));
}

#[tokio::test]
async fn listeners_hear_when_the_bus_is_gone() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.publish(vec![typing(1)]);
    drop(bus);
    assert_eq!(heard(&mut listener).await.len(), 1);
    assert!(listener.next().await.is_none());
}

#[tokio::test]
async fn a_bus_in_one_process_is_always_well() {
    let bus = Bus::in_process();
    assert!(bus.is_healthy());
    assert!(!bus.is_shared());
    assert_eq!(bus.describe(), "in-process");
}

#[tokio::test]
async fn an_address_of_no_redis_is_refused_without_showing_it() {
    let refused = Bus::redis(&store::BusOptions { url: "http://:secret@localhost".into(), topic: "hub".into() })
        .unwrap_err()
        .to_string();
    assert!(refused.contains("bus.url"), "{refused}");
    assert!(!refused.contains("secret"), "{refused}");
}
