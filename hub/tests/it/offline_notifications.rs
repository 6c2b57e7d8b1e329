//! Push notifications for people without a connection.

use std::time::Duration;

use chrono::TimeDelta;
use store::outbox::{self, Job};
use store::push::{self, Device, Notification, PUSH, Push};
use store::{ChannelId, PersonId, Store, login_sessions, presence};
use test_kit::both;

use crate::test_app::TestApp;
use crate::wait::eventually;

/// Registers a push device of a person.
async fn register_phone(app: &TestApp, person: PersonId) {
    let session =
        login_sessions::open(&app.store, person, "phone", login_sessions::Factors::One).await.unwrap().session;
    let endpoint = format!("https://push.example/{person}");
    let device = Device { endpoint, public_key: vec![4; 65], auth: vec![7; 16] };
    push::register(&app.store, person, session, &device).await.unwrap();
}

/// Waits for the next notifications; returns their people and channels.
async fn next_notifications(store: &Store) -> Vec<(PersonId, ChannelId)> {
    let lease = async || {
        let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, 100, TimeDelta::minutes(1)).await.unwrap();
        (!jobs.is_empty()).then_some(jobs)
    };
    let mut notifications = Vec::new();
    for job in eventually("a notification is queued", lease).await {
        outbox::done(store, job.id).await.unwrap();
        let person = login_sessions::owner_of(store, job.payload.session).await.unwrap().unwrap();
        let Notification::NewMessage { channel_id } = job.payload.note else { panic!("{:?}", job.payload.note) };
        notifications.push((person, channel_id));
    }
    notifications
}

/// Waits until the store knows whether a person is online.
async fn wait_for_presence(app: &TestApp, person: PersonId, is_online: bool) {
    let probe = async || (presence::is_here(&app.store, person).await.unwrap() == is_online).then_some(());
    eventually("the presence is stored", probe).await;
}

both!(offline_person_is_notified_once, async |app| {
    register_phone(&app, app.tom).await;
    register_phone(&app, app.ana).await;
    let node = app.node().await;
    let tom = node.socket(app.tom).await;
    let mut maya = node.socket(app.maya).await;
    maya.send(app.circle, "Who comes on Tuesday?").await;
    assert_eq!(next_notifications(&app.store).await, [(app.ana, app.circle)], "Tom is connected");

    drop(tom);
    wait_for_presence(&app, app.tom, false).await;
    maya.send(app.circle, "Nobody?").await;
    assert_eq!(next_notifications(&app.store).await, [(app.tom, app.circle)], "Ana was notified already");
});

both!(person_with_connection_elsewhere_is_not_notified, async |app| {
    register_phone(&app, app.tom).await;
    register_phone(&app, app.ana).await;
    let (one, other) = (app.node().await, app.node().await);
    let laptop = one.socket(app.tom).await;
    let tablet = other.socket(app.tom).await;
    wait_for_presence(&app, app.tom, true).await;
    let mut maya = one.socket(app.maya).await;
    drop(laptop);
    maya.send(app.circle, "Still there?").await;
    assert_eq!(next_notifications(&app.store).await, [(app.ana, app.circle)]);
    drop(tablet);
    wait_for_presence(&app, app.tom, false).await;
    maya.send(app.pair, "Good night").await;
    // Of the pair, of the circle or of both: the tablet disconnected abruptly and may have missed earlier messages.
    let mut people: Vec<_> = next_notifications(&app.store).await.into_iter().map(|(person, _)| person).collect();
    people.dedup();
    assert_eq!(people, [app.tom]);
});

both!(silent_person_is_notified_of_missed_messages, async |app| {
    register_phone(&app, app.tom).await;
    let node = app.node_with(|limits| limits.ping_interval = Duration::from_millis(200)).await;
    let other = app.node().await;
    let mut maya = other.socket(app.maya).await;
    // Reads nothing, so it answers no ping.
    let _silent = node.socket(app.tom).await;
    maya.send(app.pair, "Are you asleep?").await;
    assert_eq!(next_notifications(&app.store).await, [(app.tom, app.pair)]);
});
