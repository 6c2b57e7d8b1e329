//! Devices are told of what happens while nobody looks: once, without a word of it, and only those that live.

use std::time::Duration;

use chrono::TimeDelta;
use store::calls::{self, Call, End, Provider};
use store::channels::Status;
use store::experiences::{Access, Overrides};
use store::messages::Draft;
use store::outbox::{self, Job};
use store::push::{self, Device, Note, Outcome, PUSH, Push};
use store::{ChannelId, NodeId, PersonId, SessionId, Store, channels, people, presence, reads, sessions};
use test_kit::both;

use crate::world::World;

fn device(name: &str) -> Device {
    Device { endpoint: format!("https://push.example/{name}"), public_key: vec![4; 65], auth: vec![7; 16] }
}

/// Signs a person in on another browser, which has a device.
async fn browser_of(world: &World, person: PersonId, name: &str) -> SessionId {
    let session = sessions::open(&world.store, person, name).await.unwrap().session;
    push::register(&world.store, person, session, &device(name)).await.unwrap();
    session
}

/// What waits to be pushed, which is then done.
async fn pushed(store: &Store) -> Vec<Push> {
    let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, 100, TimeDelta::minutes(1)).await.unwrap();
    for job in &jobs {
        outbox::done(store, job.id).await.unwrap();
    }
    jobs.into_iter().map(|job| job.payload).collect()
}

async fn sessions_told(world: &World, channel: ChannelId) -> Vec<SessionId> {
    push::tell_of_channels(&world.store, &[channel]).await.unwrap();
    let mut told: Vec<_> = pushed(&world.store).await.into_iter().map(|push| push.session).collect();
    told.sort();
    told
}

async fn come(world: &World, node: NodeId, person: PersonId) {
    presence::heartbeat(&world.store, node).await.unwrap();
    presence::changed(&world.store, node, &[person], &[]).await.unwrap();
}

both!(every_device_of_a_person_is_told_and_nobody_elses, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (phone, laptop) = (browser_of(&world, tom, "phone").await, browser_of(&world, tom, "laptop").await);
    browser_of(&world, ana, "ana").await;
    let channel = world.direct(&[maya, tom]).await;
    let note = Note::NewMessage { channel_id: channel };
    assert_eq!(push::enqueue(&world.store, &[tom, maya], &note, Duration::from_secs(45)).await.unwrap(), 2);
    let told = pushed(&world.store).await;
    assert_eq!(told.iter().map(|push| push.session).collect::<Vec<_>>(), [phone, laptop]);
    assert_eq!((&told[0].note, told[0].until), (&note, world.store.clock.now() + TimeDelta::seconds(45)));
    let text = serde_json::to_value(note).unwrap();
    assert_eq!(text, serde_json::json!({"type": "new_message", "channelId": channel}));
});

both!(one_word_per_channel_until_it_is_read, async |world| {
    let [maya, tom, ..] = world.people().await;
    let phone = browser_of(&world, tom, "phone").await;
    browser_of(&world, maya, "maya").await;
    let (channel, other) = (world.direct(&[maya, tom]).await, world.group(&[maya, tom]).await);
    world.says(channel, maya, "Hello").await;
    assert_eq!(sessions_told(&world, channel).await, [phone], "and not who wrote it");
    world.says(channel, maya, "Are you there?").await;
    assert!(sessions_told(&world, channel).await.is_empty());
    world.says(other, maya, "Hello everybody").await;
    assert_eq!(sessions_told(&world, other).await, [phone], "another channel is other news");
    reads::mark_seen(&world.store, channel, tom, None).await.unwrap();
    assert!(sessions_told(&world, channel).await.is_empty(), "everything is read");
    world.says(channel, maya, "And another thing").await;
    assert_eq!(sessions_told(&world, channel).await, [phone]);
});

both!(nodes_that_hear_the_same_tell_it_once, async |world| {
    let [maya, tom, ..] = world.people().await;
    browser_of(&world, tom, "phone").await;
    let channel = world.direct(&[maya, tom]).await;
    world.says(channel, maya, "Hello").await;
    let other = world.second_node().await;
    let looks = (0..8).map(|n| {
        let store = if n % 2 == 0 { world.store.clone() } else { other.clone() };
        async move { push::tell_of_channels(&store, &[channel]).await.unwrap() }
    });
    futures_util::future::join_all(looks).await;
    assert_eq!(pushed(&world.store).await.len(), 1);
});

both!(who_has_a_socket_anywhere_is_not_told, async |world| {
    let [maya, tom, ..] = world.people().await;
    let phone = browser_of(&world, tom, "phone").await;
    let channel = world.direct(&[maya, tom]).await;
    let (one, two): (NodeId, NodeId) = (world.store.clock.id(), world.store.clock.id());
    come(&world, one, tom).await;
    come(&world, two, tom).await;
    presence::changed(&world.store, one, &[], &[tom]).await.unwrap();
    assert!(presence::is_here(&world.store, tom).await.unwrap());
    world.says(channel, maya, "Hello").await;
    assert!(sessions_told(&world, channel).await.is_empty());
    // The other process died without a word: its people are away once its lease ends.
    world.advance(presence::LEASE);
    assert!(!presence::is_here(&world.store, tom).await.unwrap());
    assert_eq!(sessions_told(&world, channel).await, [phone]);
});

both!(what_a_silent_socket_missed_is_told_and_what_it_saw_is_not, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let phone = browser_of(&world, tom, "phone").await;
    let (_, _) = (browser_of(&world, ana, "tablet").await, browser_of(&world, sam, "laptop").await);
    let (old, new) = (world.direct(&[maya, tom]).await, world.group(&[maya, tom, ana, sam]).await);
    world.says(old, maya, "Yesterday").await;
    world.advance(TimeDelta::days(1));
    let heard_last = world.store.clock.now();
    world.advance(TimeDelta::seconds(10));
    world.says(new, maya, "While his phone slept").await;
    world.advance(TimeDelta::seconds(10));
    // Ana heard it before she went, and Sam is here.
    let gone = [(tom, heard_last), (ana, world.store.clock.now())];
    push::tell_of_missed(&world.store, &gone).await.unwrap();
    push::tell_of_missed(&world.store, &[]).await.unwrap();
    let told = pushed(&world.store).await;
    assert_eq!(
        told.iter().map(|push| (push.session, push.note.clone())).collect::<Vec<_>>(),
        [(phone, Note::NewMessage { channel_id: new })]
    );
});

both!(of_a_muted_channel_only_mentions_are_told, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let phone = browser_of(&world, tom, "phone").await;
    let channel = world.group(&[maya, tom, ana]).await;
    channels::set_muted(&world.store, channel, tom, true).await.unwrap();
    world.says(channel, maya, "Noise").await;
    assert!(sessions_told(&world, channel).await.is_empty());
    world.says(channel, ana, &format!("@[Tom]({tom}) look")).await;
    assert_eq!(sessions_told(&world, channel).await, [phone]);
});

both!(inactive_members_and_ended_sessions_are_told_nothing, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let phone = browser_of(&world, tom, "phone").await;
    browser_of(&world, ana, "ana").await;
    let channel = world.group(&[maya, tom, ana]).await;
    channels::set_status(&world.store, channel, ana, Status::Inactive, None).await.unwrap();
    world.says(channel, maya, "Hello").await;
    assert!(push::reachable(&world.store, phone).await.unwrap().is_some());
    sessions::end(&world.store, phone).await.unwrap();
    assert!(sessions_told(&world, channel).await.is_empty());
    assert!(push::reachable(&world.store, phone).await.unwrap().is_none());
});

both!(a_browser_belongs_to_whoever_uses_it_now, async |world| {
    let [maya, tom, ..] = world.people().await;
    let toms = browser_of(&world, tom, "shared").await;
    let mayas = browser_of(&world, maya, "shared").await;
    assert!(push::reachable(&world.store, toms).await.unwrap().is_none());
    let reached = push::reachable(&world.store, mayas).await.unwrap().unwrap();
    assert_eq!((reached.device, reached.language.as_str()), (device("shared"), "en"));
    push::forget(&world.store, &device("shared").endpoint).await.unwrap();
    assert!(push::reachable(&world.store, mayas).await.unwrap().is_none());
    let again = browser_of(&world, maya, "shared").await;
    push::unregister(&world.store, again).await.unwrap();
    assert!(push::reachable(&world.store, again).await.unwrap().is_none());
});

both!(a_mark_left_by_an_ended_device_says_nothing_to_the_next, async |world| {
    let [maya, tom, ..] = world.people().await;
    let old = browser_of(&world, tom, "old").await;
    let channel = world.direct(&[maya, tom]).await;
    sessions::end(&world.store, old).await.unwrap();
    world.says(channel, maya, "Nobody hears this").await;
    assert!(sessions_told(&world, channel).await.is_empty());
    push::prune(&world.store).await.unwrap();
    let new = browser_of(&world, tom, "new").await;
    world.says(channel, maya, "But this").await;
    assert_eq!(sessions_told(&world, channel).await, [new]);
});

/// Whether a person has video calls.
async fn set_video(world: &World, person: PersonId, video: Access) {
    let overrides = Overrides { video: Some(video), ..Overrides::default() };
    people::set_overrides(&world.store, person, &overrides).await.unwrap();
}

/// Maya calls: what the devices of the others are told.
async fn rings(world: &World, channel: ChannelId, maya: PersonId) -> (Call, Vec<Push>) {
    let (call, _) = calls::start(&world.store, channel, maya, Provider::Builtin).await.unwrap();
    calls::ring(&world.store, &call, maya, "Maya".to_owned()).await.unwrap();
    (call, pushed(&world.store).await)
}

/// What became of the call, by device; each is told as long as the call would have rung.
fn outcomes(told: Vec<Push>, call: &Call) -> Vec<(SessionId, Outcome)> {
    let outcome = |push: Push| match push.note {
        Note::CallSettled { room, outcome, .. } if room == call.room && push.until == call.rings_until() => outcome,
        other => panic!("{other:?}"),
    };
    told.into_iter().map(|push| (push.session, outcome(push))).collect()
}

both!(what_became_of_a_call_takes_the_place_of_its_ringing, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (phone, laptop) = (browser_of(&world, tom, "phone").await, browser_of(&world, tom, "laptop").await);
    let (anas, _mayas) = (browser_of(&world, ana, "ana").await, browser_of(&world, maya, "maya").await);
    let channel = world.group(&[maya, tom, ana]).await;
    for person in [maya, tom, ana] {
        set_video(&world, person, Access::Use).await;
    }
    let (call, told) = rings(&world, channel, maya).await;
    let note = Note::IncomingCall { channel_id: channel, room: call.room.clone(), rings_until: call.rings_until() };
    let told: Vec<_> = told.into_iter().map(|push| (push.session, push.note, push.until)).collect();
    assert_eq!(told, [phone, laptop, anas].map(|device| (device, note.clone(), call.rings_until())));

    world.advance(TimeDelta::seconds(5));
    calls::answer(&world.store, &call, tom, false).await.unwrap();
    calls::answer(&world.store, &call, tom, false).await.unwrap();
    let declined = outcomes(pushed(&world.store).await, &call);
    assert_eq!(declined, [(phone, Outcome::Declined), (laptop, Outcome::Declined)], "once");
    calls::answer(&world.store, &call, tom, true).await.unwrap();
    let taken = outcomes(pushed(&world.store).await, &call);
    assert_eq!(taken, [(phone, Outcome::Answered), (laptop, Outcome::Answered)], "they thought again");
    calls::answer(&world.store, &call, maya, true).await.unwrap();
    assert!(pushed(&world.store).await.is_empty(), "who called is asked nothing");

    calls::end(&world.store, &call, End::EverybodyLeft).await.unwrap();
    assert_eq!(outcomes(pushed(&world.store).await, &call), [(anas, Outcome::Missed)], "who did nothing with it");
});

both!(a_call_that_rings_no_longer_is_settled_already, async |world| {
    let [maya, tom, ..] = world.people().await;
    browser_of(&world, tom, "phone").await;
    set_video(&world, tom, Access::Use).await;
    let channel = world.direct(&[maya, tom]).await;
    let (call, told) = rings(&world, channel, maya).await;
    assert_eq!(told.len(), 1);
    world.advance(TimeDelta::seconds(45));
    calls::answer(&world.store, &call, tom, true).await.unwrap();
    calls::end(&world.store, &call, End::EverybodyLeft).await.unwrap();
    assert!(pushed(&world.store).await.is_empty());
});

both!(who_has_no_video_calls_is_told_of_the_message_and_everybody_else_of_the_call, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (toms, anas) = (browser_of(&world, tom, "tom").await, browser_of(&world, ana, "ana").await);
    set_video(&world, tom, Access::Use).await;
    set_video(&world, ana, Access::Show).await;
    let channel = world.group(&[maya, tom, ana]).await;
    let (call, told) = rings(&world, channel, maya).await;
    assert_eq!(told.iter().map(|push| push.session).collect::<Vec<_>>(), [toms]);
    let invitation = Draft::text(channel, maya, calls::invitation_name(call.id), "{}".to_owned());
    world.store.writer.append(invitation).await.unwrap();
    assert_eq!(sessions_told(&world, channel).await, [anas], "one word for one call");
    world.says(channel, maya, "Call me back?").await;
    assert_eq!(sessions_told(&world, channel).await, [toms], "and what comes after it is news");

    calls::end(&world.store, &call, End::EverybodyLeft).await.unwrap();
    assert_eq!(
        outcomes(pushed(&world.store).await, &call),
        [(toms, Outcome::Missed)],
        "nobody missed what did not ring"
    );
});
