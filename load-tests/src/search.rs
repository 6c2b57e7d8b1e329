//! How long a search takes among many messages: a person in twenty long conversations looks for words of every kind.

use std::time::Instant;

use clap::Args;
use store::channels::{self, Kind};
use store::messages::{self, Imported};
use store::{PersonId, Store, search};

use crate::ground::Ground;
use crate::report::Times;
use crate::{seed, words};

/// How much to look through.
#[derive(Args)]
pub(crate) struct Options {
    /// Messages
    #[arg(long, default_value_t = 1_000_000)]
    messages: usize,
    /// Conversations they are spread over
    #[arg(long, default_value_t = 128)]
    channels: usize,
    /// Conversations of the person who searches
    #[arg(long, default_value_t = 20)]
    own: usize,
    /// Times that each query is asked
    #[arg(long, default_value_t = 40)]
    times: usize,
}

/// What is looked for, and what kind of word that is. One message in so many holds the middling and the rare one.
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

/// Measures on SQLite, and on PostgreSQL where `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!("| on | query | hits on page 1 | p50 ms | p95 ms | p99 ms | most ms |\n|---|---|---|---|---|---|---|");
    for ground in Ground::all("search").await? {
        one(&ground, options).await?;
        ground.clear().await?;
    }
    Ok(())
}

async fn one(ground: &Ground, options: &Options) -> anyhow::Result<()> {
    let (on, store) = (ground.on, ground.open().await?);
    let started = Instant::now();
    let maya = fill(&store, options).await?;
    eprintln!("{on}: {} messages written in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    let started = Instant::now();
    search::catch_up(&store).await?;
    eprintln!("{on}: {} messages indexed in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    for (kind, query) in QUERIES {
        let mut times = Times::default();
        let mut hits = 0;
        for _ in 0..options.times {
            hits = times.take(search::messages(&store, maya, query, 1)).await?.hits.len();
        }
        println!("| {on} | {kind}: {query} | {hits} | {times} |");
    }
    store.close().await;
    Ok(())
}

/// Conversations of two, of which some are the person's, who is given back. What they say is the same in every run.
async fn fill(store: &Store, options: &Options) -> anyhow::Result<PersonId> {
    let (maya, tom) = (seed::person(store).await?, seed::person(store).await?);
    let mut number = 0_usize;
    let each = options.messages / options.channels.max(1);
    let start = store.clock.now() - chrono::TimeDelta::days(365);
    for place in 0..options.channels {
        let channel = channels::create(store, Kind::Group, "Load", None).await?;
        channels::join(store, channel, &[if place < options.own { maya } else { tom }, seed::person(store).await?])
            .await?;
        for first in (0..each).step_by(5_000) {
            let said: Vec<Imported> = (first..each.min(first + 5_000))
                .map(|line| {
                    number += 1;
                    let minutes = i64::try_from(line * 525_600 / each.max(1)).unwrap_or(0);
                    Imported {
                        sender: maya,
                        body: words::sentence(number),
                        created_at: start + chrono::TimeDelta::minutes(minutes),
                    }
                })
                .collect();
            messages::import(store, channel, &said).await?;
        }
    }
    Ok(maya)
}
