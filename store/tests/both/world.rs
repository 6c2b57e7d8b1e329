//! A fresh installation for one test, and the people who live in it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use store::bus::{Event, Listener, Signal};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::messages::{Draft, Message, NotAppended, Receipt, Refusal};
use store::people::{self, NewPerson, Role};
use store::{ChannelId, Options, PersonId, Store};
use uuid::Uuid;

use test_kit::Place;

/// One installation. Its clock stands still until a test moves it.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) store: Arc<Store>,
    place: Place,
}

/// When every test begins: with milliseconds, which must survive.
pub(crate) fn start() -> DateTime<Utc> {
    "2026-03-02T09:00:00.123Z".parse().unwrap()
}

impl World {
    pub(crate) async fn open(place: Place) -> Self {
        let place = Place { bus: None, ..place };
        Self { store: place.open(Clock::manual(start())).await, place }
    }

    /// Another process of the same installation, with a clock of its own.
    pub(crate) async fn second_node(&self) -> Arc<Store> {
        self.place.open(Clock::manual(start())).await
    }

    /// The same for a search that takes every conversation for a long one.
    pub(crate) async fn searching_the_index(&self) -> Arc<Store> {
        let options = Options { search_by_reading: 0, ..self.place.options() };
        Store::open(options, Clock::manual(start())).await.unwrap()
    }

    /// The address of the database, and the folder of the files.
    pub(crate) fn place(&self) -> (String, std::path::PathBuf) {
        (self.place.database_url.clone(), self.place.files.clone())
    }

    /// Maya mentors Tom and Ana; Sam runs the programme.
    pub(crate) async fn people(&self) -> [PersonId; 4] {
        let mut ids = Vec::new();
        for (name, role) in [("Maya", Role::Mentor), ("Tom", Role::Mentee), ("Ana", Role::Mentee), ("Sam", Role::Staff)]
        {
            ids.push(people::add(&self.store, &new_person(name, role)).await.unwrap().unwrap());
        }
        ids.try_into().unwrap()
    }

    pub(crate) async fn direct(&self, members: &[PersonId]) -> ChannelId {
        self.channel(Kind::Direct, "", members).await
    }

    pub(crate) async fn group(&self, members: &[PersonId]) -> ChannelId {
        self.channel(Kind::Group, "Study circle", members).await
    }

    async fn channel(&self, kind: Kind, name: &str, members: &[PersonId]) -> ChannelId {
        let channel = channels::create(&self.store, kind, name, None).await.unwrap();
        channels::join(&self.store, channel, members).await.unwrap();
        channel
    }

    pub(crate) async fn says(&self, channel: ChannelId, sender: PersonId, body: &str) -> Message {
        self.store.writer.append(draft(channel, sender, body)).await.unwrap().message
    }

    pub(crate) fn advance(&self, by: chrono::Duration) {
        self.store.clock.advance(by.to_std().unwrap());
    }
}

pub(crate) fn new_person(name: &str, role: Role) -> NewPerson {
    NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Okafor".to_owned(),
        role,
        programme_id: None,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    }
}

/// A message under a name that nobody used before.
pub(crate) fn draft(channel: ChannelId, sender: PersonId, body: &str) -> Draft {
    Draft::text(channel, sender, Clock::system().id::<Uuid>().to_string(), body)
}

pub(crate) fn refusal(answer: Result<Receipt, NotAppended>) -> Refusal {
    match answer {
        Err(NotAppended::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

/// What a listener hears next, which must be events.
pub(crate) async fn heard(listener: &mut Listener) -> Vec<Event> {
    match listener.next().await {
        Some(Signal::Events(events)) => events.to_vec(),
        other => panic!("no events but {other:?}"),
    }
}
