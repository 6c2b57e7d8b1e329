//! Rooms of calls: the end of a call, the next call in the same room, and the outcome in the invitation.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use store::calls::{self, Call, Joined, Provider};
use store::messages::{self, Draft};
use store::{ChannelId, PersonId};
use test_kit::both;

use crate::test_store::TestStore;

/// Starts a call with its invitation.
async fn call(app: &TestStore, channel: ChannelId, person: PersonId) -> Call {
    let (call, is_new) = calls::start(&app.store, channel, person, Provider::Builtin).await.unwrap();
    assert!(is_new);
    let name = calls::invitation_name(call.id);
    let draft = Draft::text(channel, person, name, calls::invitation_text(&call));
    app.store.writer.append(draft).await.unwrap();
    call
}

async fn join(app: &TestStore, call: &Call, person: PersonId) {
    let joined = calls::join(&app.store, call, person, &format!("tab of {person}")).await.unwrap();
    assert_eq!(joined, Joined::In);
}

async fn leave(app: &TestStore, call: &Call, person: PersonId) {
    assert!(calls::leave(&app.store, call.id, person, &format!("tab of {person}")).await.unwrap());
}

async fn ended_at(app: &TestStore, call: &Call) -> Option<DateTime<Utc>> {
    calls::by_id(&app.store, call.id).await.unwrap().unwrap().ended_at
}

/// Returns the texts of the invitations of a channel, the oldest first.
async fn invitations(app: &TestStore, channel: ChannelId) -> Vec<Value> {
    let head = messages::changed_between(&app.store, channel, 0, i64::MAX, 100).await.unwrap();
    head.iter().map(|message| serde_json::from_str(&message.body).unwrap()).collect()
}

both!(departure_ends_direct_call_for_the_other, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let call = call(&app, channel, maya).await;
    join(&app, &call, maya).await;
    app.advance(Duration::seconds(5));
    join(&app, &call, tom).await;
    // The newest tab of a person replaces the other one, which is no departure.
    assert_eq!(calls::join(&app.store, &call, tom, "phone").await.unwrap(), Joined::In);
    assert_eq!(ended_at(&app, &call).await, None);
    app.advance(Duration::seconds(25));
    assert!(calls::leave(&app.store, call.id, tom, "phone").await.unwrap());
    assert_eq!(ended_at(&app, &call).await, Some(app.store.clock.now()));
    assert!(calls::participants(&app.store, call.id).await.unwrap().is_empty());
    let expected = json!({"room": call.room, "call": call.id, "outcome": "ended", "seconds": 25});
    assert_eq!(invitations(&app, channel).await, [expected]);
});

both!(departure_keeps_group_call, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.group(&[maya, tom]).await;
    let call = call(&app, channel, maya).await;
    join(&app, &call, maya).await;
    join(&app, &call, tom).await;
    leave(&app, &call, tom).await;
    assert_eq!(ended_at(&app, &call).await, None);
    assert_eq!(calls::participants(&app.store, call.id).await.unwrap().len(), 1);
});

both!(unanswered_direct_call_is_missed_after_ringing, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let call = call(&app, channel, maya).await;
    join(&app, &call, maya).await;
    app.advance(Duration::seconds(44));
    calls::sweep(&app.store).await.unwrap();
    assert_eq!(ended_at(&app, &call).await, None);
    calls::keep_alive(&app.store, &[calls::Peer { call: call.id, name: format!("tab of {maya}") }]).await.unwrap();
    app.advance(Duration::seconds(1));
    calls::sweep(&app.store).await.unwrap();
    assert!(ended_at(&app, &call).await.is_some());
    assert_eq!(invitations(&app, channel).await[0]["outcome"], "missed");
});

both!(accepted_call_does_not_end_after_ringing, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let call = call(&app, channel, maya).await;
    calls::answer(&app.store, &call, tom, true).await.unwrap();
    app.advance(Duration::seconds(45));
    calls::sweep(&app.store).await.unwrap();
    assert_eq!(ended_at(&app, &call).await, None);
    calls::answer(&app.store, &call, tom, false).await.unwrap();
    calls::sweep(&app.store).await.unwrap();
    assert_eq!(invitations(&app, channel).await[0]["outcome"], "declined");
});

both!(invitation_leads_into_its_room_for_three_hours, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let first = call(&app, channel, maya).await;
    join(&app, &first, maya).await;
    join(&app, &first, tom).await;
    app.advance(Duration::seconds(10));
    leave(&app, &first, tom).await;

    app.advance(Duration::hours(2));
    let first = calls::by_room(&app.store, &first.room).await.unwrap().unwrap();
    let again = calls::reopen(&app.store, &first, tom, Provider::Builtin).await.unwrap();
    assert_eq!((&again.room, again.first, again.invited_by), (&first.room, first.id, first.id));
    assert!(again.id != first.id && !again.has_rung());
    assert_eq!(again.open_until(), first.started_at + Duration::hours(3));
    assert_eq!(calls::reopen(&app.store, &first, maya, Provider::Builtin).await.unwrap().id, again.id);
    assert_eq!(calls::by_room(&app.store, &first.room).await.unwrap().unwrap().id, again.id);
    let earlier = calls::by_room_at(&app.store, &first.room, first.started_at).await.unwrap().unwrap();
    assert_eq!(earlier.id, first.id, "a late report belongs to the call of its time");
    assert_eq!(calls::live_around(&app.store, maya).await.unwrap(), [(channel, first.room.clone())]);
    join(&app, &again, maya).await;
    join(&app, &again, tom).await;
    app.advance(Duration::seconds(20));
    leave(&app, &again, maya).await;
    let shown = invitations(&app, channel).await;
    assert_eq!((shown.len(), &shown[0]["seconds"]), (1, &json!(30)), "the invitation counts both calls");
});

both!(call_started_again_rings_in_the_open_room, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let first = call(&app, channel, maya).await;
    calls::hang_up(&app.store, &first, maya).await.unwrap();
    app.advance(Duration::hours(3) - Duration::seconds(1));
    let second = call(&app, channel, tom).await;
    assert_eq!((&second.room, second.first, second.has_rung()), (&first.room, first.id, true));
    assert_eq!(second.open_until(), second.started_at + Duration::hours(3), "its own invitation");
    calls::hang_up(&app.store, &second, tom).await.unwrap();
    let outcomes: Vec<_> = invitations(&app, channel).await.iter().map(|text| text["outcome"].clone()).collect();
    assert_eq!(outcomes, ["missed", "missed"]);
    app.advance(Duration::hours(3));
    assert_ne!(call(&app, channel, maya).await.room, first.room);
});

both!(reopened_call_without_participants_ends, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let first = call(&app, channel, maya).await;
    calls::hang_up(&app.store, &first, maya).await.unwrap();
    let again = calls::reopen(&app.store, &first, tom, Provider::Builtin).await.unwrap();
    app.advance(Duration::seconds(119));
    calls::sweep(&app.store).await.unwrap();
    assert_eq!(ended_at(&app, &again).await, None);
    app.advance(Duration::seconds(1));
    calls::sweep(&app.store).await.unwrap();
    assert!(ended_at(&app, &again).await.is_some());
    assert_eq!(invitations(&app, channel).await[0]["outcome"], "missed", "still");
});
