//! Calls: one per channel at a time, participants, consents and the states of a recording.

use chrono::{DateTime, Duration, Utc};
use futures_util::future::join_all;
use store::calls::{self, Call, End, Joined, ParticipantEvent, Provider};
use store::meetings::{self, Recorded, State, Text};
use store::{ChannelId, PersonId, RecordingId};
use test_kit::both;

use crate::test_store::TestStore;

async fn call(app: &TestStore, channel: ChannelId, person: PersonId) -> Call {
    calls::start(&app.store, channel, person, Provider::Jitsi).await.unwrap().0
}

/// Maya and Tom in the conference of a group since its start; both consented to the recording.
async fn conference(app: &TestStore) -> (Call, [PersonId; 2]) {
    let [maya, tom, ..] = app.people().await;
    let channel = app.group(&[maya, tom]).await;
    let call = call(app, channel, maya).await;
    for person in [maya, tom] {
        calls::record_consent(&app.store, call.id, person, true, "en").await.unwrap();
        let event =
            ParticipantEvent { peer: format!("tab of {person}"), person: Some(person), at: app.store.clock.now() };
        calls::conference_joined(&app.store, &call, &event).await.unwrap();
    }
    (call, [maya, tom])
}

async fn record(app: &TestStore, call: &Call, from: DateTime<Utc>, to: DateTime<Utc>, name: &str) -> RecordingId {
    let recorded = Recorded {
        call,
        external_id: name,
        started_at: from,
        ended_at: to,
        link: Some("https://recordings.example.org/1.mp4"),
        purge_at: Some(to + Duration::days(90)),
    };
    meetings::recorded(&app.store, &recorded).await.unwrap()
}

async fn state(app: &TestStore, call: &Call, person: PersonId) -> (State, Option<String>) {
    let (history, _) = meetings::history(&app.store, call.channel_id, person, 1).await.unwrap();
    (history[0].state, history[0].failure.clone())
}

both!(concurrent_starts_return_the_same_call, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let other = app.second_node().await;
    let starts = (0..20).map(|number| {
        let store = if number % 2 == 0 { &app.store } else { &other };
        calls::start(store, channel, if number % 3 == 0 { maya } else { tom }, Provider::Builtin)
    });
    let started: Vec<_> = join_all(starts).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(started.iter().filter(|(_, is_new)| *is_new).count(), 1);
    assert!(started.iter().all(|(call, _)| call.room == started[0].0.room));
    assert_eq!(started[0].0.room.len(), 26);
});

both!(last_participant_slot_is_taken_once, async |app| {
    let people = app.people().await;
    let channel = app.group(&people).await;
    let call = call(&app, channel, people[0]).await;
    let mut more = Vec::new();
    for number in 0..4 {
        let person = crate::test_store::new_person(&format!("Guest{number}"), store::people::Role::Mentee);
        more.push(store::people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    for (number, person) in people.iter().take(3).enumerate() {
        assert_eq!(calls::join(&app.store, &call, *person, &format!("tab-{number}")).await.unwrap(), Joined::In);
    }
    let joins = more.iter().map(|person| {
        let tab = person.to_string();
        let (app, call) = (&app, &call);
        async move { calls::join(&app.store, call, *person, &tab).await.unwrap() }
    });
    let outcomes = join_all(joins).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Joined::In).count(), 1, "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Joined::In | Joined::Full)));
});

both!(call_ends_once_and_next_start_is_new, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let first = call(&app, channel, maya).await;
    let other = app.second_node().await;
    let ends = join_all([&app.store, &other].map(|store| calls::end(store, &first, End::Closed))).await;
    assert_eq!(ends.into_iter().filter(|ended| *ended.as_ref().unwrap()).count(), 1);
    assert_ne!(call(&app, channel, maya).await.id, first.id);
    assert_eq!(calls::join(&app.store, &first, maya, "late").await.unwrap(), Joined::Over);
});

both!(unanswered_group_call_expires_after_three_hours, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.group(&[maya, tom]).await;
    let first = call(&app, channel, maya).await;
    app.advance(Duration::hours(3) - Duration::seconds(1));
    calls::sweep(&app.store).await.unwrap();
    assert_eq!(call(&app, channel, tom).await.id, first.id);
    app.advance(Duration::seconds(1));
    assert!(calls::live_in(&app.store, channel).await.unwrap().is_none(), "expired without a sweep");
    assert_ne!(call(&app, channel, tom).await.id, first.id);
    let (history, _) = meetings::history(&app.store, channel, maya, 1).await.unwrap();
    assert!(history.is_empty(), "a call without participants is not listed");
});

both!(conference_server_overrides_page_reports, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let channel = app.group(&[maya, tom, ana]).await;
    let call = call(&app, channel, maya).await;
    let store = &app.store;
    assert!(calls::report_presence(store, &call, maya, "tab-1").await.unwrap());
    assert!(!calls::report_presence(store, &call, tom, "tab-1").await.unwrap(), "the tab belongs to another person");
    let names =
        async || calls::participants(store, call.id).await.unwrap().into_iter().map(|tab| tab.peer).collect::<Vec<_>>();
    assert_eq!(names().await, ["tab-1"]);
    app.advance(Duration::seconds(1));
    let event = |peer: &str, person| ParticipantEvent { peer: peer.to_owned(), person, at: store.clock.now() };
    calls::conference_joined(store, &call, &event("resource", Some(maya))).await.unwrap();
    assert_eq!(names().await, ["resource"], "one participant per person");
    assert!(calls::report_presence(store, &call, maya, "tab-2").await.unwrap());
    assert!(!calls::leave(store, call.id, maya, "resource").await.unwrap());
    assert_eq!(names().await, ["resource"], "page reports are ignored after a server report");

    let earlier = event("resource", Some(maya));
    app.advance(Duration::seconds(1));
    calls::conference_left(store, &call, &event("resource", Some(maya))).await.unwrap();
    calls::conference_joined(store, &call, &earlier).await.unwrap();
    assert!(names().await.is_empty(), "an outdated join is ignored");

    let stranger: PersonId = store.clock.id();
    calls::conference_joined(store, &call, &event("guest", Some(stranger))).await.unwrap();
    assert_eq!(calls::participants(store, call.id).await.unwrap()[0].person_id, None);
});

both!(empty_conference_ends_after_two_minutes, async |app| {
    let (call, people) = conference(&app).await;
    for person in people {
        app.advance(Duration::seconds(30));
        let event =
            ParticipantEvent { peer: format!("tab of {person}"), person: Some(person), at: app.store.clock.now() };
        calls::conference_left(&app.store, &call, &event).await.unwrap();
    }
    app.advance(Duration::seconds(119));
    calls::sweep(&app.store).await.unwrap();
    assert!(calls::live_in(&app.store, call.channel_id).await.unwrap().is_some());
    app.advance(Duration::seconds(1));
    calls::sweep(&app.store).await.unwrap();
    assert!(calls::live_in(&app.store, call.channel_id).await.unwrap().is_none());
    assert_eq!(state(&app, &call, people[0]).await, (State::NoRecording, None), "a call without a recording is listed");
    let (history, _) = meetings::history(&app.store, call.channel_id, people[0], 1).await.unwrap();
    assert_eq!(meetings::to_rate(&app.store, people[0]).await.unwrap(), None);
    assert_eq!(meetings::rate(&app.store, history[0].id, people[0], Some(5)).await.unwrap(), None);
});

both!(recording_passes_each_state_once, async |app| {
    let (call, [maya, _]) = conference(&app).await;
    let from = app.store.clock.now();
    app.advance(Duration::minutes(30));
    let to = app.store.clock.now();
    let recording = record(&app, &call, from, to, "one").await;
    assert_eq!(record(&app, &call, from, to, "one").await, recording, "a repeated webhook creates no second recording");
    let store = &app.store;
    assert!(!meetings::summarised(store, recording, "Too early").await.unwrap());
    assert!(!meetings::ready(store, recording).await.unwrap());
    assert!(meetings::transcribed(store, recording, "Tom: Hello!\0").await.unwrap());
    assert!(!meetings::transcribed(store, recording, "Tom: Another one").await.unwrap());
    assert!(meetings::summarised(store, recording, "They said hello.").await.unwrap());
    assert!(meetings::ready(store, recording).await.unwrap());
    assert!(!meetings::ready(store, recording).await.unwrap());
    meetings::failed(store, recording, "late").await.unwrap();
    assert_eq!(state(&app, &call, maya).await, (State::Ready, None), "a ready recording cannot fail");
    assert_eq!(meetings::to_rate(store, maya).await.unwrap().unwrap().id, recording);
    let link = meetings::link(store, recording, Text::Transcript);
    let (_, query) = link.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    let text = meetings::open(store, recording, Text::Transcript, expires.parse().unwrap(), signature).await.unwrap();
    assert_eq!(text.unwrap().1, "Tom: Hello!");

    app.advance(Duration::days(90));
    assert_eq!(meetings::purge(store).await.unwrap(), 1);
    assert_eq!(meetings::purge(store).await.unwrap(), 0);
    assert_eq!(state(&app, &call, maya).await, (State::Purged, None));
    let (history, _) = meetings::history(store, call.channel_id, maya, 1).await.unwrap();
    assert!(!history[0].has_summary && !history[0].has_transcript);
});

both!(recording_without_full_consent_fails, async |app| {
    let (call, [maya, tom]) = conference(&app).await;
    let from = app.store.clock.now();
    app.advance(Duration::minutes(10));
    calls::record_consent(&app.store, call.id, tom, false, "en").await.unwrap();
    app.advance(Duration::minutes(10));
    let to = app.store.clock.now();
    let whole = record(&app, &call, from, to, "whole").await;
    assert_eq!(state(&app, &call, maya).await, (State::Failed, Some("no_consent".to_owned())));
    assert!(!meetings::transcribed(&app.store, whole, "Tom: …").await.unwrap());
    record(&app, &call, from, from + Duration::minutes(10) + Duration::seconds(14), "stopped").await;
    let stopped = meetings::of_call_room(&app.store, call.first, State::Recorded).await.unwrap();
    assert!(stopped.is_some(), "the recording may stop shortly after the withdrawal");
});

both!(overdue_recording_step_fails, async |app| {
    let (call, [maya, _]) = conference(&app).await;
    let now = app.store.clock.now();
    record(&app, &call, now, now + Duration::minutes(1), "one").await;
    app.advance(Duration::hours(6) - Duration::seconds(1));
    assert_eq!(meetings::give_up_overdue(&app.store).await.unwrap(), 0);
    app.advance(Duration::seconds(1));
    assert_eq!(meetings::give_up_overdue(&app.store).await.unwrap(), 1);
    assert_eq!(state(&app, &call, maya).await, (State::Failed, Some("timed_out".to_owned())));
});

both!(recording_step_is_leased_to_one_node, async |app| {
    let (call, _) = conference(&app).await;
    let now = app.store.clock.now();
    let recording = record(&app, &call, now, now + Duration::minutes(1), "one").await;
    let steps = [State::Summarised, State::Transcribed, State::Recorded];
    let other = app.second_node().await;
    let leases = join_all([&app.store, &other].map(|store| meetings::lease(store, &steps))).await;
    let taken: Vec<_> = leases.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!((taken[0].id, taken[0].language.as_deref()), (recording, Some("en")));
    assert_eq!(meetings::lease(&app.store, &[State::Transcribed]).await.unwrap(), None, "only the requested states");
    assert!(taken[0].lease.renew(&app.store, Duration::minutes(5)).await.unwrap());
    assert_eq!(meetings::lease(&app.store, &steps).await.unwrap(), None);
    app.advance(Duration::minutes(5));
    assert_eq!(meetings::lease(&app.store, &steps).await.unwrap().unwrap().id, recording);
    meetings::transcribed(&app.store, recording, "Tom: Hello!").await.unwrap();
    let work = meetings::lease(&app.store, &steps).await.unwrap().unwrap();
    assert_eq!((work.state, work.transcript.as_deref(), work.link), (State::Transcribed, Some("Tom: Hello!"), None));
});
