//! Calls as rows: one at a time in a channel, whoever asks; what was said is kept; what is recorded goes its way once.

use chrono::{DateTime, Duration, Utc};
use futures_util::future::join_all;
use store::calls::{self, Call, End, Joined, Provider, Told};
use store::meetings::{self, Recorded, State, Text};
use store::{ChannelId, PersonId, RecordingId};
use test_kit::both;

use crate::world::World;

async fn call(world: &World, channel: ChannelId, person: PersonId) -> Call {
    calls::start(&world.store, channel, person, Provider::Jitsi).await.unwrap().0
}

/// Maya and Tom in a conference since the beginning, both with a Yes.
async fn conference(world: &World) -> (Call, [PersonId; 2]) {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let call = call(world, channel, maya).await;
    for person in [maya, tom] {
        calls::say(&world.store, call.id, person, true, "en").await.unwrap();
        let told = Told { peer: format!("tab of {person}"), person: Some(person), at: world.store.clock.now() };
        calls::conference_joined(&world.store, &call, &told).await.unwrap();
    }
    (call, [maya, tom])
}

async fn record(world: &World, call: &Call, from: DateTime<Utc>, to: DateTime<Utc>, name: &str) -> RecordingId {
    let recorded = Recorded {
        call,
        external_id: name,
        started_at: from,
        ended_at: to,
        link: Some("https://recordings.example.org/1.mp4"),
        purge_at: Some(to + Duration::days(90)),
    };
    meetings::recorded(&world.store, &recorded).await.unwrap()
}

async fn state(world: &World, call: &Call, person: PersonId) -> (State, Option<String>) {
    let (history, _) = meetings::history(&world.store, call.channel_id, person, 1).await.unwrap();
    (history[0].state, history[0].failure.clone())
}

both!(whoever_calls_at_the_same_moment_gets_the_same_call, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let other = world.second_node().await;
    let starts = (0..20).map(|number| {
        let store = if number % 2 == 0 { &world.store } else { &other };
        calls::start(store, channel, if number % 3 == 0 { maya } else { tom }, Provider::Builtin)
    });
    let started: Vec<_> = join_all(starts).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(started.iter().filter(|(_, is_new)| *is_new).count(), 1);
    assert!(started.iter().all(|(call, _)| call.room == started[0].0.room));
    assert_eq!(started[0].0.room.len(), 26);
});

both!(the_last_place_is_taken_once, async |world| {
    let people = world.people().await;
    let channel = world.group(&people).await;
    let call = call(&world, channel, people[0]).await;
    let mut more = Vec::new();
    for number in 0..4 {
        let person = crate::world::new_person(&format!("Guest{number}"), store::people::Role::Mentee);
        more.push(store::people::add(&world.store, &person).await.unwrap().unwrap());
    }
    for (number, person) in people.iter().take(3).enumerate() {
        assert_eq!(calls::join(&world.store, &call, *person, &format!("tab-{number}")).await.unwrap(), Joined::In);
    }
    let joins = more.iter().map(|person| {
        let tab = person.to_string();
        let (world, call) = (&world, &call);
        async move { calls::join(&world.store, call, *person, &tab).await.unwrap() }
    });
    let outcomes = join_all(joins).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Joined::In).count(), 1, "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Joined::In | Joined::Full)));
});

both!(a_call_ends_once_and_the_next_is_another_one, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let first = call(&world, channel, maya).await;
    let other = world.second_node().await;
    let ends = join_all([&world.store, &other].map(|store| calls::end(store, &first, End::Closed))).await;
    assert_eq!(ends.into_iter().filter(|ended| *ended.as_ref().unwrap()).count(), 1);
    assert_ne!(call(&world, channel, maya).await.id, first.id);
    assert_eq!(calls::join(&world.store, &first, maya, "late").await.unwrap(), Joined::Over);
});

both!(an_invitation_nobody_followed_lives_for_three_hours, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let first = call(&world, channel, maya).await;
    world.advance(Duration::hours(3) - Duration::seconds(1));
    calls::sweep(&world.store).await.unwrap();
    assert_eq!(call(&world, channel, tom).await.id, first.id);
    world.advance(Duration::seconds(1));
    assert!(calls::live_in(&world.store, channel).await.unwrap().is_none(), "over, whether or not somebody looked");
    assert_ne!(call(&world, channel, tom).await.id, first.id);
    let (history, _) = meetings::history(&world.store, channel, maya, 1).await.unwrap();
    assert!(history.is_empty(), "nobody was in it: it was no call");
});

both!(the_conference_server_is_believed_before_pages, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let channel = world.group(&[maya, tom, ana]).await;
    let call = call(&world, channel, maya).await;
    let store = &world.store;
    assert!(calls::vouch(store, &call, maya, "tab-1").await.unwrap());
    assert!(!calls::vouch(store, &call, tom, "tab-1").await.unwrap(), "nobody speaks for another one's tab");
    let names =
        async || calls::participants(store, call.id).await.unwrap().into_iter().map(|tab| tab.peer).collect::<Vec<_>>();
    assert_eq!(names().await, ["tab-1"]);
    world.advance(Duration::seconds(1));
    let told = |peer: &str, person| Told { peer: peer.to_owned(), person, at: store.clock.now() };
    calls::conference_joined(store, &call, &told("resource", Some(maya))).await.unwrap();
    assert_eq!(names().await, ["resource"], "one person, not two");
    assert!(calls::vouch(store, &call, maya, "tab-2").await.unwrap());
    assert!(!calls::leave(store, call.id, maya, "resource").await.unwrap());
    assert_eq!(names().await, ["resource"], "what a page says changes nothing any more");

    let earlier = told("resource", Some(maya));
    world.advance(Duration::seconds(1));
    calls::conference_left(store, &call, &told("resource", Some(maya))).await.unwrap();
    calls::conference_joined(store, &call, &earlier).await.unwrap();
    assert!(names().await.is_empty(), "news that were overtaken bring nobody back");

    let stranger: PersonId = store.clock.id();
    calls::conference_joined(store, &call, &told("guest", Some(stranger))).await.unwrap();
    assert_eq!(calls::participants(store, call.id).await.unwrap()[0].person_id, None);
});

both!(an_empty_conference_is_over_after_two_minutes, async |world| {
    let (call, people) = conference(&world).await;
    for person in people {
        world.advance(Duration::seconds(30));
        let told = Told { peer: format!("tab of {person}"), person: Some(person), at: world.store.clock.now() };
        calls::conference_left(&world.store, &call, &told).await.unwrap();
    }
    world.advance(Duration::seconds(119));
    calls::sweep(&world.store).await.unwrap();
    assert!(calls::live_in(&world.store, call.channel_id).await.unwrap().is_some());
    world.advance(Duration::seconds(1));
    calls::sweep(&world.store).await.unwrap();
    assert!(calls::live_in(&world.store, call.channel_id).await.unwrap().is_none());
    assert_eq!(state(&world, &call, people[0]).await, (State::NoRecording, None), "it is in the history all the same");
    let (history, _) = meetings::history(&world.store, call.channel_id, people[0], 1).await.unwrap();
    assert_eq!(meetings::to_rate(&world.store, people[0]).await.unwrap(), None);
    assert_eq!(meetings::rate(&world.store, history[0].id, people[0], Some(5)).await.unwrap(), None);
});

both!(a_recording_goes_its_way_once, async |world| {
    let (call, [maya, _]) = conference(&world).await;
    let from = world.store.clock.now();
    world.advance(Duration::minutes(30));
    let to = world.store.clock.now();
    let recording = record(&world, &call, from, to, "one").await;
    assert_eq!(record(&world, &call, from, to, "one").await, recording, "told twice, it is one");
    let store = &world.store;
    assert!(!meetings::summarised(store, recording, "Too early").await.unwrap());
    assert!(!meetings::ready(store, recording).await.unwrap());
    assert!(meetings::transcribed(store, recording, "Tom: Hello!\0").await.unwrap());
    assert!(!meetings::transcribed(store, recording, "Tom: Another one").await.unwrap());
    assert!(meetings::summarised(store, recording, "They said hello.").await.unwrap());
    assert!(meetings::ready(store, recording).await.unwrap());
    assert!(!meetings::ready(store, recording).await.unwrap());
    meetings::failed(store, recording, "late").await.unwrap();
    assert_eq!(state(&world, &call, maya).await, (State::Ready, None), "what is ready does not fail any more");
    assert_eq!(meetings::to_rate(store, maya).await.unwrap().unwrap().id, recording);
    let link = meetings::link(store, recording, Text::Transcript);
    let (_, query) = link.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    let text = meetings::open(store, recording, Text::Transcript, expires.parse().unwrap(), signature).await.unwrap();
    assert_eq!(text.unwrap().1, "Tom: Hello!");

    world.advance(Duration::days(90));
    assert_eq!(meetings::purge(store).await.unwrap(), 1);
    assert_eq!(meetings::purge(store).await.unwrap(), 0);
    assert_eq!(state(&world, &call, maya).await, (State::Purged, None));
    let (history, _) = meetings::history(store, call.channel_id, maya, 1).await.unwrap();
    assert!(!history[0].has_summary && !history[0].has_transcript);
});

both!(a_recording_without_everybodys_yes_is_never_read, async |world| {
    let (call, [maya, tom]) = conference(&world).await;
    let from = world.store.clock.now();
    world.advance(Duration::minutes(10));
    calls::say(&world.store, call.id, tom, false, "en").await.unwrap();
    world.advance(Duration::minutes(10));
    let to = world.store.clock.now();
    let whole = record(&world, &call, from, to, "whole").await;
    assert_eq!(state(&world, &call, maya).await, (State::Failed, Some("no_consent".to_owned())));
    assert!(!meetings::transcribed(&world.store, whole, "Tom: …").await.unwrap());
    record(&world, &call, from, from + Duration::minutes(10) + Duration::seconds(14), "stopped").await;
    let stopped = meetings::of_call(&world.store, call.id, State::Recorded).await.unwrap();
    assert!(stopped.is_some(), "stopping takes a moment");
});

both!(a_step_that_takes_too_long_has_failed, async |world| {
    let (call, [maya, _]) = conference(&world).await;
    let now = world.store.clock.now();
    record(&world, &call, now, now + Duration::minutes(1), "one").await;
    world.advance(Duration::hours(6) - Duration::seconds(1));
    assert_eq!(meetings::give_up_overdue(&world.store).await.unwrap(), 0);
    world.advance(Duration::seconds(1));
    assert_eq!(meetings::give_up_overdue(&world.store).await.unwrap(), 1);
    assert_eq!(state(&world, &call, maya).await, (State::Failed, Some("timed_out".to_owned())));
});

both!(one_node_at_a_time_works_on_a_step, async |world| {
    let (call, _) = conference(&world).await;
    let now = world.store.clock.now();
    let recording = record(&world, &call, now, now + Duration::minutes(1), "one").await;
    let steps = [State::Summarised, State::Transcribed, State::Recorded];
    let other = world.second_node().await;
    let leases = join_all([&world.store, &other].map(|store| meetings::lease(store, &steps))).await;
    let taken: Vec<_> = leases.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!((taken[0].id, taken[0].language.as_deref()), (recording, Some("en")));
    assert_eq!(
        meetings::lease(&world.store, &[State::Transcribed]).await.unwrap(),
        None,
        "not what nobody here can do"
    );
    meetings::release(&world.store, recording, Duration::minutes(5)).await.unwrap();
    assert_eq!(meetings::lease(&world.store, &steps).await.unwrap(), None);
    world.advance(Duration::minutes(5));
    assert_eq!(meetings::lease(&world.store, &steps).await.unwrap().unwrap().id, recording);
    meetings::transcribed(&world.store, recording, "Tom: Hello!").await.unwrap();
    let work = meetings::lease(&world.store, &steps).await.unwrap().unwrap();
    assert_eq!((work.state, work.transcript.as_deref(), work.link), (State::Transcribed, Some("Tom: Hello!"), None));
});
