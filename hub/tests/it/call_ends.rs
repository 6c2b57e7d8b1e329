//! The end of calls, the next call in the same room, and what the invitation says about both.

use std::time::Duration;

use serde_json::{Value, json};
use store::ChannelId;
use test_kit::{both, shared};

use crate::call_helpers::{allow_video, consent, event, node, room, show, start, token};
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;

/// Maya and Tom in a call of this channel.
async fn two(app: &TestApp, here: &Node, there: &Node, channel: ChannelId) -> (Socket, Socket, Value) {
    allow_video(app).await;
    let (mut maya, mut tom) = (here.socket(app.maya).await, there.socket(app.tom).await);
    maya.join(channel).await;
    let call = start(here, &maya, channel).await;
    maya.join_call(here, room(&call), "maya-1").await;
    tom.join_call(there, room(&call), "tom-1").await;
    maya.expect_peers(&["tom-1"]).await;
    (maya, tom, call)
}

/// Waits for the end of a call, and for its outcome in the invitation; they arrive in any order.
async fn expect_end(socket: &mut Socket) -> (Value, Value) {
    let (mut ended, mut outcome) = (None, None);
    while ended.is_none() || outcome.is_none() {
        let is_one = |frame: &Value| frame["command"] == "call_ended" || frame["command"] == "message_changed";
        let frame = socket.read_until(is_one).await.pop().unwrap();
        match frame["command"] == "call_ended" {
            true => ended = Some(frame),
            false => outcome = serde_json::from_str(frame["message"].as_str().unwrap()).unwrap(),
        }
    }
    (ended.unwrap(), outcome.unwrap())
}

async fn leave(socket: &mut Socket, call: &Value, peer: &str) {
    socket.send_frame(json!({"command": "call_leave", "room": call["room"], "peer": peer})).await;
}

shared!(departure_ends_the_call_on_another_node, async |app| {
    let (here, there) = (node(&app).await, node(&app).await);
    let (mut maya, mut tom, call) = two(&app, &here, &there, app.pair).await;
    leave(&mut tom, &call, "tom-1").await;
    let (ended, _) = expect_end(&mut maya).await;
    assert_eq!((&ended["reason"], &ended["by_user_id"]), (&json!("other_left"), &json!(app.tom)));
});

both!(departure_of_one_of_two_ends_the_call, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, call) = two(&app, &node, &node, app.pair).await;
    node.store.clock.advance(Duration::from_secs(20));
    leave(&mut tom, &call, "tom-1").await;
    let (ended, outcome) = expect_end(&mut maya).await;
    assert_eq!((&ended["reason"], &ended["by_user_id"]), (&json!("other_left"), &json!(app.tom)));
    assert_eq!((&ended["room"], &ended["call_id"]), (&call["room"], &call["roomId"]));
    assert_eq!((&outcome["outcome"], &outcome["call"]), (&json!("ended"), &call["roomId"]));
    assert!(outcome["seconds"].as_i64().unwrap() >= 20, "{outcome}");
    maya.send_frame(json!({"command": "call_join", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect_error("call_unknown").await;
});

both!(departure_from_group_keeps_the_call, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, call) = two(&app, &node, &node, app.circle).await;
    assert_eq!(call["isGroup"], true);
    leave(&mut tom, &call, "tom-1").await;
    maya.expect_peers(&[]).await;
    assert_eq!(show(&node, &maya, room(&call)).await["endedAt"], Value::Null);
});

both!(unanswered_call_ends_after_45_seconds, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    maya.join(app.pair).await;
    let call = start(&node, &maya, app.pair).await;
    tom.expect("incoming_call").await;
    node.store.clock.advance(Duration::from_secs(45));
    let (ended, outcome) = expect_end(&mut maya).await;
    assert_eq!((&ended["reason"], &outcome["outcome"]), (&json!("no_answer"), &json!("missed")));
    assert_eq!(tom.expect("call_ended").await["call_id"], call["roomId"]);
    // The caller calls again: the same room rings once more, with another invitation.
    let again = start(&node, &maya, app.pair).await;
    assert_eq!((&again["room"], again["roomId"] == call["roomId"]), (&call["room"], false));
    let ring = tom.expect("incoming_call").await;
    assert_eq!((&ring["room"], &ring["call_id"]), (&call["room"], &again["roomId"]));
    assert_eq!(app.stored(app.pair).await.len(), 2);
});

both!(accepted_call_waits_for_the_person, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let (mut maya, tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let call = start(&node, &maya, app.pair).await;
    assert_eq!(event(&node, &tom, room(&call), "accepted", "any").await.0, 204);
    assert_eq!(maya.expect("call_changed").await["accepted"], json!([app.tom]));
    node.store.clock.advance(Duration::from_secs(60));
    consent(&node, &tom, room(&call), true).await;
    assert_eq!(show(&node, &maya, room(&call)).await["endedAt"], Value::Null);
});

both!(ended_call_is_entered_again_through_its_invitation, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, call) = two(&app, &node, &node, app.pair).await;
    leave(&mut tom, &call, "tom-1").await;
    expect_end(&mut maya).await;
    let path = format!("/api/v2/video/room/{}/consent/", room(&call));
    let answer = json!({"consent": true, "language": "en"});
    let (status, error) = node.post(&path, token(&tom), &answer).await;
    assert_eq!((status, &error["code"]), (409, &json!("call_over")), "only on purpose");

    node.store.clock.advance(Duration::from_secs(2 * 3600));
    let (maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let before = show(&node, &maya, room(&call)).await;
    assert!(before["endedAt"].is_string() && before["openUntil"].is_string());
    let reopen = json!({"consent": true, "language": "en", "reopen": true});
    let (status, again) = node.post(&path, token(&tom), &reopen).await;
    assert_eq!(status, 200, "{again}");
    assert_eq!((&again["room"], &again["endedAt"], &again["ringsUntil"]), (&call["room"], &Value::Null, &Value::Null));
    assert_ne!(again["roomId"], call["roomId"]);
    tom.send_frame(json!({"command": "call_join", "room": room(&call), "peer": "tom-2"})).await;
    tom.expect("call_peers").await;
    let live = show(&node, &maya, room(&call)).await;
    assert_eq!((&live["roomId"], &live["consent"]), (&again["roomId"], &Value::Null), "each call asks anew");
    assert_eq!(app.stored(app.pair).await.len(), 1, "no second invitation");
    leave(&mut tom, &call, "tom-2").await;
    assert_eq!(event(&node, &tom, room(&call), "ended", "tom-2").await.0, 204);
});

both!(invitation_expires_after_three_hours, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let maya = node.socket(app.maya).await;
    let call = start(&node, &maya, app.pair).await;
    assert_eq!(event(&node, &maya, room(&call), "ended", "any").await.0, 204);
    node.store.clock.advance(Duration::from_secs(3 * 3600));
    let maya = node.socket(app.maya).await;
    let path = format!("/api/v2/video/room/{}/consent/", room(&call));
    let (status, error) = node.post(&path, token(&maya), &json!({"consent": true, "reopen": true})).await;
    assert_eq!((status, &error["code"]), (410, &json!("link_expired")));
    assert_ne!(start(&node, &maya, app.pair).await["room"], call["room"]);
});
