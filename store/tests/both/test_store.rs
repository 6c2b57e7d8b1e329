//! A fresh installation with people, for one test.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, PgConnection};
use store::bus::{BusMessage, Event, Subscription};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::experiences::{Access, Overrides};
use store::messages::{Appended, Draft, Message, NotAppended, Rejection};
use store::people::{self, NewPerson, Role};
use store::{ChannelId, Options, PersonId, Store};
use uuid::Uuid;

use test_kit::Environment;
use tokio::time::timeout;

/// Limits every wait for another task, node or service.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// One installation. Its clock moves only when a test advances it.
#[derive(Clone, Debug)]
pub(crate) struct TestStore {
    pub(crate) store: Arc<Store>,
    environment: Environment,
}

/// The start time of every test; it has milliseconds, which must be preserved.
pub(crate) fn start() -> DateTime<Utc> {
    "2026-03-02T09:00:00.123Z".parse().unwrap()
}

impl TestStore {
    pub(crate) async fn open(environment: Environment) -> Self {
        let environment = Environment { bus: None, ..environment };
        Self { store: environment.open(Clock::manual(start())).await, environment }
    }

    /// Opens another process of the same installation with its own clock.
    pub(crate) async fn second_node(&self) -> Arc<Store> {
        self.environment.open(Clock::manual(start())).await
    }

    /// Opens a node with a single connection: a statement finds it in the state that the one before has left.
    pub(crate) async fn with_one_connection(&self) -> Arc<Store> {
        let options = Options { connections: 1, ..self.environment.options() };
        Store::open(options, Clock::manual(start())).await.unwrap()
    }

    /// Opens a node that searches every channel through the index.
    pub(crate) async fn searching_the_index(&self) -> Arc<Store> {
        let options = Options { full_scan_limit: 0, ..self.environment.options() };
        Store::open(options, Clock::manual(start())).await.unwrap()
    }

    /// Returns the address of the database and the folder of the files.
    pub(crate) fn environment(&self) -> (String, std::path::PathBuf) {
        (self.environment.database_url.clone(), self.environment.files.clone())
    }

    /// Runs a statement that no function of the store runs.
    pub(crate) async fn execute(&self, sql: &'static str) {
        let (url, _) = self.environment();
        if let Some(path) = url.strip_prefix("sqlite:") {
            let options = SqliteConnectOptions::new().filename(path).busy_timeout(WAIT_TIMEOUT);
            let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        } else {
            sqlx::raw_sql(sql).execute(&mut PgConnection::connect(&url).await.unwrap()).await.unwrap();
        }
    }

    /// Adds the mentor Maya, her mentees Tom and Ana, and the staff member Sam.
    pub(crate) async fn people(&self) -> [PersonId; 4] {
        let mut ids = Vec::new();
        for (name, role) in [("Maya", Role::Mentor), ("Tom", Role::Mentee), ("Ana", Role::Mentee), ("Sam", Role::Staff)]
        {
            let id = people::add(&self.store, &test_kit::operator(), &new_person(name, role)).await.unwrap().unwrap();
            people::set_overrides(&self.store, &test_kit::operator(), id, &chatting()).await.unwrap();
            ids.push(id);
        }
        test_kit::grant_all_roles(&self.store, ids[3], None).await;
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

    pub(crate) async fn send(&self, channel: ChannelId, sender: PersonId, body: &str) -> Message {
        Arc::unwrap_or_clone(self.store.writer.append(draft(channel, sender, body)).await.unwrap().message)
    }

    pub(crate) fn advance(&self, by: chrono::Duration) {
        self.store.clock.advance(by.to_std().unwrap());
    }
}

/// The experiences of people who may chat with each other.
pub(crate) fn chatting() -> Overrides {
    Overrides { chattype: Some(Access::Use), mentorship_chat: Some(Access::Use), ..Overrides::default() }
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

/// Returns a message with a new `temp_id`.
pub(crate) fn draft(channel: ChannelId, sender: PersonId, body: &str) -> Draft {
    Draft::text(channel, sender, Clock::system().id::<Uuid>().to_string(), body)
}

pub(crate) fn rejection(answer: Result<Appended, NotAppended>) -> Rejection {
    match answer {
        Err(NotAppended::Rejected(rejection)) => rejection,
        other => panic!("not rejected: {other:?}"),
    }
}

/// Returns the next events of a listener.
pub(crate) async fn next_events(listener: &mut Subscription) -> Vec<Event> {
    match within_timeout(listener.next()).await {
        Some(BusMessage::Events(events)) => events.to_vec(),
        other => panic!("expected events, received {other:?}"),
    }
}

/// Awaits a future. Panics if it takes longer than `WAIT_TIMEOUT`.
pub(crate) async fn within_timeout<T>(future: impl Future<Output = T>) -> T {
    timeout(WAIT_TIMEOUT, future).await.unwrap_or_else(|_| panic!("no result within {WAIT_TIMEOUT:?}"))
}

/// Polls work so many times, and drops it unless it has ended: its caller stopped waiting.
pub(crate) async fn polled<T>(work: impl Future<Output = T>, times: usize) -> Option<T> {
    let mut work = pin!(work);
    let mut left = times;
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if left <= 1 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}
