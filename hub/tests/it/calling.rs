//! A call from its first ring to its end, as the people of a conversation meet it.

use std::time::Duration;

use serde_json::{Value, json};
use store::blackout::{Blackout, DatedPeriod};
use store::calls;
use store::channels::{self, Kind, Status};
use store::experiences::Access;
use store::programmes::{self, Settings};
use store::{ChannelId, PersonId};
use test_kit::{both, shared};

use crate::call_people::{allow_video, consent, event, node, room, set_video, show, start, token};
use crate::node::Node;
use crate::socket::Socket;
use crate::world::World;

both!(a_call_invites_and_rings, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(world.maya).await, node.socket(world.tom).await, node.socket(world.ana).await);
    tom.join(world.pair).await;
    let (status, call) = node.post("/api/v2/video/room/", token(&maya), &json!({"channel": world.pair})).await;
    assert_eq!(status, 201);
    assert_eq!((&call["provider"], &call["consent"], &call["token"]), (&json!("builtin"), &Value::Null, &Value::Null));
    assert_eq!((&call["callInProgress"], &call["endedAt"]), (&json!(true), &Value::Null));

    let rings = tom.until(|frame| frame["command"] == "incoming_call").await;
    // The ring and the invitation go different ways.
    let invitation = match rings.iter().find(|frame| frame["command"] == "new_message") {
        Some(invitation) => invitation.clone(),
        None => tom.expect("new_message").await,
    };
    assert_eq!(
        serde_json::from_str::<Value>(invitation["message"].as_str().unwrap()).unwrap(),
        json!({"room": room(&call)})
    );
    let ring = rings.last().unwrap();
    assert_eq!((&ring["room"], &ring["from_name"]), (&call["room"], &json!("Maya Okafor")));
    assert_eq!((&ring["from_user_id"], &ring["channel_id"]), (&json!(world.maya), &json!(world.pair)));
    let rings_for = ring["expires_at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(rings_for - node.store.clock.now(), chrono::Duration::seconds(45));
    ana.hears_nothing().await;
    maya.hears_nothing().await;

    let again = start(&node, &tom, world.pair).await;
    assert_eq!(again["roomId"], call["roomId"], "one call at a time, whoever asks for it");
    tom.hears_nothing().await;
    assert_eq!(world.stored(world.pair).await.len(), 1, "and one invitation");
    for id in [room(&call), call["roomId"].as_str().unwrap()] {
        assert_eq!(show(&node, &tom, id).await["room"], call["room"]);
    }
    let live = node.get_json(&format!("/api/v2/video/room/?channel={}", world.pair), token(&tom)).await;
    assert_eq!(live["room"], call["room"]);
    let channels = node.get_json("/api/v2/chat/channels/", token(&tom)).await;
    let of =
        |id| channels.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(id)).unwrap().clone();
    assert_eq!(of(world.pair)["callInProgress"], call["room"]);
    assert_eq!(of(world.circle)["callInProgress"], Value::Null);
});

both!(a_call_rings_only_for_those_who_can_take_it, async |world| {
    allow_video(&world).await;
    set_video(&world, world.tom, Access::Show).await;
    let node = node(&world).await;
    let maya = node.socket(world.maya).await;
    let (mut tom, mut ana) = (node.socket(world.tom).await, node.socket(world.ana).await);
    let call = start(&node, &maya, world.circle).await;
    assert_eq!(ana.expect("incoming_call").await["room"], call["room"]);
    let so_far = tom.so_far().await;
    assert!(so_far.iter().all(|frame| frame["command"] != "incoming_call"), "{so_far:?}");
    assert!(page_of(&node, world.tom).await.1.is_empty());
    assert_eq!(page_of(&node, world.ana).await.1.len(), 1);
});

both!(a_page_without_a_socket_answers_by_the_other_way_and_names_no_tab, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let (mut maya, tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let call = start(&node, &maya, world.pair).await;
    let path = format!("/api/v2/video/room/{}/event/", room(&call));
    let (status, _) = node.post(&path, token(&tom), &json!({"event": "declined"})).await;
    assert_eq!(status, 204);
    assert_eq!(maya.expect("call_changed").await["declined"], json!([world.tom]));
    // And who called takes it back without ever having been in it.
    assert_eq!(node.post(&path, token(&maya), &json!({"event": "ended"})).await.0, 204);
    maya.expect("call_ended").await;
});

both!(answered_on_one_device_it_rings_on_no_other, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let mut maya = node.socket(world.maya).await;
    let (mut phone, mut tablet) = (node.socket(world.tom).await, node.socket(world.tom).await);
    let call = start(&node, &maya, world.pair).await;
    for socket in [&mut phone, &mut tablet] {
        socket.expect("incoming_call").await;
    }
    phone.say(json!({"command": "call_answer", "room": room(&call), "accept": false})).await;
    for socket in [&mut phone, &mut tablet] {
        assert_eq!(socket.expect("call_answered").await["room"], call["room"]);
    }
    let told = maya.expect("call_changed").await;
    assert_eq!(told["declined"], json!([world.tom]));
    // Who thinks again takes it after all, by the other way.
    assert_eq!(event(&node, &tablet, room(&call), "accepted", "any").await.0, 204);
    phone.expect("call_answered").await;
    assert_eq!(show(&node, &maya, room(&call)).await["declined"], json!([]));
});

/// A page of this person that has just come, and the ringing it heard.
async fn page_of(node: &Node, person: PersonId) -> (Socket, Vec<Value>) {
    let (opened, bearer) = node.sign_in(person).await;
    let mut socket = node.stranger().await;
    socket.sign_in(&opened, bearer);
    let mut rings = socket.so_far().await;
    rings.retain(|frame| frame["command"] == "incoming_call");
    (socket, rings)
}

both!(who_comes_while_it_rings_hears_it_until_they_answered, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let (maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let call = start(&node, &maya, world.pair).await;
    tom.expect("incoming_call").await;
    // A page that a push opened.
    let (phone, rings) = page_of(&node, world.tom).await;
    assert_eq!(rings.len(), 1);
    assert_eq!((&rings[0]["room"], &rings[0]["from_name"]), (&call["room"], &json!("Maya Okafor")));
    for other in [world.ana, world.maya] {
        assert!(page_of(&node, other).await.1.is_empty());
    }
    // Whoever goes in takes the call, by whichever way they came.
    consent(&node, &phone, room(&call), false).await;
    tom.expect("call_answered").await;
    assert!(page_of(&node, world.tom).await.1.is_empty());
});

both!(who_comes_too_late_hears_no_ringing, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let (maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let call = start(&node, &maya, world.pair).await;
    tom.expect("incoming_call").await;
    node.store.clock.advance(Duration::from_secs(45));
    assert!(page_of(&node, world.tom).await.1.is_empty());
    assert_eq!(event(&node, &maya, room(&call), "ended", "any").await.0, 204);
    tom.expect("call_ended").await;
    start(&node, &maya, world.pair).await;
    tom.expect("incoming_call").await;
    assert_eq!(page_of(&node, world.tom).await.1.len(), 1);
    channels::set_status(&node.store, world.pair, world.tom, Status::Inactive, None).await.unwrap();
    assert!(page_of(&node, world.tom).await.1.is_empty());
});

both!(an_answer_about_recording_is_kept_and_can_be_changed, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let maya = node.socket(world.maya).await;
    let call = start(&node, &maya, world.pair).await;
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

both!(a_call_that_is_taken_back_is_over_for_all, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let (maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let call = start(&node, &maya, world.pair).await;
    tom.expect("incoming_call").await;
    assert_eq!(event(&node, &tom, room(&call), "ended", "any").await.0, 204);
    assert_eq!(show(&node, &tom, room(&call)).await["endedAt"], Value::Null, "not by who was only called");
    assert_eq!(event(&node, &maya, room(&call), "ended", "any").await.0, 204);
    let ended = tom.expect("call_ended").await;
    assert_eq!((&ended["room"], &ended["reason"]), (&call["room"], &json!("everybody_left")));
    let shown = show(&node, &tom, room(&call)).await;
    assert_eq!((&shown["callInProgress"], shown["endedAt"].is_string()), (&json!(false), true));
    assert_eq!(event(&node, &tom, room(&call), "accepted", "any").await, (409, json!("call_over")));
    let path = format!("/api/v2/video/room/?channel={}", world.pair);
    assert_eq!(node.get(&path, Some(token(&tom))).await.status(), 404);
    assert_ne!(start(&node, &tom, world.pair).await["room"], call["room"], "the next one is another one");
});

both!(a_call_is_over_after_three_hours, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let mut maya = node.socket(world.maya).await;
    let call = start(&node, &maya, world.pair).await;
    maya.enter(&node, room(&call), "maya-1").await;
    node.store.clock.advance(Duration::from_secs(3 * 3600));
    // The access token of the test is older than it may be as well.
    let ended = maya.expect("call_ended").await;
    assert_eq!(ended["reason"], "expired");
});

/// What nobody who may not be in a call gets to see or do, by any route or frame.
async fn has_no_way_in(world: &World, node: &Node, person: PersonId, room: &str, code: &str) {
    has_no_way_into(world.pair, node, person, room, code).await;
}

async fn has_no_way_into(channel: ChannelId, node: &Node, person: PersonId, room: &str, code: &str) {
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
        socket.say(frame).await;
        let error = socket.expect_error(code).await;
        assert_eq!(error["room"], room);
    }
    for frame in [
        json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}}),
        json!({"command": "call_leave", "room": room, "peer": "maya-1"}),
        json!({"command": "call_state", "room": room, "peer": "maya-1", "microphone": true, "camera": true, "screen": true}),
    ] {
        socket.say(frame).await;
        socket.expect_error("call_unknown").await;
    }
}

/// Maya is in a call of the pair.
async fn maya_in_a_call(world: &World) -> (Node, Socket, String) {
    allow_video(world).await;
    let node = node(world).await;
    let mut maya = node.socket(world.maya).await;
    let call = start(&node, &maya, world.pair).await;
    let room = room(&call).to_owned();
    maya.enter(&node, &room, "maya-1").await;
    (node, maya, room)
}

both!(strangers_have_no_way_in, async |world| {
    let (node, mut maya, room) = maya_in_a_call(&world).await;
    has_no_way_in(&world, &node, world.ana, &room, "call_unknown").await;
    has_no_way_in(&world, &node, world.sam, &room, "call_unknown").await;
    channels::set_status(&world.store, world.pair, world.tom, Status::Absent, None).await.unwrap();
    has_no_way_in(&world, &node, world.tom, &room, "call_unknown").await;
    assert_eq!(maya.so_far().await.iter().filter(|frame| frame["command"] == "call_signal").count(), 0);
    assert_eq!(show(&node, &maya, &room).await["participants"].as_array().unwrap().len(), 1);
});

both!(inactive_members_have_no_way_in, async |world| {
    let (node, _maya, room) = maya_in_a_call(&world).await;
    channels::set_status(&world.store, world.pair, world.tom, Status::Inactive, None).await.unwrap();
    has_no_way_in(&world, &node, world.tom, &room, "not_active_member").await;
});

both!(who_has_no_video_has_no_way_in, async |world| {
    let (node, _maya, room) = maya_in_a_call(&world).await;
    for access in [Access::Hide, Access::Show] {
        set_video(&world, world.tom, access).await;
        has_no_way_in(&world, &node, world.tom, &room, "video_off").await;
    }
});

both!(whom_somebody_blocked_has_no_way_in, async |world| {
    let (node, _maya, room) = maya_in_a_call(&world).await;
    store::blocks::add(&world.store, world.maya, world.tom).await.unwrap();
    has_no_way_in(&world, &node, world.tom, &room, "blocked").await;
});

both!(nobody_calls_the_assistant_or_everybody, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let maya = node.socket(world.maya).await;
    for kind in [Kind::Assistant, Kind::Broadcast] {
        let channel = channels::create(&world.store, kind, "", None).await.unwrap();
        channels::join(&world.store, channel, &[world.maya, world.tom]).await.unwrap();
        let (status, error) = node.post("/api/v2/video/room/", token(&maya), &json!({"channel": channel})).await;
        assert_eq!((status, &error["code"]), (409, &json!("no_calls_here")));
    }
});

both!(who_becomes_inactive_is_put_out, async |world| {
    let (node, mut maya, room) = maya_in_a_call(&world).await;
    let mut tom = node.socket(world.tom).await;
    tom.enter(&node, &room, "tom-1").await;
    maya.sees(&["tom-1"]).await;
    channels::set_status(&node.store, world.pair, world.tom, Status::Inactive, None).await.unwrap();
    assert_eq!(tom.expect("call_ended").await["reason"], "not_active_member");
    maya.sees(&[]).await;
    tom.say(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}})).await;
    tom.expect_error("call_unknown").await;
});

shared!(a_call_rings_and_ends_on_every_node, async |world| {
    allow_video(&world).await;
    let (here, there) = (node(&world).await, node(&world).await);
    let (maya, mut tom) = (here.socket(world.maya).await, there.socket(world.tom).await);
    let call = start(&here, &maya, world.pair).await;
    assert_eq!(tom.expect("incoming_call").await["room"], call["room"]);
    assert_eq!(event(&here, &maya, room(&call), "ended", "any").await.0, 204);
    tom.expect("call_ended").await;
    assert!(calls::live_in(&world.store, world.pair).await.unwrap().is_none());
});

/// A conversation of Maya and Tom in a programme that is quiet for an hour, beginning in so many seconds.
pub(crate) async fn quiet_in(world: &World, seconds: i64) -> ChannelId {
    let from = world.store.clock.now().naive_utc() + chrono::Duration::seconds(seconds);
    let dated = vec![DatedPeriod { from, to: from + chrono::Duration::hours(1) }];
    let settings = Settings { blackout: Blackout { dated, ..Blackout::default() }, ..Settings::default() };
    let programme = programmes::put(&world.store, "quiet", "Quiet", "UTC", &settings).await.unwrap();
    let channel = channels::create(&world.store, Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(&world.store, channel, &[world.maya, world.tom]).await.unwrap();
    channel
}

both!(nobody_calls_in_a_quiet_time_and_nobody_comes_into_a_call, async |world| {
    allow_video(&world).await;
    // Sooner than a node is taken for dead.
    let channel = quiet_in(&world, 10).await;
    let node = node(&world).await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let call = start(&node, &maya, channel).await;
    maya.enter(&node, room(&call), "maya-1").await;
    tom.expect("incoming_call").await;
    node.store.clock.advance(Duration::from_secs(11));
    has_no_way_into(channel, &node, world.tom, room(&call), "blackout").await;
    // Who is in it may go on, also with another socket.
    drop(maya);
    let mut maya = node.socket(world.maya).await;
    assert!(maya.enter(&node, room(&call), "maya-1").await.is_empty());
    maya.say(json!({"command": "call_leave", "room": room(&call), "peer": "maya-1"})).await;
    maya.counts_in_call(0).await;
    has_no_way_into(channel, &node, world.maya, room(&call), "blackout").await;
});
