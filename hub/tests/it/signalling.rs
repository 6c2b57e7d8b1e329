//! Signalling of built-in calls, on one node and on two.

use std::time::Duration;

use serde_json::json;
use store::calls::{self, Joined};
use store::clock::Clock;
use test_kit::{both, shared};

use crate::call_helpers::{allow_video, consent, node, room, start};
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;

/// Starts a call between Maya on one node and Tom on the other.
async fn two(app: &TestApp, here: &Node, there: &Node) -> (Socket, Socket, String) {
    allow_video(app).await;
    let (mut maya, mut tom) = (here.socket(app.maya).await, there.socket(app.tom).await);
    let call = start(here, &maya, app.circle).await;
    let room = room(&call).to_owned();
    assert!(maya.join_call(here, &room, "maya-1").await.is_empty());
    assert_eq!(tom.join_call(there, &room, "tom-1").await, ["maya-1"]);
    maya.expect_peers(&["tom-1"]).await;
    (maya, tom, room)
}

async fn exchange_signals(maya: &mut Socket, tom: &mut Socket, room: &str) {
    let offer = json!({"description": {"type": "offer", "sdp": "v=0"}});
    maya.send_frame(json!({"command": "call_signal", "room": room, "to_peer": "tom-1", "data": offer})).await;
    let heard = tom.expect("call_signal").await;
    assert_eq!((&heard["from_peer"], &heard["data"], &heard["room"]), (&json!("maya-1"), &offer, &json!(room)));
    let candidate = json!({"candidate": {"candidate": "candidate:1", "sdpMid": "0"}});
    tom.send_frame(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": candidate})).await;
    assert_eq!(maya.expect("call_signal").await["data"], candidate);
    tom.send_frame(json!({"command": "call_state", "room": room, "peer": "tom-1", "microphone": true, "camera": true, "screen": false}))
        .await;
    let seen = maya.read_until(|frame| frame["peers"][0]["camera"] == true).await.pop().unwrap();
    let peer = &seen["peers"][0];
    assert_eq!((&peer["user_id"].is_string(), &peer["name"]), (&true, &json!("Tom Rivera")));
    assert_eq!((&peer["microphone"], &peer["screen"]), (&json!(true), &json!(false)));
}

both!(peers_exchange_signals, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, room) = two(&app, &node, &node).await;
    exchange_signals(&mut maya, &mut tom, &room).await;
    tom.send_frame(json!({"command": "call_leave", "room": room, "peer": "tom-1"})).await;
    maya.expect_peers(&[]).await;
    tom.send_frame(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}}))
        .await;
    tom.expect_error("call_unknown").await;
});

shared!(peers_on_two_nodes_exchange_signals, async |app| {
    let (here, there) = (node(&app).await, node(&app).await);
    let (mut maya, mut tom, room) = two(&app, &here, &there).await;
    exchange_signals(&mut maya, &mut tom, &room).await;
    tom.send_frame(json!({"command": "call_leave", "room": room, "peer": "tom-1"})).await;
    maya.expect_peers(&[]).await;
});

both!(exactly_one_of_two_peers_is_polite, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, room) = two(&app, &node, &node).await;
    let mut ana = node.socket(app.ana).await;
    ana.join_call(&node, &room, "ana-1").await;
    let polite = |frame: serde_json::Value, other: &str| {
        let peers = frame["peers"].as_array().unwrap().clone();
        peers.into_iter().find(|peer| peer["peer"] == other).unwrap()["polite"].as_bool().unwrap()
    };
    let of_maya = maya.expect_peers(&["tom-1", "ana-1"]).await;
    let of_tom = tom.expect_peers(&["maya-1", "ana-1"]).await;
    assert_ne!(polite(of_maya, "tom-1"), polite(of_tom, "maya-1"));
});

both!(call_join_requires_consent_answer, async |app| {
    allow_video(&app).await;
    let node = node(&app).await;
    let mut maya = node.socket(app.maya).await;
    let call = start(&node, &maya, app.pair).await;
    maya.send_frame(json!({"command": "call_join", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect_error("consent_first").await;
    consent(&node, &maya, room(&call), false).await;
    maya.send_frame(json!({"command": "call_join", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect("call_peers").await;
});

both!(call_is_full_with_four_people, async |app| {
    allow_video(&app).await;
    let mut people = vec![app.maya, app.tom, app.ana, app.sam];
    let lea = crate::call_helpers::add_mentee(&app, "Lea").await;
    people.push(lea);
    store::channels::join(&app.store, app.circle, &people).await.unwrap();
    let node = node(&app).await;
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(node.socket(*person).await);
    }
    let call = start(&node, &sockets[0], app.circle).await;
    for (number, socket) in sockets.iter_mut().enumerate().take(4) {
        assert_eq!(socket.join_call(&node, room(&call), &format!("tab-{number}")).await.len(), number);
    }
    let fifth = &mut sockets[4];
    consent(&node, fifth, room(&call), true).await;
    fifth.send_frame(json!({"command": "call_join", "room": room(&call), "peer": "tab-4"})).await;
    fifth.expect_error("call_full").await;
    sockets[0].send_frame(json!({"command": "call_leave", "room": room(&call), "peer": "tab-0"})).await;
    sockets[1].expect_peers(&["tab-2", "tab-3"]).await;
    assert_eq!(sockets[4].join_call(&node, room(&call), "tab-4").await, ["tab-1", "tab-2", "tab-3"]);
});

both!(second_tab_replaces_the_first, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, room) = two(&app, &node, &node).await;
    let mut phone = node.socket(app.tom).await;
    // The first list may predate the second tab; the next one does not.
    if phone.join_call(&node, &room, "tom-2").await != ["maya-1"] {
        phone.expect_peers(&["maya-1"]).await;
    }
    assert_eq!(tom.expect("call_ended").await["reason"], "moved");
    maya.expect_peers(&["tom-2"]).await;
    tom.send_frame(json!({"command": "call_leave", "room": room, "peer": "tom-2"})).await;
    tom.expect_error("call_unknown").await;
    // The peer name of another person is refused.
    let mut ana = node.socket(app.ana).await;
    consent(&node, &ana, &room, true).await;
    ana.send_frame(json!({"command": "call_join", "room": room, "peer": "maya-1"})).await;
    ana.expect_error("bad_frame").await;
});

both!(peer_returns_with_another_connection, async |app| {
    let node = node(&app).await;
    let (mut maya, tom, room) = two(&app, &node, &node).await;
    drop(tom);
    node.store.clock.advance(Duration::from_secs(5));
    let mut tom = node.socket(app.tom).await;
    assert_eq!(tom.join_call(&node, &room, "tom-1").await, ["maya-1"]);
    exchange_signals(&mut maya, &mut tom, &room).await;
    let everything = maya.received_so_far().await;
    assert!(everything.iter().all(|frame| frame["command"] != "call_peers" || frame["peers"][0]["peer"] == "tom-1"));
});

both!(disconnected_peer_is_removed_and_empty_call_ends, async |app| {
    let node = node(&app).await;
    let (mut maya, tom, room) = two(&app, &node, &node).await;
    let mut ana = node.socket(app.ana).await;
    tom.disconnect().await;
    node.store.clock.advance(Duration::from_secs(14));
    assert!(
        maya.received_so_far()
            .await
            .iter()
            .all(|frame| frame["command"] != "call_peers" || frame["peers"] != json!([]))
    );
    node.store.clock.advance(Duration::from_secs(1));
    maya.expect_peers(&[]).await;
    maya.send_frame(json!({"command": "call_leave", "room": room, "peer": "maya-1"})).await;
    ana.expect_participants(0).await;
    node.store.clock.advance(Duration::from_secs(119));
    // The empty call may be reported twice: by the leaving peer and by the sweep.
    assert!(ana.received_so_far().await.iter().all(|frame| frame["command"] != "call_ended"));
    node.store.clock.advance(Duration::from_secs(1));
    assert_eq!(ana.expect("call_ended").await["reason"], "everybody_left");
});

both!(peers_of_dead_node_are_removed, async |app| {
    let node = node(&app).await;
    let (mut maya, _tom, room) = two(&app, &node, &node).await;
    // The peer of a node that renewed it for the last time twenty seconds ago.
    let ago = node.store.clock.now() - chrono::Duration::seconds(20);
    let dead = app.store_at(Clock::manual(ago)).await;
    let call = calls::by_room(&dead, &room).await.unwrap().unwrap();
    assert_eq!(calls::join(&dead, &call, app.ana, "ana-1").await.unwrap(), Joined::In);
    maya.expect_peers(&["tom-1", "ana-1"]).await;
    node.store.clock.advance(Duration::from_secs(10));
    maya.expect_peers(&["tom-1"]).await;
});

both!(call_frames_are_validated_and_rate_limited, async |app| {
    let node = node(&app).await;
    let (mut maya, mut tom, room) = two(&app, &node, &node).await;
    let signal = |data| json!({"command": "call_signal", "room": room, "to_peer": "tom-1", "data": data});
    for wrong in [
        json!({"description": "x".repeat(64 * 1024)}),
        json!({"note": "meet me outside"}),
        json!({"description": {}, "candidate": {}}),
        json!({}),
        json!("text"),
    ] {
        maya.send_frame(signal(wrong)).await;
        maya.expect_error("bad_frame").await;
    }
    for peer in ["", "a b", &"x".repeat(65)] {
        maya.send_frame(json!({"command": "call_join", "room": room, "peer": peer})).await;
        maya.expect_error("bad_frame").await;
    }
    for _ in 0..400 {
        maya.send_frame(signal(json!({"candidate": null}))).await;
    }
    assert!(maya.expect_error("rate_limited").await["retry_after_ms"].is_u64());
    tom.expect("call_signal").await;
    maya.send_frame(json!({"command": "call_join", "room": "nowhere", "peer": "maya-1"})).await;
});
