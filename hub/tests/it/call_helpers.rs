//! Helpers for calls.

use std::time::Duration;

use hub::CallSettings;
use serde_json::{Value, json};
use store::clock::Clock;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Role};
use store::{ChannelId, PersonId};

use crate::node::Node;
use crate::socket::{Received, Socket};
use crate::test_app::TestApp;

/// Starts a node that sweeps its calls continuously.
pub(crate) async fn node(app: &TestApp) -> Node {
    node_with(app, |_| ()).await
}

pub(crate) async fn node_with(app: &TestApp, change: impl FnOnce(&mut CallSettings)) -> Node {
    let mut calls = CallSettings { sweep_interval: Duration::from_millis(20), ..CallSettings::default() };
    change(&mut calls);
    app.node_calling(Clock::manual(app.store.clock.now()), calls).await
}

pub(crate) async fn allow_video(app: &TestApp) {
    for person in [app.maya, app.tom, app.ana, app.sam] {
        set_video(app, person, Access::Use).await;
    }
}

pub(crate) async fn set_video(app: &TestApp, person: PersonId, video: Access) {
    let overrides = Overrides { video: Some(video), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), person, &overrides).await.unwrap();
}

pub(crate) async fn add_mentee(app: &TestApp, name: &str) -> PersonId {
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Novak".to_owned(),
        role: Role::Mentee,
        programme_id: Some(app.programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let person = people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap();
    set_video(app, person, Access::Use).await;
    person
}

/// Starts a call.
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

/// Reports an event of a call over HTTP; returns the status and the error code.
pub(crate) async fn event(node: &Node, socket: &Socket, room: &str, event: &str, tab: &str) -> (u16, Value) {
    let body = json!({"event": event, "jitsiParticipantId": tab, "timestamp": "2026-03-02T09:00:00Z"});
    let (status, answer) = node.post(&format!("/api/v2/video/room/{room}/event/"), token(socket), &body).await;
    (status, answer["code"].clone())
}

impl Socket {
    /// Joins a built-in call; returns the names of the other peers.
    pub(crate) async fn join_call(&mut self, node: &Node, room: &str, peer: &str) -> Vec<String> {
        consent(node, self, room, true).await;
        self.send_frame(json!({"command": "call_join", "room": room, "peer": peer})).await;
        let frame = self.expect("call_peers").await;
        names(&frame)
    }

    /// Waits until the call has exactly these other peers.
    pub(crate) async fn expect_peers(&mut self, others: &[&str]) -> Value {
        let mut others = others.to_vec();
        others.sort_unstable();
        let matches = |frame: &Value| frame["command"] == "call_peers" && names(frame) == others;
        self.read_until(matches).await.pop().unwrap()
    }

    /// Disconnects, and waits until the hub has closed the connection.
    pub(crate) async fn disconnect(mut self) {
        self.wire.close(None).await.unwrap();
        while !matches!(self.next().await, Received::Closed(_)) {}
    }

    /// Waits until a call has this many participants.
    pub(crate) async fn expect_participants(&mut self, people: usize) -> Value {
        let matches = |frame: &Value| {
            frame["command"] == "call_changed" && frame["participants"].as_array().unwrap().len() == people
        };
        self.read_until(matches).await.pop().unwrap()
    }
}

/// Returns the names of the other peers, sorted: peers that joined at the same moment have no order.
fn names(frame: &Value) -> Vec<String> {
    let peers = frame["peers"].as_array().unwrap().iter();
    let mut names: Vec<_> = peers.map(|peer| peer["peer"].as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}
