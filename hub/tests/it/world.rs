//! A fresh installation for one test, and the people who live in it.

use std::sync::Arc;
use std::time::Duration;

use hub::{CallSettings, Limits, Outside, Rate, Settings};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::messages::{Draft, Message};
use store::people::{self, NewPerson, Role};
use store::{BucketOptions, BusOptions, ChannelId, FileOptions, Options, PersonId, Store};
use test_kit::Place;

use crate::node::Node;
pub(crate) use test_kit::fresh_name;

/// As fast as they can.
const FAST: Rate = Rate { per_second: 100_000, burst: 100_000 };

/// How long an access token is good.
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_secs(900);

/// Maya mentors Tom and Ana; Sam runs the programme and is in none of their channels.
#[derive(Debug)]
pub(crate) struct World {
    /// The installation as seen from outside of the nodes.
    pub(crate) store: Arc<Store>,
    pub(crate) maya: PersonId,
    pub(crate) tom: PersonId,
    pub(crate) ana: PersonId,
    pub(crate) sam: PersonId,
    /// Maya and Tom.
    pub(crate) pair: ChannelId,
    /// Maya, Tom and Ana.
    pub(crate) circle: ChannelId,
    place: Place,
}

impl World {
    pub(crate) async fn open(place: Place) -> Self {
        let outside = Place { bus: None, ..place.clone() };
        let store = outside.open(Clock::system()).await;
        let [maya, tom, ana, sam] = add_people(&store).await;
        let channel = async |kind, name, members: &[PersonId]| {
            let channel = channels::create(&store, kind, name, None).await.unwrap();
            channels::join(&store, channel, members).await.unwrap();
            channel
        };
        let pair = channel(Kind::Direct, "", &[maya, tom]).await;
        let circle = channel(Kind::Group, "Tuesday circle", &[maya, tom, ana]).await;
        Self { store, maya, tom, ana, sam, pair, circle, place }
    }

    /// The same installation with another bus.
    pub(crate) fn with_bus(mut self, url: String) -> Self {
        self.place.bus = Some(BusOptions { url, topic: fresh_name() });
        self
    }

    /// A node that lets people talk as fast as they can.
    pub(crate) async fn node(&self) -> Node {
        self.node_with(|_| ()).await
    }

    pub(crate) async fn node_with(&self, change: impl FnOnce(&mut Limits)) -> Node {
        self.node_at(Clock::system(), change).await
    }

    /// A node whose clock stands still until the test moves it.
    pub(crate) async fn frozen_node(&self) -> Node {
        self.node_at(Clock::manual(self.store.clock.now()), |_| ()).await
    }

    /// A node that asks other servers in another way.
    pub(crate) async fn node_outside(&self, clock: Clock, outside: Outside) -> Node {
        Node::start(self.place.open(clock).await, Settings { outside, ..Settings::default() })
    }

    /// A node whose people call each other in another way.
    pub(crate) async fn node_calling(&self, clock: Clock, calls: CallSettings) -> Node {
        let limits = Limits { sends: FAST, ..Limits::default() };
        Node::start(self.place.open(clock).await, Settings { limits, calls, ..Settings::default() })
    }

    /// The store of a process in which no hub runs.
    pub(crate) async fn store_at(&self, clock: Clock) -> Arc<Store> {
        self.place.open(clock).await
    }

    pub(crate) async fn node_at(&self, clock: Clock, change: impl FnOnce(&mut Limits)) -> Node {
        let mut limits = Limits { sends: FAST, uploads: FAST, ..Limits::default() };
        change(&mut limits);
        let store = self.place.open(clock).await;
        Node::start(store, limits)
    }

    /// A node that keeps its files in a bucket.
    pub(crate) async fn node_with_bucket(&self, bucket: BucketOptions) -> Node {
        let options = Options { files: FileOptions::Bucket(bucket), ..self.place.options() };
        let store = Store::open(options, Clock::system()).await.unwrap();
        Node::start(store, Limits { sends: FAST, uploads: FAST, ..Limits::default() })
    }

    /// Writes messages past all nodes, as if before their time.
    pub(crate) async fn history(&self, channel: ChannelId, sender: PersonId, count: usize) -> Vec<Message> {
        let written =
            (0..count).map(|number| self.store.writer.append(draft(channel, sender, &format!("no. {number}"))));
        let receipts = futures_util::future::join_all(written).await;
        receipts.into_iter().map(|receipt| receipt.unwrap().message).collect()
    }

    /// The folder of sent files.
    pub(crate) fn files(&self) -> std::path::PathBuf {
        self.place.files.clone()
    }

    /// What is stored of a channel, oldest first.
    pub(crate) async fn stored(&self, channel: ChannelId) -> Vec<Message> {
        store::messages::between(&self.store, channel, 0, i64::MAX).await.unwrap()
    }
}

async fn add_people(store: &Store) -> [PersonId; 4] {
    let mut ids = Vec::new();
    let names = [
        ("Maya", "Okafor", Role::Mentor),
        ("Tom", "Rivera", Role::Mentee),
        ("Ana", "Silva", Role::Mentee),
        ("Sam", "Whitfield", Role::Staff),
    ];
    for (first, last, role) in names {
        let person = NewPerson {
            email: format!("{first}@example.org"),
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            role,
            programme_id: None,
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: None,
        };
        ids.push(people::add(store, &person).await.unwrap().unwrap());
    }
    ids.try_into().unwrap()
}

/// A message under a name that nobody used before.
pub(crate) fn draft(channel: ChannelId, sender: PersonId, body: &str) -> Draft {
    Draft::text(channel, sender, fresh_name(), body)
}
