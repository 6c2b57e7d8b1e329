//! The bus over a Redis Cluster, between two nodes.

use std::collections::HashMap;

use store::bus::{Bus, Event, Listener, Signal};
use store::{BusOptions, ChannelId, PersonId};
use test_kit::{RedisCluster, service, until};
use uuid::Uuid;

use crate::redis::{at, node, speak_until_heard, typing, until_heard, until_lost};

/// One channel in each topic, and some more.
const CHANNELS: u128 = 40;

fn typing_in(channel: u128, number: u128) -> Event {
    Event::Typing { channel: ChannelId(Uuid::from_u128(channel)), person: PersonId(Uuid::from_u128(number)) }
}

async fn cluster() -> Option<RedisCluster> {
    service("MENTORHUB_TEST_REDIS")?;
    Some(RedisCluster::start().await)
}

/// Two nodes that hear each other.
struct Two {
    maya: Bus,
    at_maya: Listener,
    tom: Bus,
    at_tom: Listener,
}

impl Two {
    async fn on(options: &BusOptions) -> Self {
        let ((maya, at_maya), (tom, at_tom)) = (node(options).await, node(options).await);
        Self { maya, at_maya, tom, at_tom }
    }

    async fn both_lose_something(&mut self) {
        until_lost(&mut self.at_maya).await;
        until_lost(&mut self.at_tom).await;
    }

    /// Everything that one says the other hears, and both say that they are well.
    async fn are_well(&mut self) {
        for channel in 0..CHANNELS {
            speak_until_heard(&self.maya, &mut self.at_tom, typing_in(channel, 0)).await;
            speak_until_heard(&self.tom, &mut self.at_maya, typing_in(channel, 1)).await;
        }
        assert!(until(|| self.maya.is_healthy() && self.tom.is_healthy()).await);
    }
}

#[tokio::test]
async fn what_happens_in_many_channels_crosses_a_cluster_once_and_in_order() {
    let Some(cluster) = cluster().await else { return };
    let options = at(cluster.url());
    let (maya, mut at_maya) = node(&options).await;
    // It finds the others by a member that has nothing of its own.
    let (tom, mut at_tom) = node(&BusOptions { url: cluster.url_of(&[3]), ..options }).await;
    assert_eq!(maya.describe(), "Redis Cluster");
    // A replica does not know what its master had no time to tell it.
    assert_eq!(cluster.topics(), [5, 6, 5, 0]);
    let own = typing_in(0, 1000);
    tom.publish(vec![own]);

    let last = 20;
    for number in 0..=last {
        for channel in (0..CHANNELS).step_by(2) {
            maya.publish(vec![typing_in(channel, number), typing_in(channel + 1, number)]);
        }
    }
    let mut heard = HashMap::<_, Vec<u128>>::new();
    while heard.len() < CHANNELS as usize || heard.values().any(|numbers| numbers.last() != Some(&last)) {
        let Signal::Events(events) = at_tom.next().await.unwrap() else { panic!("nothing was lost") };
        for event in events.iter() {
            let Event::Typing { channel, person } = event else { panic!("{event:?}") };
            if person.0.as_u128() <= last {
                heard.entry(*channel).or_default().push(person.0.as_u128());
            }
        }
    }
    assert!(heard.values().all(|numbers| *numbers == (0..=last).collect::<Vec<_>>()), "{heard:?}");
    assert!(cluster.published()[..3].iter().all(|count| *count > 0), "{:?}", cluster.published());

    // Tom answers after hearing: an echo of what he or Maya said would have come before.
    let (answer, answered) = typing();
    tom.publish(vec![answer]);
    let of_maya = until_heard(&mut at_maya, answered).await;
    assert_eq!(of_maya.len(), CHANNELS as usize * (last as usize + 1) + 2);
}

#[tokio::test]
async fn a_master_that_dies_is_followed_by_its_replica() {
    let Some(mut cluster) = cluster().await else { return };
    // They know of the others only by the one that dies.
    let mut two = Two::on(&at(cluster.url_of(&[0]))).await;
    cluster.kill_first();
    assert!(until(|| !two.maya.is_healthy() && !two.tom.is_healthy()).await);
    // Nodes of one process still hear themselves, and nobody waits.
    let (own, heard) = typing();
    two.maya.publish(vec![own]);
    until_heard(&mut two.at_maya, heard).await;
    two.both_lose_something().await;
    two.are_well().await;

    // It comes back as a replica, and takes its place again while the other lives.
    cluster.restart_first();
    cluster.until_ready().await;
    cluster.hand_over().await;
    two.both_lose_something().await;
    two.are_well().await;
}

#[tokio::test]
async fn a_master_that_stands_still_is_followed_by_its_replica() {
    let Some(cluster) = cluster().await else { return };
    let mut two = Two::on(&at(cluster.url())).await;
    cluster.stop_first();
    two.both_lose_something().await;
    two.are_well().await;
    cluster.go_on();
    cluster.until_ready().await;
    two.are_well().await;
}

#[tokio::test]
async fn a_topic_that_moves_is_followed() {
    let Some(cluster) = cluster().await else { return };
    let mut two = Two::on(&at(cluster.url())).await;
    assert_eq!(cluster.topics(), [5, 6, 5, 0]);
    cluster.move_one();
    two.both_lose_something().await;
    two.are_well().await;
    assert_eq!(cluster.topics(), [5, 5, 6, 0]);
}

#[tokio::test]
async fn a_node_that_starts_before_its_cluster_joins_when_it_comes() {
    let Some(mut cluster) = cluster().await else { return };
    cluster.kill_all();
    let options = at(cluster.url());
    let bus = Bus::redis(&options).unwrap();
    let mut listener = bus.listen();
    assert!(!bus.is_healthy());
    assert!(store::probe::bus(&options).await.unwrap_err().to_string().contains("127.0.0.1:"));
    cluster.restart_all();
    until_lost(&mut listener).await;
    cluster.until_ready().await;
    store::probe::bus(&options).await.unwrap();
    let (other, at_other) = node(&options).await;
    Two { maya: bus, at_maya: listener, tom: other, at_tom: at_other }.are_well().await;
}
