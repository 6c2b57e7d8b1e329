//! Measures searches among many messages: people with some or all conversations search for words of every kind.

use std::time::Instant;

use clap::Args;
use store::channels::{self, Kind};
use store::chat_access::ChatAccess;
use store::messages::{self, Imported};
use store::search::{self, Filter};
use store::{PersonId, Store};

use crate::report::Times;
use crate::temporary_database::TemporaryDatabase;
use crate::{seed, texts};

/// Options.
#[derive(Args)]
pub(crate) struct Options {
    /// Messages
    #[arg(long, default_value_t = 1_000_000)]
    messages: usize,
    /// Number of conversations
    #[arg(long, default_value_t = 128)]
    channels: usize,
    /// Conversations of the searcher; several values are several people
    #[arg(long, value_delimiter = ',', default_values_t = [20, 128])]
    own: Vec<usize>,
    /// Repetitions of each query, alternating with the others
    #[arg(long, default_value_t = 40)]
    times: usize,
}

/// Queries by frequency of their word. One in so many messages contains the medium and the rare one.
const QUERIES: [(&str, &str); 9] = [
    ("common", "you"),
    ("middling", "wheelbarrow"),
    ("rare", "quinquereme"),
    ("no hit", "zyzzyvax"),
    ("two words", "wheelbarrow tomorrow"),
    ("accent", "grusse"),
    ("piece of a word", "elbarr"),
    ("two letters", "yo"),
    ("one letter", "z"),
];

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let mut rows = vec![String::new(); options.own.len()];
    for database in TemporaryDatabase::all("search").await? {
        one(&database, options, &mut rows).await?;
        database.clear().await?;
    }
    for (own, rows) in options.own.iter().zip(rows) {
        println!(
            "\n| on | query of somebody in {own} of {} conversations | hits on page 1 | p50 ms | p95 ms | p99 ms | most ms |\n\
             |---|---|---|---|---|---|---|\n{}",
            options.channels,
            rows.trim_end()
        );
    }
    Ok(())
}

/// Records times per searcher.
async fn one(database: &TemporaryDatabase, options: &Options, rows: &mut [String]) -> anyhow::Result<()> {
    let (on, store) = (database.on, database.open().await?);
    let started = Instant::now();
    let searchers = fill(&store, options).await?;
    eprintln!("{on}: {} messages written in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    let started = Instant::now();
    search::catch_up(&store).await?;
    eprintln!("{on}: {} messages indexed in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    let asked = || QUERIES.map(|query| (query, Times::default(), 0));
    let mut seen: Vec<_> = searchers.iter().map(|_| asked()).collect();
    // Queries alternate: repeating one would measure the cache.
    let filter = Filter::default();
    for _ in 0..options.times {
        for (searcher, asked) in searchers.iter().zip(&mut seen) {
            for ((_, query), times, hits) in asked {
                let found = search::messages(&store, *searcher, ChatAccess::ALL, query, &filter, 1);
                *hits = times.take(found).await?.hits.len();
            }
        }
    }
    for (rows, asked) in rows.iter_mut().zip(seen) {
        for ((kind, query), times, hits) in asked {
            *rows += &format!("| {on} | {kind}: {query} | {hits} | {times} |\n");
        }
    }
    store.close().await;
    Ok(())
}

/// Creates conversations; each searcher is a member of the first ones. The texts are the same in every run.
async fn fill(store: &Store, options: &Options) -> anyhow::Result<Vec<PersonId>> {
    let mut searchers = Vec::new();
    for _ in &options.own {
        searchers.push(seed::person(store).await?);
    }
    let tom = seed::person(store).await?;
    let mut number = 0_usize;
    let each = options.messages / options.channels.max(1);
    let start = store.clock.now() - chrono::TimeDelta::days(365);
    for index in 0..options.channels {
        let channel = channels::create(store, Kind::Group, "Load", None).await?;
        let own = searchers.iter().zip(&options.own).filter(|(_, own)| index < **own);
        let members: Vec<PersonId> = own.map(|(searcher, _)| *searcher).chain([tom]).collect();
        channels::join(store, channel, &members).await?;
        for first in (0..each).step_by(5_000) {
            let said: Vec<Imported> = (first..each.min(first + 5_000))
                .map(|line| {
                    number += 1;
                    let minutes = i64::try_from(line * 525_600 / each.max(1)).unwrap_or(0);
                    Imported {
                        sender: tom,
                        body: texts::sentence(number),
                        created_at: start + chrono::TimeDelta::minutes(minutes),
                    }
                })
                .collect();
            messages::import(store, channel, &said).await?;
        }
    }
    Ok(searchers)
}
