//! People and channels, written straight through the store.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::clock::Clock;
use store::people::{self, NewPerson, Role};
use store::{ChannelId, PersonId, Store, channels, sessions, tokens};
use uuid::Uuid;

/// One connection to make: who, and to which channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seat {
    /// The bearer token, good for as long as any measurement takes.
    pub(crate) token: String,
    /// The channel to join.
    pub(crate) channel: ChannelId,
}

/// Makes `count` people and puts every `room` of them into a channel.
pub(crate) async fn seed(database: &str, count: usize, room: usize) -> anyhow::Result<Vec<Seat>> {
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
            seats.push(Seat { token: tokens::issue(&store, person, session)?.0, channel });
            members.push(person);
        }
        channels::join(&store, channel, &members).await?;
        left -= members.len();
    }
    store.close().await;
    Ok(seats)
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
