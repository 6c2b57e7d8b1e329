//! The bus over a Redis Cluster, between two nodes.

use std::collections::HashMap;

use store::bus::{Bus, BusMessage, Event, Subscription};
use store::{BusOptions, ChannelId, PersonId};
use test_kit::{RedisCluster, until};
use uuid::Uuid;

use crate::redis::{isolated_options, node, publish_until_received, receive_until, typing, wait_for_loss};
use crate::test_store::within_timeout;

/// More channels than topics, so that every topic carries events.
const CHANNELS: u128 = 40;

fn typing_in(channel: u128, number: u128) -> Event {
    Event::Typing { channel: ChannelId(Uuid::from_u128(channel)), person: PersonId(Uuid::from_u128(number)) }
}

/// Two connected nodes.
struct NodePair {
    maya: Bus,
    maya_listener: Subscription,
    tom: Bus,
    tom_listener: Subscription,
}

impl NodePair {
    async fn on(options: &BusOptions) -> Self {
        let ((maya, maya_listener), (tom, tom_listener)) = (node(options).await, node(options).await);
        Self { maya, maya_listener, tom, tom_listener }
    }

    async fn wait_for_losses(&mut self) {
        wait_for_loss(&mut self.maya_listener).await;
        wait_for_loss(&mut self.tom_listener).await;
    }

    /// Checks that events pass in both directions and that both nodes report healthy.
    async fn assert_connected(&mut self) {
        for channel in 0..CHANNELS {
            publish_until_received(&self.maya, &mut self.tom_listener, typing_in(channel, 0)).await;
            publish_until_received(&self.tom, &mut self.maya_listener, typing_in(channel, 1)).await;
        }
        assert!(until(|| self.maya.is_healthy() && self.tom.is_healthy()).await);
    }
}

#[tokio::test]
async fn cluster_delivers_events_once_in_order() {
    let cluster = RedisCluster::start().await;
    let options = isolated_options(cluster.url());
    let (maya, mut maya_listener) = node(&options).await;
    // Its only known member, the replica, carries no topics.
    let (tom, mut tom_listener) = node(&BusOptions { url: cluster.url_of(&[3]), ..options }).await;
    assert_eq!(maya.describe(), "Redis Cluster");
    // A replica may lack the latest events of its master, so no node subscribes there.
    assert_eq!(cluster.topics(), [5, 6, 5, 0]);
    let own = typing_in(0, 1000);
    tom.publish(vec![own]);

    let last = 20;
    for number in 0..=last {
        for channel in (0..CHANNELS).step_by(2) {
            maya.publish(vec![typing_in(channel, number), typing_in(channel + 1, number)]);
        }
    }
    let mut received = HashMap::<_, Vec<u128>>::new();
    while received.len() < CHANNELS as usize || received.values().any(|numbers| numbers.last() != Some(&last)) {
        let BusMessage::Events(events) = within_timeout(tom_listener.next()).await.unwrap() else {
            panic!("unexpected loss")
        };
        for event in events.iter() {
            let Event::Typing { channel, person } = event else { panic!("{event:?}") };
            if person.0.as_u128() <= last {
                received.entry(*channel).or_default().push(person.0.as_u128());
            }
        }
    }
    assert!(received.values().all(|numbers| *numbers == (0..=last).collect::<Vec<_>>()), "{received:?}");
    assert!(cluster.published()[..3].iter().all(|count| *count > 0), "{:?}", cluster.published());

    // Echoes of earlier events would arrive before Tom's answer.
    let (answer, answered) = typing();
    tom.publish(vec![answer]);
    let of_maya = receive_until(&mut maya_listener, answered).await;
    assert_eq!(of_maya.len(), CHANNELS as usize * (last as usize + 1) + 2);
}

#[tokio::test]
async fn killed_master_fails_over_to_replica() {
    let mut cluster = RedisCluster::start().await;
    // Their only known address is the master that is killed.
    let mut nodes = NodePair::on(&isolated_options(cluster.url_of(&[0]))).await;
    cluster.kill_first();
    assert!(until(|| !nodes.maya.is_healthy() && !nodes.tom.is_healthy()).await);
    // Nodes deliver their own events locally during the outage.
    let (own, own_channel) = typing();
    nodes.maya.publish(vec![own]);
    receive_until(&mut nodes.maya_listener, own_channel).await;
    nodes.wait_for_losses().await;
    nodes.assert_connected().await;

    // The old master returns as a replica and then takes over while the other one is alive.
    cluster.restart_first();
    cluster.until_ready().await;
    cluster.hand_over().await;
    nodes.wait_for_losses().await;
    nodes.assert_connected().await;
}

#[tokio::test]
async fn stopped_master_fails_over_to_replica() {
    let cluster = RedisCluster::start().await;
    let mut nodes = NodePair::on(&isolated_options(cluster.url())).await;
    cluster.stop_first();
    nodes.wait_for_losses().await;
    nodes.assert_connected().await;
    cluster.go_on();
    cluster.until_ready().await;
    nodes.assert_connected().await;
}

#[tokio::test]
async fn moved_topic_is_followed() {
    let cluster = RedisCluster::start().await;
    let mut nodes = NodePair::on(&isolated_options(cluster.url())).await;
    assert_eq!(cluster.topics(), [5, 6, 5, 0]);
    cluster.move_one();
    nodes.wait_for_losses().await;
    nodes.assert_connected().await;
    assert_eq!(cluster.topics(), [5, 5, 6, 0]);
}

#[tokio::test]
async fn node_started_before_cluster_connects_later() {
    let mut cluster = RedisCluster::start().await;
    cluster.kill_all();
    let options = isolated_options(cluster.url());
    let bus = Bus::redis(&options).unwrap();
    let mut listener = bus.listen();
    assert!(!bus.is_healthy());
    assert!(store::probe::bus(&options).await.unwrap_err().to_string().contains("127.0.0.1:"));
    cluster.restart_all();
    wait_for_loss(&mut listener).await;
    cluster.until_ready().await;
    store::probe::bus(&options).await.unwrap();
    let (other, other_listener) = node(&options).await;
    NodePair { maya: bus, maya_listener: listener, tom: other, tom_listener: other_listener }.assert_connected().await;
}
