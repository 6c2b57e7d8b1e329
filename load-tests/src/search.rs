//! How long a search takes among many messages: people in some or all of the conversations look for words of every kind.

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
    /// Conversations of the person who searches; several values are several people
    #[arg(long, value_delimiter = ',', default_values_t = [20, 128])]
    own: Vec<usize>,
    /// Times that each query is asked, in turns with the others
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
    let mut rows = vec![String::new(); options.own.len()];
    for ground in Ground::all("search").await? {
        one(&ground, options, &mut rows).await?;
        ground.clear().await?;
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

/// Adds to what is known of each searcher.
async fn one(ground: &Ground, options: &Options, rows: &mut [String]) -> anyhow::Result<()> {
    let (on, store) = (ground.on, ground.open().await?);
    let started = Instant::now();
    let searchers = fill(&store, options).await?;
    eprintln!("{on}: {} messages written in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    let started = Instant::now();
    search::catch_up(&store).await?;
    eprintln!("{on}: {} messages indexed in {:.0} s", options.messages, started.elapsed().as_secs_f64());
    let asked = || QUERIES.map(|query| (query, Times::default(), 0));
    let mut seen: Vec<_> = searchers.iter().map(|_| asked()).collect();
    // Nobody asks the same forty times in a row: what one query has read, the next one may push out.
    for _ in 0..options.times {
        for (searcher, asked) in searchers.iter().zip(&mut seen) {
            for ((_, query), times, hits) in asked {
                *hits = times.take(search::messages(&store, *searcher, query, 1)).await?.hits.len();
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

/// Conversations of which each searcher, who are given back, has the first ones. What is said there is the same in every run.
async fn fill(store: &Store, options: &Options) -> anyhow::Result<Vec<PersonId>> {
    let mut searchers = Vec::new();
    for _ in &options.own {
        searchers.push(seed::person(store).await?);
    }
    let tom = seed::person(store).await?;
    let mut number = 0_usize;
    let each = options.messages / options.channels.max(1);
    let start = store.clock.now() - chrono::TimeDelta::days(365);
    for place in 0..options.channels {
        let channel = channels::create(store, Kind::Group, "Load", None).await?;
        let own = searchers.iter().zip(&options.own).filter(|(_, own)| place < **own);
        let members: Vec<PersonId> = own.map(|(searcher, _)| *searcher).chain([tom]).collect();
        channels::join(store, channel, &members).await?;
        for first in (0..each).step_by(5_000) {
            let said: Vec<Imported> = (first..each.min(first + 5_000))
                .map(|line| {
                    number += 1;
                    let minutes = i64::try_from(line * 525_600 / each.max(1)).unwrap_or(0);
                    Imported {
                        sender: tom,
                        body: words::sentence(number),
                        created_at: start + chrono::TimeDelta::minutes(minutes),
                    }
                })
                .collect();
            messages::import(store, channel, &said).await?;
        }
    }
    Ok(searchers)
}
