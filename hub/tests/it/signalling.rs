//! Built-in calls: tabs are introduced to each other, whatever node they are on.

use std::time::Duration;

use serde_json::json;
use store::calls::{self, Joined};
use store::clock::Clock;
use test_kit::{both, shared};

use crate::call_people::{allow_video, consent, node, room, start};
use crate::node::Node;
use crate::socket::Socket;
use crate::world::World;

/// Maya here and Tom there are in a call.
async fn two(world: &World, here: &Node, there: &Node) -> (Socket, Socket, String) {
    allow_video(world).await;
    let (mut maya, mut tom) = (here.socket(world.maya).await, there.socket(world.tom).await);
    let call = start(here, &maya, world.circle).await;
    let room = room(&call).to_owned();
    assert!(maya.enter(here, &room, "maya-1").await.is_empty());
    assert_eq!(tom.enter(there, &room, "tom-1").await, ["maya-1"]);
    maya.sees(&["tom-1"]).await;
    (maya, tom, room)
}

async fn they_talk(maya: &mut Socket, tom: &mut Socket, room: &str) {
    let offer = json!({"description": {"type": "offer", "sdp": "v=0"}});
    maya.say(json!({"command": "call_signal", "room": room, "to_peer": "tom-1", "data": offer})).await;
    let heard = tom.expect("call_signal").await;
    assert_eq!((&heard["from_peer"], &heard["data"], &heard["room"]), (&json!("maya-1"), &offer, &json!(room)));
    let candidate = json!({"candidate": {"candidate": "candidate:1", "sdpMid": "0"}});
    tom.say(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": candidate})).await;
    assert_eq!(maya.expect("call_signal").await["data"], candidate);
    tom.say(json!({"command": "call_state", "room": room, "peer": "tom-1", "microphone": true, "camera": true, "screen": false}))
        .await;
    let seen = maya.until(|frame| frame["peers"][0]["camera"] == true).await.pop().unwrap();
    let peer = &seen["peers"][0];
    assert_eq!((&peer["user_id"].is_string(), &peer["name"]), (&true, &json!("Tom Rivera")));
    assert_eq!((&peer["microphone"], &peer["screen"]), (&json!(true), &json!(false)));
}

both!(tabs_of_a_call_reach_each_other, async |world| {
    let node = node(&world).await;
    let (mut maya, mut tom, room) = two(&world, &node, &node).await;
    they_talk(&mut maya, &mut tom, &room).await;
    tom.say(json!({"command": "call_leave", "room": room, "peer": "tom-1"})).await;
    maya.sees(&[]).await;
    tom.say(json!({"command": "call_signal", "room": room, "to_peer": "maya-1", "data": {"candidate": null}})).await;
    tom.expect_error("call_unknown").await;
});

shared!(tabs_on_two_nodes_reach_each_other, async |world| {
    let (here, there) = (node(&world).await, node(&world).await);
    let (mut maya, mut tom, room) = two(&world, &here, &there).await;
    they_talk(&mut maya, &mut tom, &room).await;
    tom.say(json!({"command": "call_leave", "room": room, "peer": "tom-1"})).await;
    maya.sees(&[]).await;
});

both!(one_of_two_gives_way, async |world| {
    let node = node(&world).await;
    let (mut maya, mut tom, room) = two(&world, &node, &node).await;
    let mut ana = node.socket(world.ana).await;
    ana.enter(&node, &room, "ana-1").await;
    let polite = |frame: serde_json::Value, other: &str| {
        let peers = frame["peers"].as_array().unwrap().clone();
        peers.into_iter().find(|peer| peer["peer"] == other).unwrap()["polite"].as_bool().unwrap()
    };
    let of_maya = maya.sees(&["tom-1", "ana-1"]).await;
    let of_tom = tom.sees(&["maya-1", "ana-1"]).await;
    assert_ne!(polite(of_maya, "tom-1"), polite(of_tom, "maya-1"));
});

both!(nobody_comes_in_before_they_answered, async |world| {
    allow_video(&world).await;
    let node = node(&world).await;
    let mut maya = node.socket(world.maya).await;
    let call = start(&node, &maya, world.pair).await;
    maya.say(json!({"command": "call_join", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect_error("consent_first").await;
    consent(&node, &maya, room(&call), false).await;
    maya.say(json!({"command": "call_join", "room": room(&call), "peer": "maya-1"})).await;
    maya.expect("call_peers").await;
});

both!(a_call_takes_four, async |world| {
    allow_video(&world).await;
    let mut people = vec![world.maya, world.tom, world.ana, world.sam];
    let lea = crate::call_people::add_mentee(&world, "Lea").await;
    people.push(lea);
    store::channels::join(&world.store, world.circle, &people).await.unwrap();
    let node = node(&world).await;
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(node.socket(*person).await);
    }
    let call = start(&node, &sockets[0], world.circle).await;
    for (number, socket) in sockets.iter_mut().enumerate().take(4) {
        assert_eq!(socket.enter(&node, room(&call), &format!("tab-{number}")).await.len(), number);
    }
    let fifth = &mut sockets[4];
    consent(&node, fifth, room(&call), true).await;
    fifth.say(json!({"command": "call_join", "room": room(&call), "peer": "tab-4"})).await;
    fifth.expect_error("call_full").await;
    sockets[0].say(json!({"command": "call_leave", "room": room(&call), "peer": "tab-0"})).await;
    sockets[1].sees(&["tab-2", "tab-3"]).await;
    assert_eq!(sockets[4].enter(&node, room(&call), "tab-4").await, ["tab-1", "tab-2", "tab-3"]);
});

both!(a_second_tab_takes_the_place_of_the_first, async |world| {
    let node = node(&world).await;
    let (mut maya, mut tom, room) = two(&world, &node, &node).await;
    let mut phone = node.socket(world.tom).await;
    // The first answer may be from the moment before; the next one is not.
    if phone.enter(&node, &room, "tom-2").await != ["maya-1"] {
        phone.sees(&["maya-1"]).await;
    }
    assert_eq!(tom.expect("call_ended").await["reason"], "moved");
    maya.sees(&["tom-2"]).await;
    tom.say(json!({"command": "call_leave", "room": room, "peer": "tom-2"})).await;
    tom.expect_error("call_unknown").await;
    // Nobody takes the name of somebody else's tab.
    let mut ana = node.socket(world.ana).await;
    consent(&node, &ana, &room, true).await;
    ana.say(json!({"command": "call_join", "room": room, "peer": "maya-1"})).await;
    ana.expect_error("bad_frame").await;
});

both!(a_tab_comes_back_with_another_socket, async |world| {
    let node = node(&world).await;
    let (mut maya, tom, room) = two(&world, &node, &node).await;
    drop(tom);
    node.store.clock.advance(Duration::from_secs(5));
    let mut tom = node.socket(world.tom).await;
    assert_eq!(tom.enter(&node, &room, "tom-1").await, ["maya-1"]);
    they_talk(&mut maya, &mut tom, &room).await;
    let everything = maya.so_far().await;
    assert!(everything.iter().all(|frame| frame["command"] != "call_peers" || frame["peers"][0]["peer"] == "tom-1"));
});

both!(a_tab_that_stays_away_is_gone_and_an_empty_call_is_over, async |world| {
    let node = node(&world).await;
    let (mut maya, tom, room) = two(&world, &node, &node).await;
    let mut ana = node.socket(world.ana).await;
    tom.hangs_up().await;
    node.store.clock.advance(Duration::from_secs(14));
    assert!(maya.so_far().await.iter().all(|frame| frame["command"] != "call_peers" || frame["peers"] != json!([])));
    node.store.clock.advance(Duration::from_secs(1));
    maya.sees(&[]).await;
    maya.say(json!({"command": "call_leave", "room": room, "peer": "maya-1"})).await;
    ana.counts_in_call(0).await;
    node.store.clock.advance(Duration::from_secs(119));
    // That the call is empty may be said twice: by the tab that left, and by the sweep.
    assert!(ana.so_far().await.iter().all(|frame| frame["command"] != "call_ended"));
    node.store.clock.advance(Duration::from_secs(1));
    assert_eq!(ana.expect("call_ended").await["reason"], "everybody_left");
});

both!(the_tabs_of_a_node_that_died_are_gone, async |world| {
    let node = node(&world).await;
    let (mut maya, _tom, room) = two(&world, &node, &node).await;
    // In the name of a node that said it for the last time twenty seconds ago.
    let ago = node.store.clock.now() - chrono::Duration::seconds(20);
    let dead = world.store_at(Clock::manual(ago)).await;
    let call = calls::by_room(&dead, &room).await.unwrap().unwrap();
    assert_eq!(calls::join(&dead, &call, world.ana, "ana-1").await.unwrap(), Joined::In);
    maya.sees(&["tom-1", "ana-1"]).await;
    node.store.clock.advance(Duration::from_secs(10));
    maya.sees(&["tom-1"]).await;
});

both!(what_is_said_in_calls_is_bounded, async |world| {
    let node = node(&world).await;
    let (mut maya, mut tom, room) = two(&world, &node, &node).await;
    let signal = |data| json!({"command": "call_signal", "room": room, "to_peer": "tom-1", "data": data});
    for wrong in [
        json!({"description": "x".repeat(64 * 1024)}),
        json!({"note": "meet me outside"}),
        json!({"description": {}, "candidate": {}}),
        json!({}),
        json!("text"),
    ] {
        maya.say(signal(wrong)).await;
        maya.expect_error("bad_frame").await;
    }
    for peer in ["", "a b", &"x".repeat(65)] {
        maya.say(json!({"command": "call_join", "room": room, "peer": peer})).await;
        maya.expect_error("bad_frame").await;
    }
    for _ in 0..400 {
        maya.say(signal(json!({"candidate": null}))).await;
    }
    assert!(maya.expect_error("rate_limited").await["retry_after_ms"].is_u64());
    tom.expect("call_signal").await;
    maya.say(json!({"command": "call_join", "room": "nowhere", "peer": "maya-1"})).await;
});
