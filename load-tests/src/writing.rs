//! What search costs those who write: messages committed per second with the triggers that note new texts for the index
//! (and the indexer at its work), and without them. Rounds alternate, so that both meet the same machine.

use std::time::{Duration, Instant};

use clap::Args;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::channels::{self, Kind};
use store::messages::Draft;
use store::{ChannelId, PersonId, Store, search};
use uuid::Uuid;

use crate::ground::Ground;
use crate::{seed, words};

/// How long to write.
#[derive(Args)]
pub(crate) struct Options {
    /// Rounds with, and as many without
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Seconds of a round
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Conversations that are written to at the same time
    #[arg(long, default_value_t = 64)]
    channels: usize,
    /// Messages on their way in each
    #[arg(long, default_value_t = 4)]
    window: usize,
}

/// Measures on SQLite, and on PostgreSQL where `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!("| on | messages/s with search | without | share |\n|---|---|---|---|");
    for ground in Ground::all("writing").await? {
        let store = ground.open().await?;
        let mut seats = Vec::new();
        for _ in 0..options.channels {
            let person = seed::person(&store).await?;
            let channel = channels::create(&store, Kind::Group, "Load", None).await?;
            channels::join(&store, channel, &[person]).await?;
            seats.push((channel, person));
        }
        store.close().await;
        let mut triggers = Triggers::of(&ground);
        let mut written = [0_usize; 2];
        for round in 0..options.rounds * 2 {
            let is_with = round % 2 == 0;
            // A connection of its own: a change of the schema breaks statements that others keep.
            triggers.switch(is_with).await?;
            let store = ground.open().await?;
            written[usize::from(is_with)] += write(&store, &seats, options).await?;
            search::catch_up(&store).await?;
            store.close().await;
        }
        let seconds = options.rounds as f64 * options.seconds as f64;
        let [without, with] = written.map(|count| count as f64 / seconds);
        println!("| {} | {with:.0} | {without:.0} | {:.0} % |", ground.on, with / without * 100.0);
        ground.clear().await?;
    }
    Ok(())
}

/// How many messages were committed in the time of a round.
async fn write(store: &Store, seats: &[(ChannelId, PersonId)], options: &Options) -> anyhow::Result<usize> {
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let talk = |channel: ChannelId, person: PersonId| async move {
        let mut count = 0;
        while Instant::now() < end {
            let name = store.clock.id::<Uuid>().to_string();
            let draft = Draft::text(channel, person, name, words::sentence(count));
            store.writer.append(draft).await.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
            count += 1;
        }
        anyhow::Ok(count)
    };
    let writers = seats.iter().flat_map(|(channel, person)| (0..options.window).map(|_| talk(*channel, *person)));
    Ok(futures_util::future::try_join_all(writers).await?.into_iter().sum())
}

/// The trigger of new messages.
enum Triggers {
    /// SQLite can only forget one, so its text is kept.
    Sqlite {
        path: String,
        text: Option<String>,
    },
    Postgres {
        url: String,
    },
}

impl Triggers {
    fn of(ground: &Ground) -> Self {
        match ground.url.strip_prefix("sqlite:") {
            Some(path) => Self::Sqlite { path: path.to_owned(), text: None },
            None => Self::Postgres { url: ground.url.clone() },
        }
    }

    async fn switch(&mut self, on: bool) -> anyhow::Result<()> {
        match self {
            Self::Sqlite { path, text } => {
                let mut connection = SqliteConnection::connect(path).await?;
                if !on {
                    let known = sqlx::query_scalar("SELECT sql FROM sqlite_master WHERE name = 'search_new'");
                    *text = Some(known.fetch_one(&mut connection).await?);
                    sqlx::query("DROP TRIGGER search_new").execute(&mut connection).await?;
                } else if let Some(text) = text.take() {
                    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await?;
                }
                Ok(connection.close().await?)
            }
            Self::Postgres { url } => {
                let mut connection = PgConnection::connect(url).await?;
                let order = if on {
                    "ALTER TABLE messages ENABLE TRIGGER search_new"
                } else {
                    "ALTER TABLE messages DISABLE TRIGGER search_new"
                };
                sqlx::query(order).execute(&mut connection).await?;
                Ok(connection.close().await?)
            }
        }
    }
}
