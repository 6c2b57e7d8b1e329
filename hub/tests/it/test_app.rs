//! A fresh installation for one test, with its people.

use std::sync::Arc;
use std::time::Duration;

use hub::{CallSettings, EgressSettings, Limits, Rate, Settings};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::experiences::{Access, Experiences};
use store::messages::{Draft, Message};
use store::people::{self, NewPerson, Role};
use store::programmes;
use store::{BucketOptions, BusOptions, ChannelId, FileOptions, Options, PersonId, ProgrammeId, Store, administration};
use test_kit::Environment;

use crate::node::Node;
pub(crate) use test_kit::fresh_name;

/// As fast as they can.
const FAST: Rate = Rate::per_second(100_000).burst(100_000);

/// Lifetime of an access token.
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_secs(900);

/// Maya mentors Tom and Ana; Sam is staff and a member of none of their channels.
#[derive(Debug)]
pub(crate) struct TestApp {
    /// A store outside of the nodes.
    pub(crate) store: Arc<Store>,
    pub(crate) maya: PersonId,
    pub(crate) tom: PersonId,
    pub(crate) ana: PersonId,
    pub(crate) sam: PersonId,
    /// Maya and Tom.
    pub(crate) pair: ChannelId,
    /// Maya, Tom and Ana.
    pub(crate) circle: ChannelId,
    /// The programme of all; it grants chat with people.
    pub(crate) programme: ProgrammeId,
    environment: Environment,
}

impl TestApp {
    pub(crate) async fn open(environment: Environment) -> Self {
        let outside = Environment { bus: None, ..environment.clone() };
        let store = outside.open(Clock::system()).await;
        let programme = add_programme(&store).await;
        let [maya, tom, ana, sam] = add_people(&store, programme).await;
        let channel = async |kind, name, members: &[PersonId]| {
            let channel = channels::create(&store, kind, name, None).await.unwrap();
            channels::join(&store, channel, members).await.unwrap();
            channel
        };
        let pair = channel(Kind::Direct, "", &[maya, tom]).await;
        let circle = channel(Kind::Group, "Tuesday circle", &[maya, tom, ana]).await;
        Self { store, maya, tom, ana, sam, pair, circle, programme, environment }
    }

    /// Uses another bus.
    pub(crate) fn with_bus(mut self, url: String) -> Self {
        self.environment.bus = Some(BusOptions { url, topic: fresh_name() });
        self
    }

    /// Starts a node without rate limits.
    pub(crate) async fn node(&self) -> Node {
        self.node_with(|_| ()).await
    }

    pub(crate) async fn node_with(&self, change: impl FnOnce(&mut Limits)) -> Node {
        self.node_at(Clock::system(), change).await
    }

    /// Starts a node with a manual clock.
    pub(crate) async fn frozen_node(&self) -> Node {
        self.node_at(Clock::manual(self.store.clock.now()), |_| ()).await
    }

    /// A node that asks other servers in another way.
    pub(crate) async fn node_outside(&self, clock: Clock, outside: EgressSettings) -> Node {
        Node::start(self.environment.open(clock).await, Settings { egress: outside, ..Settings::default() })
    }

    /// Starts a node with these call settings.
    pub(crate) async fn node_calling(&self, clock: Clock, calls: CallSettings) -> Node {
        let limits = Limits { sends: FAST, ..Limits::default() };
        Node::start(self.environment.open(clock).await, Settings { limits, calls, ..Settings::default() })
    }

    /// Opens the store of a process without a hub.
    pub(crate) async fn store_at(&self, clock: Clock) -> Arc<Store> {
        self.environment.open(clock).await
    }

    pub(crate) async fn node_at(&self, clock: Clock, change: impl FnOnce(&mut Limits)) -> Node {
        let mut limits = Limits { sends: FAST, uploads: FAST, ..Limits::default() };
        change(&mut limits);
        let store = self.environment.open(clock).await;
        Node::start(store, limits)
    }

    /// Starts a node that stores files in a bucket.
    pub(crate) async fn node_with_bucket(&self, bucket: BucketOptions) -> Node {
        let options = Options { files: FileOptions::Bucket(bucket), ..self.environment.options() };
        let store = Store::open(options, Clock::system()).await.unwrap();
        Node::start(store, Limits { sends: FAST, uploads: FAST, ..Limits::default() })
    }

    /// Stores messages without publishing them to the nodes.
    pub(crate) async fn history(&self, channel: ChannelId, sender: PersonId, count: usize) -> Vec<Message> {
        let written =
            (0..count).map(|number| self.store.writer.append(draft(channel, sender, &format!("no. {number}"))));
        let receipts = futures_util::future::join_all(written).await;
        receipts.into_iter().map(|receipt| Arc::unwrap_or_clone(receipt.unwrap().message)).collect()
    }

    /// Returns the folder of uploaded files.
    pub(crate) fn files(&self) -> std::path::PathBuf {
        self.environment.files.clone()
    }

    /// Returns the stored messages of a channel, oldest first.
    pub(crate) async fn stored(&self, channel: ChannelId) -> Vec<Message> {
        store::messages::between(&self.store, channel, 0, i64::MAX).await.unwrap()
    }
}

async fn add_programme(store: &Store) -> ProgrammeId {
    let chatting = Experiences { chattype: Access::Use, mentorship_chat: Access::Use, ..Experiences::default() };
    let experiences = [Role::Mentor, Role::Mentee, Role::Staff].map(|role| (role, chatting.clone())).into();
    let settings = programmes::Settings { experiences, ..Default::default() };
    administration::put_programme(store, &test_kit::operator(), "lakeside", "Lakeside", "UTC", &settings).await.unwrap()
}

async fn add_people(store: &Store, programme: ProgrammeId) -> [PersonId; 4] {
    let mut ids = Vec::new();
    let names = [
        ("Maya", "Okafor", Role::Mentor),
        ("Tom", "Rivera", Role::Mentee),
        ("Ana", "Silva", Role::Mentee),
        ("Sam", "Whitfield", Role::Staff),
    ];
    for (first, last, role) in names {
        ids.push(add_person(store, first, last, role, programme).await);
    }
    test_kit::grant_all_roles(store, ids[3], Some(programme)).await;
    ids.try_into().unwrap()
}

pub(crate) async fn add_person(
    store: &Store,
    first_name: &str,
    last_name: &str,
    role: Role,
    programme: ProgrammeId,
) -> PersonId {
    let person = NewPerson {
        email: format!("{first_name}@example.org"),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        role,
        programme_id: Some(programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap()
}

/// Returns a message with a unique client id.
pub(crate) fn draft(channel: ChannelId, sender: PersonId, body: &str) -> Draft {
    Draft::text(channel, sender, fresh_name(), body)
}
