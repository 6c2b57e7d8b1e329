//! Writes people and channels directly through the store.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use store::clock::Clock;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Role};
use store::{ChannelId, PersonId, Store, channels, login_sessions, push, tokens};
use uuid::Uuid;

/// A connection to make.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seat {
    /// Bearer token, valid for longer than any measurement.
    pub(crate) token: String,
    /// Channel to join.
    pub(crate) channel: ChannelId,
    /// Person.
    #[serde(skip)]
    pub(crate) person: PersonId,
}

/// People created concurrently.
const AT_ONCE: usize = 16;

/// Members of a channel who never connect and have a phone for notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Away {
    pub(crate) count: usize,
    /// Whether they muted the channel; a notification is a delivery, too.
    pub(crate) is_muted: bool,
}

impl Away {
    /// Creates muted ones.
    pub(crate) fn muted(count: usize) -> Self {
        Self { count, is_muted: true }
    }
}

/// Creates `count` people and a channel for every `room` of them, with `away` other members who muted it.
pub(crate) async fn seed(database: &str, count: usize, room: usize, away: usize) -> anyhow::Result<Vec<Seat>> {
    seed_with(database, count, room, Away::muted(away)).await
}

/// The same with these other members.
pub(crate) async fn seed_with(database: &str, count: usize, room: usize, away: Away) -> anyhow::Result<Vec<Seat>> {
    let options = store::Options {
        access_token_lifetime: Duration::from_secs(12 * 3600),
        ..store::Options::new(database, std::env::temp_dir())
    };
    let store = Store::open(options, Clock::system()).await?;
    let mut seats = Vec::with_capacity(count);
    let mut left = count;
    while left > 0 {
        let channel = channels::create(&store, channels::Kind::Group, "Load", None).await?;
        let mut members = Vec::new();
        for _ in 0..room.min(left) {
            let person = person(&store).await?;
            let session =
                login_sessions::open(&store, person, "load-tests", login_sessions::Factors::One).await?.session;
            seats.push(Seat { token: tokens::issue(&store, person, session)?.0, channel, person });
            members.push(person);
        }
        left -= members.len();
        let others = stream::iter(0..away.count).map(|_| person_with_device(&store)).buffer_unordered(AT_ONCE);
        let others: Vec<PersonId> = others.try_collect().await?;
        channels::join(&store, channel, &[members, others.clone()].concat()).await?;
        let muted = stream::iter(others.into_iter().filter(|_| away.is_muted))
            .map(|person| channels::set_muted(&store, channel, person, true));
        muted.buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
    }
    store.close().await;
    Ok(seats)
}

async fn person_with_device(store: &Store) -> anyhow::Result<PersonId> {
    let person = person(store).await?;
    let session = login_sessions::open(store, person, "load-tests", login_sessions::Factors::One).await?.session;
    let endpoint = format!("https://push.invalid/{session}");
    push::register(store, person, session, &push::Device { endpoint, public_key: Vec::new(), auth: Vec::new() })
        .await?;
    Ok(person)
}

/// Creates a person.
pub(crate) async fn person(store: &Store) -> anyhow::Result<PersonId> {
    let new = NewPerson {
        email: format!("{}@load.invalid", store.clock.id::<Uuid>()),
        first_name: "Load".into(),
        last_name: "Test".into(),
        role: Role::Mentee,
        programme_id: None,
        language: "en".into(),
        bio: String::new(),
        password_hash: None,
    };
    let id = people::add(store, &crate::JOB, &new).await?.ok_or_else(|| anyhow::anyhow!("an address was taken"))?;
    let may_chat =
        Overrides { chattype: Some(Access::Use), mentorship_chat: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(store, &crate::JOB, id, &may_chat).await?;
    Ok(id)
}
