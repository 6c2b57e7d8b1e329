//! Calls from the first ring to the end.

use std::time::Duration;

use serde_json::{Value, json};
use store::blackout::{Blackout, DatedPeriod};
use store::calls;
use store::channels::{self, Kind, Status};
use store::experiences::{Access, Overrides};
use store::people;
use store::programmes::Settings;
use store::{ChannelId, PersonId, administration};
use test_kit::{both, shared};

use crate::call_helpers::{allow_video, consent, event, node, room, set_video, show, start, token};
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;

both!(call_sends_invitation_and_rings, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.ana).await);
    tom.join(app.pair).await;
    let (status, call) = node.post("/api/v2/video/room/", token(&maya), &json!({"channel": app.pair})).await;
    assert_eq!(status, 201);
    assert_eq!((&call["provider"], &call["consent"], &call["token"]), (&json!("builtin"), &Value::Null, &Value::Null));
    assert_eq!((&call["callInProgress"], &call["endedAt"]), (&json!(true), &Value::Null));
    assert_eq!((&call["isGroup"], call["ringsUntil"].is_string()), (&json!(false), true));

    let rings = tom.read_until(|frame| frame["command"] == "incoming_call").await;
    // The ring and the invitation arrive in any order.
    let invitation = match rings.iter().find(|frame| frame["command"] == "new_message") {
        Some(invitation) => invitation.clone(),
        None => tom.expect("new_message").await,
    };
    assert_eq!(
        serde_json::from_str::<Value>(invitation["message"].as_str().unwrap()).unwrap(),
        json!({"room": room(&call), "call": call["roomId"]})
    );
    let ring = rings.last().unwrap();
    assert_eq!((&ring["room"], &ring["from_name"]), (&call["room"], &json!("Maya Okafor")));
    assert_eq!((&ring["from_user_id"], &ring["channel_id"]), (&json!(app.maya), &json!(app.pair)));
    let rings_for = ring["expires_at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(rings_for - node.store.clock.now(), chrono::Duration::seconds(45));
    ana.expect_silence().await;
    maya.expect_silence().await;

    let again = start(&node, &tom, app.pair).await;
    assert_eq!(again["roomId"], call["roomId"], "one call at a time, whoever asks for it");
    tom.expect_silence().await;
    assert_eq!(app.stored(app.pair).await.len(), 1, "and one invitation");
    for id in [room(&call), call["roomId"].as_str().unwrap()] {
        assert_eq!(show(&node, &tom, id).await["room"], call["room"]);
    }
    let live = node.get_json(&format!("/api/v2/video/room/?channel={}", app.pair), token(&tom)).await;
    assert_eq!(live["room"], call["room"]);
    let channels = node.get_json("/api/v2/chat/channels/", token(&tom)).await;
    let of =
        |id| channels.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(id)).unwrap().clone();
    assert_eq!(of(app.pair)["callInProgress"], call["room"]);
    assert_eq!(of(app.circle)["callInProgress"], Value::Null);
});

both!(call_rings_only_for_people_with_video, async |app| {
    allow_video(&app).await;
    set_video(&app, app.tom, Access::Show).await;
    let node = node(&app).await;
    let maya = node.socket(app.maya).await;
    let (mut tom, mut ana) = (node.socket(app.tom).await, node.socket(app.ana).await);
    let call = start(&node, &maya, app.circle).await;
    assert_eq!(ana.expect("incoming_call").await["room"], call["room"]);
    let so_far = tom.received_so_far().await;
    assert!(so_far.iter().all(|frame| frame["command"] != "incoming_call"), "{so_far:?}");
    assert!(page_of(&node, app.tom).await.1.is_empty());
    assert_eq!(page_of(&node, app.ana).await.1.len(), 1);
});

both!(call_rings_only_for_people_with_chat, async |app| {
    allow_video(&app).await;
    let without_chat =
        Overrides { mentorship_chat: Some(Access::Hide), video: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), app.tom, &without_chat).await.unwrap();
    let node = node(&app).await;
    let (maya, mut tom, mut ana) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.ana).await);
    start(&node, &maya, app.circle).await;
    ana.expect("incoming_call").await;
    let so_far = tom.received_so_far().await;
    assert!(so_far.iter().all(|frame| frame["command"] != "incoming_call"), "{so_far:?}");
});

both!(call_is_answered_over_http_without_tab, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (mut maya, tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    let path = format!("/api/v2/video/room/{}/event/", room(&call));
    let (status, _) = node.post(&path, token(&tom), &json!({"event": "declined"})).await;
    assert_eq!(status, 204);
    assert_eq!(maya.expect("call_changed").await["declined"], json!([app.tom]));
    // The caller cancels without having joined.
    assert_eq!(node.post(&path, token(&maya), &json!({"event": "ended"})).await.0, 204);
    maya.expect("call_ended").await;
});

both!(answered_call_stops_ringing_on_all_devices, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let mut maya = node.socket(app.maya).await;
    let (mut phone, mut tablet) = (node.socket(app.tom).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    for socket in [&mut phone, &mut tablet] {
        socket.expect("incoming_call").await;
    }
    phone.send_frame(json!({"command": "call_answer", "room": room(&call), "accept": false})).await;
    for socket in [&mut phone, &mut tablet] {
        assert_eq!(socket.expect("call_answered").await["room"], call["room"]);
    }
    let told = maya.expect("call_changed").await;
    assert_eq!(told["declined"], json!([app.tom]));
    // A declined call can still be accepted over HTTP.
    assert_eq!(event(&node, &tablet, room(&call), "accepted", "any").await.0, 204);
    phone.expect("call_answered").await;
    assert_eq!(show(&node, &maya, room(&call)).await["declined"], json!([]));
});

/// Opens a page of this person; returns its socket and the rings that it received.
async fn page_of(node: &Node, person: PersonId) -> (Socket, Vec<Value>) {
    let (opened, bearer) = node.sign_in(person).await;
    let mut socket = node.anonymous_socket().await;
    socket.sign_in(&opened, bearer);
    let mut rings = socket.received_so_far().await;
    rings.retain(|frame| frame["command"] == "incoming_call");
    (socket, rings)
}

both!(page_opened_during_ringing_receives_the_ring, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    tom.expect("incoming_call").await;
    // A page that a push opened.
    let (phone, rings) = page_of(&node, app.tom).await;
    assert_eq!(rings.len(), 1);
    assert_eq!((&rings[0]["room"], &rings[0]["from_name"]), (&call["room"], &json!("Maya Okafor")));
    for other in [app.ana, app.maya] {
        assert!(page_of(&node, other).await.1.is_empty());
    }
    // Joining accepts the call.
    consent(&node, &phone, room(&call), false).await;
    tom.expect("call_answered").await;
    assert!(page_of(&node, app.tom).await.1.is_empty());
});

both!(page_opened_after_ringing_receives_no_ring, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    tom.expect("incoming_call").await;
    node.store.clock.advance(Duration::from_secs(45));
    assert!(page_of(&node, app.tom).await.1.is_empty());
    assert_eq!(event(&node, &maya, room(&call), "ended", "any").await.0, 204);
    tom.expect("call_ended").await;
    start(&node, &maya, app.pair).await;
    tom.expect("incoming_call").await;
    assert_eq!(page_of(&node, app.tom).await.1.len(), 1);
    channels::set_status(&node.store, app.pair, app.tom, Status::Inactive, None).await.unwrap();
    assert!(page_of(&node, app.tom).await.1.is_empty());
});

both!(consent_is_stored_and_can_be_changed, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let maya = node.socket(app.maya).await;
    let call = start(&node, &maya, app.pair).await;
    assert_eq!(consent(&node, &maya, room(&call), true).await["consent"], true);
    node.store.clock.advance(Duration::from_secs(1));
    assert_eq!(consent(&node, &maya, room(&call), false).await["consent"], false);
    assert_eq!(show(&node, &maya, room(&call)).await["consent"], false);
    let path = format!("/api/v2/video/room/{}/consent/", room(&call));
    for wrong in [json!({"consent": true, "language": "no code"}), json!({"consent": true, "language": ""})] {
        assert_eq!(node.post(&path, token(&maya), &wrong).await.0, 422);
    }
    assert_eq!(node.post(&path, token(&maya), &json!({"consent": "yes"})).await.0, 400);
});

both!(cancelled_call_ends_for_everyone, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    tom.expect("incoming_call").await;
    assert_eq!(event(&node, &tom, room(&call), "ended", "any").await.0, 204);
    assert_eq!(show(&node, &tom, room(&call)).await["endedAt"], Value::Null, "not by who was only called");
    assert_eq!(event(&node, &maya, room(&call), "ended", "any").await.0, 204);
    let ended = tom.expect("call_ended").await;
    assert_eq!((&ended["room"], &ended["reason"]), (&call["room"], &json!("everybody_left")));
    let shown = show(&node, &tom, room(&call)).await;
    assert_eq!((&shown["callInProgress"], shown["endedAt"].is_string()), (&json!(false), true));
    assert_eq!(event(&node, &tom, room(&call), "accepted", "any").await, (409, json!("call_over")));
    let path = format!("/api/v2/video/room/?channel={}", app.pair);
    assert_eq!(node.get(&path, Some(token(&tom))).await.status(), 404);
    let next = start(&node, &tom, app.pair).await;
    assert_eq!(next["room"], call["room"], "the next one takes place in the same room");
    assert_ne!(next["roomId"], call["roomId"]);
});

both!(call_expires_after_three_hours, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let mut maya = node.socket(app.maya).await;
    let call = start(&node, &maya, app.pair).await;
    maya.join_call(&node, room(&call), "maya-1").await;
    node.store.clock.advance(Duration::from_secs(3 * 3600));
    // The access token of the test is older than it may be as well.
    let ended = maya.expect("call_ended").await;
    assert_eq!(ended["reason"], "expired");
});

/// Asserts that every route and frame of a call refuses this person.
async fn assert_no_access(app: &TestApp, node: &Node, person: PersonId, room: &str, code: &str) {
    assert_no_channel_access(app.pair, node, person, room, code).await;
}

async fn assert_no_channel_access(channel: ChannelId, node: &Node, person: PersonId, room: &str, code: &str) {
    let mut socket = node.socket(person).await;
    let status = if code == "call_unknown" { 404 } else { 403 };
    let bearer = token(&socket).to_owned();
    let of_channel = if code == "call_unknown" { "channel_unknown" } else { code };
    let (answered, error) = node.post("/api/v2/video/room/", &bearer, &json!({"channel": channel})).await;
    assert_eq!((answered, &error["code"]), (status, &json!(of_channel)));
    let answer = node.get(&format!("/api/v2/video/room/?channel={}", channel), Some(&bearer)).await;
    assert_eq!(
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap()["code"].clone()),
        (status, json!(of_channel))
    );
    let answer = node.get(&format!("/api/v2/video/room/{room}/"), Some(&bearer)).await;
    assert_eq!(
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap()["code"].clone()),
        (status, json!(code))
    );
    let path = format!("/api/v2/video/room/{room}/consent/");
    let (answered, error) = node.post(&path, &bearer, &json!({"consent": true})).await;
    assert_eq!((answered, &error["code"]), (status, &json!(code)));
    for name in ["joined", "left", "ended", "accepted", "declined", "other"] {
        assert_eq!(event(node, &socket, room, name, "tab").await, (status, json!(code)), "{name}");
    }
    for frame in [
        json!({"command": "call_answer", "room": room, "accept": true}),
        json!({"command": "call_join", "room": room, "peer": "p"}),
    ] {
        socket.send_frame(frame).await;
        let error = socket.expect_error(code).await;
        assert_eq!(error["room"], room);
    }
    for frame in [
        json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}}),
        json!({"command": "call_leave", "room": room, "peer": "maya-1"}),
        json!({"command": "call_state", "room": room, "peer": "maya-1", "microphone": true, "camera": true, "screen": true}),
    ] {
        socket.send_frame(frame).await;
        socket.expect_error("call_unknown").await;
    }
}

/// Starts a call of the pair that Maya has joined.
async fn call_with_maya(app: &TestApp) -> (Node, Socket, String) {
    allow_video(app).await;
    let node = node(app).await;
    let mut maya = node.socket(app.maya).await;
    let call = start(&node, &maya, app.pair).await;
    let room = room(&call).to_owned();
    maya.join_call(&node, &room, "maya-1").await;
    (node, maya, room)
}

both!(non_members_cannot_access_a_call, async |app| {
    let (node, mut maya, room) = call_with_maya(&app).await;
    assert_no_access(&app, &node, app.ana, &room, "call_unknown").await;
    assert_no_access(&app, &node, app.sam, &room, "call_unknown").await;
    channels::set_status(&app.store, app.pair, app.tom, Status::Absent, None).await.unwrap();
    assert_no_access(&app, &node, app.tom, &room, "call_unknown").await;
    assert_eq!(maya.received_so_far().await.iter().filter(|frame| frame["command"] == "call_signal").count(), 0);
    assert_eq!(show(&node, &maya, &room).await["participants"].as_array().unwrap().len(), 1);
});

both!(inactive_members_cannot_access_a_call, async |app| {
    let (node, _maya, room) = call_with_maya(&app).await;
    channels::set_status(&app.store, app.pair, app.tom, Status::Inactive, None).await.unwrap();
    assert_no_access(&app, &node, app.tom, &room, "not_active_member").await;
});

both!(people_without_video_cannot_access_a_call, async |app| {
    let (node, _maya, room) = call_with_maya(&app).await;
    for access in [Access::Hide, Access::Show] {
        set_video(&app, app.tom, access).await;
        assert_no_access(&app, &node, app.tom, &room, "video_off").await;
    }
});

both!(blocked_people_cannot_access_a_call, async |app| {
    let (node, _maya, room) = call_with_maya(&app).await;
    store::blocks::add(&app.store, app.maya, app.tom).await.unwrap();
    assert_no_access(&app, &node, app.tom, &room, "blocked").await;
});

both!(assistant_and_broadcast_channels_have_no_calls, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let maya = node.socket(app.maya).await;
    for kind in [Kind::Assistant, Kind::Broadcast] {
        let channel = channels::create(&app.store, kind, "", None).await.unwrap();
        channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
        let (status, error) = node.post("/api/v2/video/room/", token(&maya), &json!({"channel": channel})).await;
        assert_eq!((status, &error["code"]), (409, &json!("no_calls_here")));
    }
});

both!(participant_who_becomes_inactive_is_removed, async |app| {
    let (node, mut maya, room) = call_with_maya(&app).await;
    let mut tom = node.socket(app.tom).await;
    tom.join_call(&node, &room, "tom-1").await;
    maya.expect_peers(&["tom-1"]).await;
    channels::set_status(&node.store, app.pair, app.tom, Status::Inactive, None).await.unwrap();
    assert_eq!(tom.expect("call_ended").await["reason"], "not_active_member");
    assert_eq!(maya.expect("call_ended").await["reason"], "other_left");
    tom.send_frame(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}}))
        .await;
    tom.expect_error("call_unknown").await;
});

shared!(call_rings_and_ends_on_every_node, async |app| {
    allow_video(&app).await;
    let (here, there) = (node(&app).await, node(&app).await);
    let (maya, mut tom) = (here.socket(app.maya).await, there.socket(app.tom).await);
    let call = start(&here, &maya, app.pair).await;
    assert_eq!(tom.expect("incoming_call").await["room"], call["room"]);
    assert_eq!(event(&here, &maya, room(&call), "ended", "any").await.0, 204);
    tom.expect("call_ended").await;
    assert!(calls::live_in(&app.store, app.pair).await.unwrap().is_none());
});

/// Creates a channel of Maya and Tom whose programme has a blackout of an hour, beginning in `seconds`.
pub(crate) async fn channel_with_blackout_in(app: &TestApp, seconds: i64) -> ChannelId {
    let from = app.store.clock.now().naive_utc() + chrono::Duration::seconds(seconds);
    let dated = vec![DatedPeriod { from, to: from + chrono::Duration::hours(1) }];
    let settings = Settings { blackout: Blackout { dated, ..Blackout::default() }, ..Settings::default() };
    let programme =
        administration::put_programme(&app.store, &test_kit::operator(), "quiet", "Quiet", "UTC", &settings)
            .await
            .unwrap();
    let channel = channels::create(&app.store, Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
    channel
}

both!(blackout_refuses_new_participants_and_keeps_present_ones, async |app| {
    allow_video(&app).await;
    // Sooner than a lease expires.
    let channel = channel_with_blackout_in(&app, 10).await;
    let node = node(&app).await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, channel).await;
    maya.join_call(&node, room(&call), "maya-1").await;
    tom.expect("incoming_call").await;
    node.store.clock.advance(Duration::from_secs(11));
    assert_no_channel_access(channel, &node, app.tom, room(&call), "blackout").await;
    // A participant may stay, also with another connection.
    drop(maya);
    let mut maya = node.socket(app.maya).await;
    assert!(maya.join_call(&node, room(&call), "maya-1").await.is_empty());
    maya.send_frame(json!({"command": "call_leave", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect_participants(0).await;
    assert_no_channel_access(channel, &node, app.maya, room(&call), "blackout").await;
});

both!(last_consent_is_known_in_the_next_call, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (maya, tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let first = start(&node, &maya, app.pair).await;
    assert_eq!(first["lastConsent"], Value::Null);
    assert_eq!(consent(&node, &maya, room(&first), false).await["lastConsent"], false);
    let next = start(&node, &maya, app.circle).await;
    assert_eq!((&next["consent"], &next["lastConsent"]), (&Value::Null, &json!(false)), "another call asks again");
    node.store.clock.advance(Duration::from_secs(1));
    consent(&node, &maya, room(&next), true).await;
    assert_eq!(show(&node, &maya, room(&first)).await["lastConsent"], true, "the newest answer counts");
    assert_eq!(show(&node, &tom, room(&first)).await["lastConsent"], Value::Null, "answers belong to their person");
});
