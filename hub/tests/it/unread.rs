//! Unread counts against an oracle that counts one by one.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use store::{ChannelId, MessageId, PersonId};

use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;
use test_kit::both;

/// An action of a device. Device 0 is Maya's, 1 and 2 are Tom's.
#[derive(Clone, Debug)]
enum Step {
    Join(usize, usize),
    Leave(usize, usize),
    Send(usize, usize, bool),
    /// Reads up to a message, counted from the newest one.
    See(usize, usize, usize),
    Reconnect(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let (device, channel) = (0_usize..3, 0_usize..2);
    prop_oneof![
        2 => (device.clone(), channel.clone()).prop_map(|(d, c)| Step::Join(d, c)),
        1 => (device.clone(), channel.clone()).prop_map(|(d, c)| Step::Leave(d, c)),
        6 => (device.clone(), channel.clone(), any::<bool>()).prop_map(|(d, c, tags)| Step::Send(d, c, tags)),
        3 => (device.clone(), channel, 0_usize..6).prop_map(|(d, c, back)| Step::See(d, c, back)),
        1 => device.prop_map(Step::Reconnect),
    ]
}

/// The reference model: all messages and read positions, counted directly.
#[derive(Default)]
struct Oracle {
    said: HashMap<ChannelId, Vec<(MessageId, PersonId, bool)>>,
    read: HashMap<(ChannelId, PersonId), usize>,
}

impl Oracle {
    fn counts(&self, channel: ChannelId, person: PersonId) -> (i64, bool) {
        let read = self.read.get(&(channel, person)).copied().unwrap_or(0);
        let unseen = self.said.get(&channel).map(|all| &all[read..]).unwrap_or_default();
        let others = unseen.iter().filter(|(_, sender, _)| *sender != person);
        (i64::try_from(others.clone().count()).unwrap(), others.into_iter().any(|(_, _, tags)| *tags))
    }
}

struct Play<'w> {
    node: &'w Node,
    app: &'w TestApp,
    devices: Vec<(PersonId, Socket)>,
    oracle: Oracle,
}

impl Play<'_> {
    fn channel(&self, number: usize) -> ChannelId {
        [self.app.pair, self.app.circle][number]
    }

    async fn act(&mut self, step: Step) {
        match step {
            Step::Join(device, channel) => {
                let channel = self.channel(channel);
                let (person, socket) = &mut self.devices[device];
                let joined = socket.join(channel).await;
                assert_eq!(joined["unread"], self.oracle.counts(channel, *person).0);
            }
            Step::Leave(device, channel) => {
                let channel = self.channel(channel);
                self.devices[device].1.send_frame(json!({"command": "leave", "channel": channel})).await;
            }
            Step::Send(device, channel, tags) => {
                let channel = self.channel(channel);
                let (person, socket) = &mut self.devices[device];
                let other = if *person == self.app.maya { self.app.tom } else { self.app.maya };
                let text = if tags { format!("@[You]({other})") } else { "hi".to_owned() };
                let temp_id = socket.send(channel, &text).await;
                let heard = socket.read_until(|frame| frame["temp_id"] == temp_id).await;
                let id = heard.last().unwrap()["msg_id"].as_str().unwrap().parse().unwrap();
                self.oracle.said.entry(channel).or_default().push((id, *person, tags));
            }
            Step::See(device, channel, back) => {
                let channel = self.channel(channel);
                let (person, socket) = &mut self.devices[device];
                let all = self.oracle.said.entry(channel).or_default();
                let Some(index) = all.len().checked_sub(back + 1) else { return };
                socket.send_frame(json!({"command": "message_seen", "channel": channel, "msg_id": all[index].0})).await;
                let read = self.oracle.read.entry((channel, *person)).or_default();
                *read = (*read).max(index + 1);
            }
            Step::Reconnect(device) => {
                let person = self.devices[device].0;
                let socket = self.node.socket(person).await;
                // The old connection writes its pending read position.
                let (_, mut old) = std::mem::replace(&mut self.devices[device], (person, socket));
                old.send_frame(json!({"command": "unread_message"})).await;
                old.expect("unread_message").await;
            }
        }
    }

    /// In the first round all devices write their pending read positions; in the second, their counts must be right.
    async fn compare(&mut self) {
        for round in 0..2 {
            for (person, socket) in &mut self.devices {
                socket.received_so_far().await;
                socket.send_frame(json!({"command": "unread_message"})).await;
                let all =
                    |frame: &serde_json::Value| frame["unread_messages"].as_object().is_some_and(|m| m.len() == 2);
                let answer = socket.read_until(all).await.pop().unwrap();
                for channel in [self.app.pair, self.app.circle] {
                    let told = &answer["unread_messages"][channel.to_string()];
                    let (count, is_tagged) = self.oracle.counts(channel, *person);
                    if round == 1 {
                        assert_eq!(*told, json!({"count": count, "data": {"is_tagged": is_tagged}}));
                    }
                }
            }
        }
    }
}

both!(unread_counts_match_reference_model, async |app| {
    let node = app.node().await;
    let mut runner = TestRunner::deterministic();
    let mut play = Play { node: &node, app: &app, devices: Vec::new(), oracle: Oracle::default() };
    for person in [app.maya, app.tom, app.tom] {
        play.devices.push((person, node.socket(person).await));
    }
    // One long story instead of many short ones: what drifts, drifts further.
    for number in 0..24 {
        let steps = vec(step(), 1..6).new_tree(&mut runner).unwrap().current();
        for step in &steps {
            play.act(step.clone()).await;
        }
        eprintln!("{number}: {steps:?}");
        play.compare().await;
    }
});

both!(unread_counts_reach_connections_without_open_channel, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom, mut phone) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.tom).await);
    phone.join(app.pair).await;
    for count in 1..=5 {
        maya.send(app.pair, "one more").await;
        assert_eq!(tom.expect_count(app.pair).await, (count, false));
        phone.expect("new_message").await;
    }
    maya.send(app.pair, &format!("@[Tom Rivera]({})", app.tom)).await;
    assert_eq!(tom.expect_count(app.pair).await, (6, true));
    // Own messages do not count, on no device.
    phone.send(app.pair, "I am here").await;
    assert_eq!(tom.expect_count(app.pair).await, (6, true));
    let key = app.pair.to_string();
    for frame in maya.read_until(|frame| frame["unread_messages"][&key]["count"] == 1).await {
        assert!(frame["unread_messages"][&key]["count"].as_i64().is_none_or(|count| count <= 1), "{frame}");
    }
    phone.send_frame(json!({"command": "message_seen", "channel": app.pair})).await;
    assert_eq!(tom.expect_count(app.pair).await, (0, false));
});

both!(mentions_count_for_active_members_only, async |app| {
    let node = app.node().await;
    let (mut maya, mut sam) = (node.socket(app.maya).await, node.socket(app.sam).await);
    let mut tom = node.socket(app.tom).await;
    maya.send(app.circle, &format!("@[Sam]({}) @[Maya]({})", app.sam, app.maya)).await;
    maya.expect("new_message").await;
    assert_eq!(tom.expect_count(app.circle).await, (1, false));
    sam.expect_silence().await;
});
