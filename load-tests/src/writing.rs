//! Measures the cost of search for writers: committed messages per second with the triggers that note new texts for the index
//! (and the running indexer), and without them. Rounds alternate.

use std::time::{Duration, Instant};

use clap::Args;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::channels::{self, Kind};
use store::messages::Draft;
use store::{ChannelId, PersonId, Store, search};
use uuid::Uuid;

use crate::temporary_database::TemporaryDatabase;
use crate::{seed, texts};

/// Options.
#[derive(Args)]
pub(crate) struct Options {
    /// Rounds with search, and as many without
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Seconds per round
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Conversations written concurrently
    #[arg(long, default_value_t = 64)]
    channels: usize,
    /// Messages in flight per conversation
    #[arg(long, default_value_t = 4)]
    window: usize,
}

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!("| on | messages/s with search | without | share |\n|---|---|---|---|");
    for database in TemporaryDatabase::all("writing").await? {
        let store = database.open().await?;
        let mut seats = Vec::new();
        for _ in 0..options.channels {
            let person = seed::person(&store).await?;
            let channel = channels::create(&store, Kind::Group, "Load", None).await?;
            channels::join(&store, channel, &[person]).await?;
            seats.push((channel, person));
        }
        store.close().await;
        let mut triggers = Triggers::of(&database);
        let mut written = [0_usize; 2];
        for round in 0..options.rounds * 2 {
            let is_with = round % 2 == 0;
            // A separate connection, since a schema change breaks cached statements of others.
            triggers.switch(is_with).await?;
            let store = database.open().await?;
            written[usize::from(is_with)] += write(&store, &seats, options).await?;
            search::catch_up(&store).await?;
            store.close().await;
        }
        let seconds = options.rounds as f64 * options.seconds as f64;
        let [without, with] = written.map(|count| count as f64 / seconds);
        println!("| {} | {with:.0} | {without:.0} | {:.0} % |", database.on, with / without * 100.0);
        database.clear().await?;
    }
    Ok(())
}

/// Returns the number of messages committed in a round.
async fn write(store: &Store, seats: &[(ChannelId, PersonId)], options: &Options) -> anyhow::Result<usize> {
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let talk = |channel: ChannelId, person: PersonId| async move {
        let mut count = 0;
        while Instant::now() < end {
            let name = store.clock.id::<Uuid>().to_string();
            let draft = Draft::text(channel, person, name, texts::sentence(count));
            store.writer.append(draft).await.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
            count += 1;
        }
        anyhow::Ok(count)
    };
    let writers = seats.iter().flat_map(|(channel, person)| (0..options.window).map(|_| talk(*channel, *person)));
    Ok(futures_util::future::try_join_all(writers).await?.into_iter().sum())
}

/// The trigger on new messages.
enum Triggers {
    /// SQLite can only drop a trigger, so its text is stored.
    Sqlite {
        path: String,
        text: Option<String>,
    },
    Postgres {
        url: String,
    },
}

impl Triggers {
    fn of(database: &TemporaryDatabase) -> Self {
        match database.url.strip_prefix("sqlite:") {
            Some(path) => Self::Sqlite { path: path.to_owned(), text: None },
            None => Self::Postgres { url: database.url.clone() },
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
