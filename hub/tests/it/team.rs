//! The conversation of a person with the staff of their programme.

use chrono::Duration;
use serde_json::{Value, json};
use store::blackout::{Blackout, DatedPeriod};
use store::experiences::{Access, Overrides};
use store::programmes::Settings;
use store::staff::{Actor, Scope, Staff};
use store::team::{self, NewAnswer};
use store::{ChannelId, PersonId, Store, administration, people};
use test_kit::{both, fresh_name, shared};

use crate::node::Node;
use crate::test_app::TestApp;

async fn listed(node: &Node, token: &str) -> Value {
    let list = node.get_json("/api/v2/chat/channels/", token).await;
    let found = list.as_array().unwrap().iter().find(|channel| channel["kind"] == "team");
    found.unwrap_or_else(|| panic!("{list}")).clone()
}

async fn conversation(store: &Store, person: PersonId) -> ChannelId {
    team::open(store, person).await.unwrap().unwrap()
}

async fn answer(app: &TestApp, node: &Node, person: PersonId, body: &str, seen: i64) {
    let sam = Actor::Staff(Staff { person: app.sam, scope: Scope::Programmes(vec![app.programme]) });
    let new = NewAnswer { temp_id: &fresh_name(), body, seen: Some(seen) };
    team::answer(&node.store, &sam, person, new).await.unwrap().unwrap();
}

/// No chat with people, as before an approval.
async fn without_chat(app: &TestApp, person: PersonId) {
    let overrides = Overrides {
        chattype: Some(Access::Hide),
        mentorship_chat: Some(Access::Hide),
        ai_chat: Some(Access::Hide),
        ..Overrides::default()
    };
    people::set_overrides(&app.store, &test_kit::operator(), person, &overrides).await.unwrap();
}

shared!(person_and_staff_hear_of_each_other_on_all_nodes, async |app| {
    without_chat(&app, app.tom).await;
    let (here, there) = (app.node().await, app.node().await);
    let team = conversation(&app.store, app.tom).await;
    let (mut tom, mut phone, mut sam) =
        (here.socket(app.tom).await, there.socket(app.tom).await, there.socket(app.sam).await);
    sam.received_so_far().await;
    tom.join(team).await;
    tom.send(team, "May I bring a friend?").await;
    tom.expect("new_message").await;
    assert_eq!(sam.expect("changed").await["topics"], json!(["messages"]));
    phone.received_so_far().await;
    answer(&app, &here, app.tom, "Of course. – Sam", 1).await;
    let received = tom.expect("new_message").await;
    assert_eq!(received["message"], "Of course. – Sam");
    assert_ne!(received["user_id"], json!(app.sam), "in the name of the team");
    assert_eq!(phone.expect_count(team).await, (1, false));
});

both!(conversation_is_listed_for_all_but_staff, async |app| {
    let node = app.node().await;
    let (maya, sam) = (node.socket(app.maya).await, node.socket(app.sam).await);
    let list = listed(&node, maya.token.as_deref().unwrap()).await;
    assert_eq!((&list["channelName"], &list["membership"]), (&json!("Programme team"), &json!("active")));
    assert_eq!((&list["programId"], &list["gifs"], &list["isReadOnly"]), (&Value::Null, &json!(false), &json!(false)));
    let members = list["channelMembers"].as_array().unwrap();
    let bot = json!(["Staff", "Staff", true]);
    assert_eq!(json!([members[1]["userFullName"], members[1]["role"], members[1]["isActive"]]), bot);
    assert_eq!(members[0]["userId"], json!(app.maya));
    let again = listed(&node, maya.token.as_deref().unwrap()).await;
    assert_eq!(list["channelId"], again["channelId"]);
    let of_staff = node.get_json("/api/v2/chat/channels/", sam.token.as_deref().unwrap()).await;
    assert!(of_staff.as_array().unwrap().iter().all(|channel| channel["kind"] != "team"), "{of_staff}");
});

both!(hours_of_the_team_are_told, async |app| {
    let node = app.frozen_node().await;
    let maya = node.socket(app.maya).await;
    let token = maya.token.as_deref().unwrap();
    // The tests begin on a Sunday or a weekday; a day later the answer differs.
    let now = node.store.clock.now();
    let programme = store::programmes::by_id(&node.store, app.programme).await.unwrap().unwrap();
    assert_eq!(listed(&node, token).await["staffBackAt"], json!(programme.team_back_at(now)));
    let mut hours = programme.settings.0.clone();
    hours.team.days.clear();
    administration::put_programme(&node.store, &test_kit::operator(), "lakeside", "Lakeside", "UTC", &hours)
        .await
        .unwrap();
    node.store.clock.advance(std::time::Duration::from_secs(6));
    assert_eq!(listed(&node, token).await["staffBackAt"], Value::Null);
});

both!(neither_blackout_nor_calls_in_the_conversation, async |app| {
    let node = app.frozen_node().await;
    let now = node.store.clock.now();
    let period =
        DatedPeriod { from: (now - Duration::hours(1)).naive_utc(), to: (now + Duration::hours(1)).naive_utc() };
    let blackout = Blackout { refuses_sending: true, weekly: vec![], dated: vec![period] };
    let programme = store::programmes::by_id(&node.store, app.programme).await.unwrap().unwrap();
    let settings = Settings { blackout, ..programme.settings.0 };
    administration::put_programme(&node.store, &test_kit::operator(), "lakeside", "Lakeside", "UTC", &settings)
        .await
        .unwrap();
    node.store.clock.advance(std::time::Duration::from_secs(6));
    let team = conversation(&app.store, app.maya).await;
    let mut maya = node.socket(app.maya).await;
    maya.join(team).await;
    maya.send(team, "Is anyone there at night?").await;
    assert_eq!(maya.expect("new_message").await["message"], "Is anyone there at night?");
    let token = maya.token.clone().unwrap();
    let (status, error) = node.post("/api/v2/video/room/", &token, &json!({"channel": team})).await;
    assert_eq!((status, &error["code"]), (409, &json!("no_calls_here")));
});

both!(cry_for_help_to_the_team_brings_helplines, async |app| {
    let node = app.node().await;
    let team = conversation(&app.store, app.tom).await;
    let mut tom = node.socket(app.tom).await;
    tom.send(team, "i want to disappear").await;
    let frame = tom.expect("crisis_detected").await;
    assert_eq!(frame["channel_id"], json!(team));
    assert_eq!(store::alerts::open(&app.store, 10).await.unwrap().len(), 1);
});

both!(words_of_the_team_are_found, async |app| {
    without_chat(&app, app.tom).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let team = conversation(&app.store, app.tom).await;
    tom.send(team, "Where is the museum?").await;
    tom.expect("new_message").await;
    answer(&app, &node, app.tom, "The museum is at Lake Road", 1).await;
    let token = tom.token.clone().unwrap();
    let body = json!({"search_text": "museum", "page_number": 1});
    let (_, found) = node.post("/api/v2/chat/search-chat-message/", &token, &body).await;
    assert_eq!(found["messages"].as_array().unwrap().len(), 2, "{found}");
    let unread = node.get_json("/api/v2/chat/unread-message/", &token).await;
    assert_eq!(unread["unreadMessages"][team.to_string()]["count"], json!(1));
});

both!(another_person_does_not_reach_the_conversation, async |app| {
    let node = app.node().await;
    let team = conversation(&app.store, app.tom).await;
    let mut maya = node.socket(app.maya).await;
    maya.send(team, "Hello").await;
    maya.expect_error("channel_unknown").await;
    let mut sam = node.socket(app.sam).await;
    sam.send_frame(json!({"command": "join", "channel": team})).await;
    sam.expect_error("channel_unknown").await;
});
