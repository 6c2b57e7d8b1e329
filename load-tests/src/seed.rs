//! People and channels, written straight through the store.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use store::clock::Clock;
use store::people::{self, NewPerson, Role};
use store::{ChannelId, PersonId, Store, channels, push, sessions, tokens};
use uuid::Uuid;

/// One connection to make: who, and to which channel.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seat {
    /// The bearer token, good for as long as any measurement takes.
    pub(crate) token: String,
    /// The channel to join.
    pub(crate) channel: ChannelId,
    /// Who that is.
    #[serde(skip)]
    pub(crate) person: PersonId,
}

/// New people that are made at the same time.
const AT_ONCE: usize = 16;

/// Members of a channel who will never come, and have a phone that could be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Away {
    pub(crate) count: usize,
    /// Whether they muted the channel: telling a phone is a delivery, too.
    pub(crate) is_muted: bool,
}

impl Away {
    /// As many, who are not to be told.
    pub(crate) fn muted(count: usize) -> Self {
        Self { count, is_muted: true }
    }
}

/// Makes `count` people and puts every `room` of them into a channel, with `away` others who muted it.
pub(crate) async fn seed(database: &str, count: usize, room: usize, away: usize) -> anyhow::Result<Vec<Seat>> {
    seed_with(database, count, room, Away::muted(away)).await
}

/// The same, and the others are as they are.
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
            let session = sessions::open(&store, person, "load-tests").await?.session;
            seats.push(Seat { token: tokens::issue(&store, person, session)?.0, channel, person });
            members.push(person);
        }
        left -= members.len();
        let others = stream::iter(0..away.count).map(|_| somebody_with_a_phone(&store)).buffer_unordered(AT_ONCE);
        let others: Vec<PersonId> = others.try_collect().await?;
        channels::join(&store, channel, &[members, others.clone()].concat()).await?;
        let muted = stream::iter(others.into_iter().filter(|_| away.is_muted))
            .map(|person| channels::set_muted(&store, channel, person, true));
        muted.buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
    }
    store.close().await;
    Ok(seats)
}

async fn somebody_with_a_phone(store: &Store) -> anyhow::Result<PersonId> {
    let person = person(store).await?;
    let session = sessions::open(store, person, "load-tests").await?.session;
    let endpoint = format!("https://push.invalid/{session}");
    push::register(store, person, session, &push::Device { endpoint, public_key: Vec::new(), auth: Vec::new() })
        .await?;
    Ok(person)
}

/// Somebody new.
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
    people::add(store, &new).await?.ok_or_else(|| anyhow::anyhow!("an address was taken"))
}
