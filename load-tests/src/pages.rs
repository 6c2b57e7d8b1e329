//! How long it takes to open a very long conversation, and to count what is unread in very many.

use clap::Args;
use store::channels::{self, Kind};
use store::messages::{self, Imported, Page};
use store::{PersonId, Store, reads};

use crate::ground::Ground;
use crate::report::Times;
use crate::{seed, words};

/// How much there is.
#[derive(Args)]
pub(crate) struct Options {
    /// Messages of the one long conversation
    #[arg(long, default_value_t = 1_000_000)]
    messages: usize,
    /// Conversations of the person who asks for unread counts
    #[arg(long, default_value_t = 200)]
    channels: usize,
    /// Times that each question is asked
    #[arg(long, default_value_t = 200)]
    times: usize,
}

/// Measures on SQLite, and on PostgreSQL where `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!("| on | question | p50 ms | p95 ms | p99 ms | most ms |\n|---|---|---|---|---|---|");
    for ground in Ground::all("pages").await? {
        let store = ground.open().await?;
        one(ground.on, &store, options).await?;
        store.close().await;
        ground.clear().await?;
    }
    Ok(())
}

async fn one(on: &str, store: &Store, options: &Options) -> anyhow::Result<()> {
    let (maya, tom) = (seed::person(store).await?, seed::person(store).await?);
    let long = channels::create(store, Kind::Group, "Long", None).await?;
    channels::join(store, long, &[maya, tom]).await?;
    for first in (0..options.messages).step_by(5_000) {
        let said = said(store, tom, first..options.messages.min(first + 5_000));
        messages::import(store, long, &said).await?;
    }
    for _ in 1..options.channels {
        let channel = channels::create(store, Kind::Group, "Short", None).await?;
        channels::join(store, channel, &[maya, tom]).await?;
        messages::import(store, channel, &said(store, tom, 0..40)).await?;
    }
    // The indexer would share the machine with what is measured.
    store::search::catch_up(store).await?;

    let head = i64::try_from(options.messages)?;
    // Steps that meet every part of the conversation.
    let mut at = (0..).map(|number: i64| 1 + number * 48_271 % head.max(1));
    let (mut newest, mut anywhere, mut unread) = (Times::default(), Times::default(), Times::default());
    for _ in 0..options.times {
        newest.take(messages::page(store, long, Page::first(head))).await?;
        let seq = at.next().unwrap_or(1);
        anywhere.take(messages::page(store, long, Page::around(head, seq))).await?;
        unread.take(reads::unread_of(store, maya)).await?;
    }
    let (all, many) = (options.messages, options.channels);
    println!("| {on} | newest 30 of {all} messages | {newest} |");
    println!("| {on} | 30 anywhere in {all} messages | {anywhere} |");
    println!("| {on} | unread counts of {many} conversations | {unread} |");
    Ok(())
}

fn said(store: &Store, sender: PersonId, numbers: std::ops::Range<usize>) -> Vec<Imported> {
    let created_at = store.clock.now();
    numbers.map(|number| Imported { sender, body: words::sentence(number), created_at }).collect()
}
