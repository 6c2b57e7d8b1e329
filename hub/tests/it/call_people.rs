//! People who may call each other, and what they do in a call.

use std::time::Duration;

use hub::CallSettings;
use serde_json::{Value, json};
use store::clock::Clock;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Role};
use store::{ChannelId, PersonId};

use crate::node::Node;
use crate::socket::{Heard, Socket};
use crate::world::World;

/// A node that looks at its calls all the time, so that nobody waits for it.
pub(crate) async fn node(world: &World) -> Node {
    node_with(world, |_| ()).await
}

pub(crate) async fn node_with(world: &World, change: impl FnOnce(&mut CallSettings)) -> Node {
    let mut calls = CallSettings { look_every: Duration::from_millis(20), ..CallSettings::default() };
    change(&mut calls);
    world.node_calling(Clock::manual(world.store.clock.now()), calls).await
}

pub(crate) async fn allow_video(world: &World) {
    for person in [world.maya, world.tom, world.ana, world.sam] {
        set_video(world, person, Access::Use).await;
    }
}

pub(crate) async fn set_video(world: &World, person: PersonId, video: Access) {
    let overrides = Overrides { video: Some(video), ..Overrides::default() };
    people::set_overrides(&world.store, person, &overrides).await.unwrap();
}

pub(crate) async fn add_mentee(world: &World, name: &str) -> PersonId {
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Novak".to_owned(),
        role: Role::Mentee,
        programme_id: None,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let person = people::add(&world.store, &person).await.unwrap().unwrap();
    set_video(world, person, Access::Use).await;
    person
}

/// Calls, which must work; gives back the call.
pub(crate) async fn start(node: &Node, socket: &Socket, channel: ChannelId) -> Value {
    let (status, call) = node.post("/api/v2/video/room/", token(socket), &json!({"channel": channel})).await;
    assert!(status == 200 || status == 201, "{status} {call}");
    call
}

pub(crate) fn token(socket: &Socket) -> &str {
    socket.token.as_deref().unwrap()
}

pub(crate) fn room(call: &Value) -> &str {
    call["room"].as_str().unwrap()
}

pub(crate) async fn show(node: &Node, socket: &Socket, room: &str) -> Value {
    node.get_json(&format!("/api/v2/video/room/{room}/"), token(socket)).await
}

pub(crate) async fn consent(node: &Node, socket: &Socket, room: &str, consent: bool) -> Value {
    let path = format!("/api/v2/video/room/{room}/consent/");
    let (status, call) = node.post(&path, token(socket), &json!({"consent": consent, "language": "en"})).await;
    assert_eq!(status, 200, "{call}");
    call
}

/// Tells something of a call; gives back the status and the code of the error.
pub(crate) async fn event(node: &Node, socket: &Socket, room: &str, event: &str, tab: &str) -> (u16, Value) {
    let body = json!({"event": event, "jitsiParticipantId": tab, "timestamp": "2026-03-02T09:00:00Z"});
    let (status, answer) = node.post(&format!("/api/v2/video/room/{room}/event/"), token(socket), &body).await;
    (status, answer["code"].clone())
}

impl Socket {
    /// Enters a built-in call; gives back the names of the other tabs.
    pub(crate) async fn enter(&mut self, node: &Node, room: &str, peer: &str) -> Vec<String> {
        consent(node, self, room, true).await;
        self.say(json!({"command": "call_join", "room": room, "peer": peer})).await;
        let frame = self.expect("call_peers").await;
        names(&frame)
    }

    /// Waits until the call has exactly these other tabs.
    pub(crate) async fn sees(&mut self, others: &[&str]) -> Value {
        let mut others = others.to_vec();
        others.sort_unstable();
        let is_it = |frame: &Value| frame["command"] == "call_peers" && names(frame) == others;
        self.until(is_it).await.pop().unwrap()
    }

    /// Ends the socket, and waits until the hub has noticed.
    pub(crate) async fn hangs_up(mut self) {
        self.wire.close(None).await.unwrap();
        while !matches!(self.next().await, Heard::Closed(_)) {}
    }

    /// Waits until so many people are in a call.
    pub(crate) async fn counts_in_call(&mut self, people: usize) -> Value {
        let is_it = |frame: &Value| {
            frame["command"] == "call_changed" && frame["participants"].as_array().unwrap().len() == people
        };
        self.until(is_it).await.pop().unwrap()
    }
}

/// The other tabs, by name: those who came in the same moment are in no other order.
fn names(frame: &Value) -> Vec<String> {
    let peers = frame["peers"].as_array().unwrap().iter();
    let mut names: Vec<_> = peers.map(|peer| peer["peer"].as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}
