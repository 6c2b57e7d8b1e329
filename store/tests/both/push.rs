//! Push notifications: recipients, deduplication and call outcomes. They contain no message text.

use std::time::Duration;

use chrono::TimeDelta;
use store::calls::{self, Call, End, Provider};
use store::channels::Status;
use store::experiences::{Access, Overrides};
use store::messages::Draft;
use store::outbox::{self, Job};
use store::push::{self, Device, Notification, Outcome, PUSH, Push};
use store::{
    ChannelId, LoginSessionId, NodeId, PersonId, Store, channels, login_sessions, offline_notifications, people,
    presence, reads,
};
use test_kit::both;

use crate::test_store::{TestStore, chatting};

pub(crate) fn device(name: &str) -> Device {
    Device { endpoint: format!("https://push.example/{name}"), public_key: vec![4; 65], auth: vec![7; 16] }
}

/// Signs a person in on another browser and registers its device.
pub(crate) async fn browser_of(app: &TestStore, person: PersonId, name: &str) -> LoginSessionId {
    let session = login_sessions::open(&app.store, person, name, login_sessions::Factors::One).await.unwrap().session;
    push::register(&app.store, person, session, &device(name)).await.unwrap();
    session
}

/// Returns all due push jobs and marks them done.
async fn pushed(store: &Store) -> Vec<Push> {
    let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, 100, TimeDelta::minutes(1)).await.unwrap();
    for job in &jobs {
        outbox::done(store, job.id).await.unwrap();
    }
    jobs.into_iter().map(|job| job.payload).collect()
}

pub(crate) async fn notified_sessions(app: &TestStore, channel: ChannelId) -> Vec<LoginSessionId> {
    offline_notifications::notify_offline_members(&app.store, &[channel]).await.unwrap();
    let mut pushes: Vec<_> = pushed(&app.store).await.into_iter().map(|push| push.session).collect();
    pushes.sort();
    pushes
}

async fn connect(app: &TestStore, node: NodeId, person: PersonId) {
    presence::heartbeat(&app.store, node).await.unwrap();
    presence::changed(&app.store, node, &[person], &[]).await.unwrap();
}

both!(push_reaches_only_devices_of_recipients, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (phone, laptop) = (browser_of(&app, tom, "phone").await, browser_of(&app, tom, "laptop").await);
    browser_of(&app, ana, "ana").await;
    let channel = app.direct(&[maya, tom]).await;
    let note = Notification::NewMessage { channel_id: channel };
    assert_eq!(push::enqueue(&app.store, &[tom, maya], &note, Duration::from_secs(45)).await.unwrap(), 2);
    let pushes = pushed(&app.store).await;
    assert_eq!(pushes.iter().map(|push| push.session).collect::<Vec<_>>(), [phone, laptop]);
    assert_eq!((&pushes[0].note, pushes[0].until), (&note, app.store.clock.now() + TimeDelta::seconds(45)));
    let text = serde_json::to_value(note).unwrap();
    assert_eq!(text, serde_json::json!({"type": "new_message", "channelId": channel}));
});

both!(one_push_per_channel_until_read, async |app| {
    let [maya, tom, ..] = app.people().await;
    let phone = browser_of(&app, tom, "phone").await;
    browser_of(&app, maya, "maya").await;
    let (channel, other) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom]).await);
    app.send(channel, maya, "Hello").await;
    assert_eq!(notified_sessions(&app, channel).await, [phone], "not the sender");
    app.send(channel, maya, "Are you there?").await;
    assert!(notified_sessions(&app, channel).await.is_empty());
    app.send(other, maya, "Hello everybody").await;
    assert_eq!(notified_sessions(&app, other).await, [phone], "each channel is notified separately");
    reads::mark_seen(&app.store, channel, tom, None).await.unwrap();
    assert!(notified_sessions(&app, channel).await.is_empty(), "all messages are read");
    app.send(channel, maya, "And another thing").await;
    assert_eq!(notified_sessions(&app, channel).await, [phone]);
});

both!(deleted_message_is_no_longer_announced, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let phone = browser_of(&app, tom, "phone").await;
    let delete = async |message: store::MessageId| {
        store::messages::delete(&app.store, channel, maya, message).await.unwrap().unwrap();
    };
    delete(app.send(channel, maya, "Oops").await.id).await;
    assert!(notified_sessions(&app, channel).await.is_empty());
    let waiting = app.send(channel, maya, "Wrong person").await;
    offline_notifications::notify_offline_members(&app.store, &[channel]).await.unwrap();
    let [push] = &pushed(&app.store).await[..] else { panic!("one push") };
    assert!(!push::is_obsolete(&app.store, push).await.unwrap());
    delete(waiting.id).await;
    assert!(push::is_obsolete(&app.store, push).await.unwrap());
    app.send(channel, maya, "Hello Tom").await;
    assert_eq!(notified_sessions(&app, channel).await, [phone], "the next message is announced");
});

both!(concurrent_nodes_enqueue_one_push, async |app| {
    let [maya, tom, ..] = app.people().await;
    browser_of(&app, tom, "phone").await;
    let channel = app.direct(&[maya, tom]).await;
    app.send(channel, maya, "Hello").await;
    let other = app.second_node().await;
    let runs = (0..8).map(|n| {
        let store = if n % 2 == 0 { app.store.clone() } else { other.clone() };
        async move { offline_notifications::notify_offline_members(&store, &[channel]).await.unwrap() }
    });
    futures_util::future::join_all(runs).await;
    assert_eq!(pushed(&app.store).await.len(), 1);
});

both!(online_person_gets_no_push, async |app| {
    let [maya, tom, ..] = app.people().await;
    let phone = browser_of(&app, tom, "phone").await;
    let channel = app.direct(&[maya, tom]).await;
    let (one, two): (NodeId, NodeId) = (app.store.clock.id(), app.store.clock.id());
    connect(&app, one, tom).await;
    connect(&app, two, tom).await;
    presence::changed(&app.store, one, &[], &[tom]).await.unwrap();
    assert!(presence::is_here(&app.store, tom).await.unwrap());
    app.send(channel, maya, "Hello").await;
    assert!(notified_sessions(&app, channel).await.is_empty());
    // The second process crashed: its presence ends with its lease.
    app.advance(presence::LEASE);
    assert!(!presence::is_here(&app.store, tom).await.unwrap());
    assert_eq!(notified_sessions(&app, channel).await, [phone]);
});

both!(notify_missed_covers_only_undelivered_messages, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let phone = browser_of(&app, tom, "phone").await;
    let (_, _) = (browser_of(&app, ana, "tablet").await, browser_of(&app, sam, "laptop").await);
    let (old, new) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom, ana, sam]).await);
    app.send(old, maya, "Yesterday").await;
    app.advance(TimeDelta::days(1));
    let last_received = app.store.clock.now();
    app.advance(TimeDelta::seconds(10));
    app.send(new, maya, "While his phone slept").await;
    app.advance(TimeDelta::seconds(10));
    // Ana received it before she disconnected; Sam is connected.
    let gone = [(tom, last_received), (ana, app.store.clock.now())];
    offline_notifications::notify_missed(&app.store, &gone).await.unwrap();
    offline_notifications::notify_missed(&app.store, &[]).await.unwrap();
    let pushes = pushed(&app.store).await;
    assert_eq!(
        pushes.iter().map(|push| (push.session, push.note.clone())).collect::<Vec<_>>(),
        [(phone, Notification::NewMessage { channel_id: new })]
    );
});

both!(muted_channel_pushes_only_mentions, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let phone = browser_of(&app, tom, "phone").await;
    let channel = app.group(&[maya, tom, ana]).await;
    channels::set_muted(&app.store, channel, tom, true).await.unwrap();
    app.send(channel, maya, "Noise").await;
    assert!(notified_sessions(&app, channel).await.is_empty());
    app.send(channel, ana, &format!("@[Tom]({tom}) look")).await;
    assert_eq!(notified_sessions(&app, channel).await, [phone]);
});

both!(inactive_members_and_ended_sessions_get_no_push, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let phone = browser_of(&app, tom, "phone").await;
    browser_of(&app, ana, "ana").await;
    let channel = app.group(&[maya, tom, ana]).await;
    channels::set_status(&app.store, channel, ana, Status::Inactive, None).await.unwrap();
    app.send(channel, maya, "Hello").await;
    assert!(push::reachable(&app.store, phone).await.unwrap().is_some());
    login_sessions::end(&app.store, phone).await.unwrap();
    assert!(notified_sessions(&app, channel).await.is_empty());
    assert!(push::reachable(&app.store, phone).await.unwrap().is_none());
});

both!(device_belongs_to_its_latest_session, async |app| {
    let [maya, tom, ..] = app.people().await;
    let toms = browser_of(&app, tom, "shared").await;
    let mayas = browser_of(&app, maya, "shared").await;
    assert!(push::reachable(&app.store, toms).await.unwrap().is_none());
    let reached = push::reachable(&app.store, mayas).await.unwrap().unwrap();
    assert_eq!((reached.device, reached.language.as_str()), (device("shared"), "en"));
    push::forget(&app.store, &device("shared").endpoint).await.unwrap();
    assert!(push::reachable(&app.store, mayas).await.unwrap().is_none());
    let again = browser_of(&app, maya, "shared").await;
    push::unregister(&app.store, again).await.unwrap();
    assert!(push::reachable(&app.store, again).await.unwrap().is_none());
});

both!(push_marker_of_ended_device_is_ignored, async |app| {
    let [maya, tom, ..] = app.people().await;
    let old = browser_of(&app, tom, "old").await;
    let channel = app.direct(&[maya, tom]).await;
    login_sessions::end(&app.store, old).await.unwrap();
    app.send(channel, maya, "Not delivered").await;
    assert!(notified_sessions(&app, channel).await.is_empty());
    push::prune(&app.store).await.unwrap();
    let new = browser_of(&app, tom, "new").await;
    app.send(channel, maya, "Delivered").await;
    assert_eq!(notified_sessions(&app, channel).await, [new]);
});

/// Sets a person's access to video calls.
pub(crate) async fn set_video(app: &TestStore, person: PersonId, video: Access) {
    let overrides = Overrides { video: Some(video), ..chatting() };
    people::set_overrides(&app.store, &test_kit::operator(), person, &overrides).await.unwrap();
}

/// Starts a call as Maya and returns the push jobs for the other members.
pub(crate) async fn ring(app: &TestStore, channel: ChannelId, maya: PersonId) -> (Call, Vec<Push>) {
    let (call, _) = calls::start(&app.store, channel, maya, Provider::Builtin).await.unwrap();
    calls::ring(&app.store, &call, maya, "Maya".to_owned()).await.unwrap();
    (call, pushed(&app.store).await)
}

/// Returns the call outcome per session; each push expires when the ringing would have ended.
fn outcomes(pushes: Vec<Push>, call: &Call) -> Vec<(LoginSessionId, Outcome)> {
    let outcome = |push: Push| match push.note {
        Notification::CallSettled { room, outcome, .. } if room == call.room && push.until == call.rings_until() => {
            outcome
        }
        other => panic!("{other:?}"),
    };
    pushes.into_iter().map(|push| (push.session, outcome(push))).collect()
}

both!(call_outcome_replaces_ringing_push, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (phone, laptop) = (browser_of(&app, tom, "phone").await, browser_of(&app, tom, "laptop").await);
    let (anas, _mayas) = (browser_of(&app, ana, "ana").await, browser_of(&app, maya, "maya").await);
    let channel = app.group(&[maya, tom, ana]).await;
    for person in [maya, tom, ana] {
        set_video(&app, person, Access::Use).await;
    }
    let (call, pushes) = ring(&app, channel, maya).await;
    let (room, rings_until) = (call.room.clone(), call.rings_until());
    let note = Notification::IncomingCall { channel_id: channel, room, from: Some(maya), rings_until };
    let pushes: Vec<_> = pushes.into_iter().map(|push| (push.session, push.note, push.until)).collect();
    assert_eq!(pushes, [phone, laptop, anas].map(|device| (device, note.clone(), call.rings_until())));

    app.advance(TimeDelta::seconds(5));
    calls::answer(&app.store, &call, tom, false).await.unwrap();
    calls::answer(&app.store, &call, tom, false).await.unwrap();
    let declined = outcomes(pushed(&app.store).await, &call);
    assert_eq!(declined, [(phone, Outcome::Declined), (laptop, Outcome::Declined)], "one push per outcome");
    calls::answer(&app.store, &call, tom, true).await.unwrap();
    let taken = outcomes(pushed(&app.store).await, &call);
    assert_eq!(taken, [(phone, Outcome::Answered), (laptop, Outcome::Answered)], "a later answer replaces the first");
    calls::answer(&app.store, &call, maya, true).await.unwrap();
    assert!(pushed(&app.store).await.is_empty(), "the caller gets no push");

    calls::end(&app.store, &call, End::EverybodyLeft).await.unwrap();
    assert_eq!(
        outcomes(pushed(&app.store).await, &call),
        [(anas, Outcome::Missed)],
        "only for members without an answer"
    );
});

both!(call_past_ringing_sends_no_outcome, async |app| {
    let [maya, tom, ..] = app.people().await;
    browser_of(&app, tom, "phone").await;
    set_video(&app, tom, Access::Use).await;
    let channel = app.direct(&[maya, tom]).await;
    let (call, pushes) = ring(&app, channel, maya).await;
    assert_eq!(pushes.len(), 1);
    app.advance(TimeDelta::seconds(45));
    calls::answer(&app.store, &call, tom, true).await.unwrap();
    calls::end(&app.store, &call, End::EverybodyLeft).await.unwrap();
    assert!(pushed(&app.store).await.is_empty());
});

both!(push_type_for_calls_follows_video_access, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (toms, anas) = (browser_of(&app, tom, "tom").await, browser_of(&app, ana, "ana").await);
    set_video(&app, tom, Access::Use).await;
    set_video(&app, ana, Access::Show).await;
    let channel = app.group(&[maya, tom, ana]).await;
    let (call, pushes) = ring(&app, channel, maya).await;
    assert_eq!(pushes.iter().map(|push| push.session).collect::<Vec<_>>(), [toms]);
    let invitation = Draft::text(channel, maya, calls::invitation_name(call.id), "{}".to_owned());
    app.store.writer.append(invitation).await.unwrap();
    assert_eq!(
        notified_sessions(&app, channel).await,
        [anas],
        "the invitation message notifies only members without video"
    );
    app.send(channel, maya, "Call me back?").await;
    assert_eq!(notified_sessions(&app, channel).await, [toms], "a later message notifies again");

    calls::end(&app.store, &call, End::EverybodyLeft).await.unwrap();
    assert_eq!(
        outcomes(pushed(&app.store).await, &call),
        [(toms, Outcome::Missed)],
        "only ringing devices get the outcome"
    );
});
