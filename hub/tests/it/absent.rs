//! Who has no socket is told of what was said, on their devices.

use std::time::Duration;

use chrono::TimeDelta;
use store::outbox::{self, Job};
use store::push::{self, Device, Note, PUSH, Push};
use store::{ChannelId, PersonId, Store, presence, sessions};
use test_kit::both;
use tokio::time::timeout;

use crate::world::World;

/// This person has a phone that can be told.
async fn phone_of(world: &World, person: PersonId) {
    let session = sessions::open(&world.store, person, "phone").await.unwrap().session;
    let endpoint = format!("https://push.example/{person}");
    let device = Device { endpoint, public_key: vec![4; 65], auth: vec![7; 16] };
    push::register(&world.store, person, session, &device).await.unwrap();
}

/// Who is told next, of which channel, once somebody is.
async fn told(store: &Store) -> Vec<(PersonId, ChannelId)> {
    let look = async {
        loop {
            let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, 100, TimeDelta::minutes(1)).await.unwrap();
            if !jobs.is_empty() {
                return jobs;
            }
            tokio::task::yield_now().await;
        }
    };
    let mut told = Vec::new();
    for job in timeout(Duration::from_secs(10), look).await.unwrap() {
        outbox::done(store, job.id).await.unwrap();
        let person = sessions::owner_of(store, job.payload.session).await.unwrap().unwrap();
        let Note::NewMessage { channel_id } = job.payload.note else { panic!("{:?}", job.payload.note) };
        told.push((person, channel_id));
    }
    told
}

/// Once the other end knows that this person is here, or away.
async fn until_here(world: &World, person: PersonId, is_here: bool) {
    let look = async {
        while presence::is_here(&world.store, person).await.unwrap() != is_here {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(10), look).await.unwrap();
}

both!(who_is_away_is_told_once_and_who_is_here_is_not, async |world| {
    phone_of(&world, world.tom).await;
    phone_of(&world, world.ana).await;
    let node = world.node().await;
    let tom = node.socket(world.tom).await;
    let mut maya = node.socket(world.maya).await;
    maya.send(world.circle, "Who comes on Tuesday?").await;
    assert_eq!(told(&world.store).await, [(world.ana, world.circle)], "Tom reads it on his socket");

    drop(tom);
    until_here(&world, world.tom, false).await;
    maya.send(world.circle, "Nobody?").await;
    assert_eq!(told(&world.store).await, [(world.tom, world.circle)], "Ana has had her word");
});

both!(a_socket_elsewhere_counts_and_a_second_one_is_no_farewell, async |world| {
    phone_of(&world, world.tom).await;
    phone_of(&world, world.ana).await;
    let (one, other) = (world.node().await, world.node().await);
    let laptop = one.socket(world.tom).await;
    let tablet = other.socket(world.tom).await;
    until_here(&world, world.tom, true).await;
    let mut maya = one.socket(world.maya).await;
    drop(laptop);
    maya.send(world.circle, "Still there?").await;
    assert_eq!(told(&world.store).await, [(world.ana, world.circle)]);
    drop(tablet);
    until_here(&world, world.tom, false).await;
    maya.send(world.pair, "Good night").await;
    // Of the pair, or of the circle: the tablet was torn away, and may not have heard what was said before.
    let people: Vec<_> = told(&world.store).await.into_iter().map(|(person, _)| person).collect();
    assert_eq!(people, [world.tom]);
});

both!(who_fell_silent_is_told_of_what_was_sent_into_the_void, async |world| {
    phone_of(&world, world.tom).await;
    let node = world.node_with(|limits| limits.ping_interval = Duration::from_millis(200)).await;
    let other = world.node().await;
    let mut maya = other.socket(world.maya).await;
    // Reads nothing any more, and so answers no ping.
    let _asleep = node.socket(world.tom).await;
    maya.send(world.pair, "Are you asleep?").await;
    assert_eq!(told(&world.store).await, [(world.tom, world.pair)]);
});
