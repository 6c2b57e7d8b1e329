//! Measures opening a very long conversation and counting unread messages in many conversations.

use clap::Args;
use store::channels::{self, Kind};
use store::chat_access::ChatAccess;
use store::messages::{self, Imported, Page};
use store::{PersonId, Store, reads};

use crate::report::Times;
use crate::temporary_database::TemporaryDatabase;
use crate::{seed, texts};

/// Options.
#[derive(Args)]
pub(crate) struct Options {
    /// Messages of the long conversation
    #[arg(long, default_value_t = 1_000_000)]
    messages: usize,
    /// Conversations of the person who requests unread counts
    #[arg(long, default_value_t = 200)]
    channels: usize,
    /// Repetitions of each query
    #[arg(long, default_value_t = 200)]
    times: usize,
}

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!("| on | question | p50 ms | p95 ms | p99 ms | most ms |\n|---|---|---|---|---|---|");
    for database in TemporaryDatabase::all("pages").await? {
        let store = database.open().await?;
        one(database.on, &store, options).await?;
        store.close().await;
        database.clear().await?;
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
    // The indexer would compete for CPU.
    store::search::catch_up(store).await?;

    let head = i64::try_from(options.messages)?;
    // Steps that reach every part of the conversation.
    let mut at = (0..).map(|number: i64| 1 + number * 48_271 % head.max(1));
    let (mut newest, mut anywhere, mut unread) = (Times::default(), Times::default(), Times::default());
    for _ in 0..options.times {
        newest.take(messages::page(store, long, Page::first(head))).await?;
        let seq = at.next().unwrap_or(1);
        anywhere.take(messages::page(store, long, Page::around(head, seq))).await?;
        unread.take(reads::unread_of(store, maya, ChatAccess::ALL)).await?;
    }
    let (all, many) = (options.messages, options.channels);
    println!("| {on} | newest 30 of {all} messages | {newest} |");
    println!("| {on} | 30 anywhere in {all} messages | {anywhere} |");
    println!("| {on} | unread counts of {many} conversations | {unread} |");
    Ok(())
}

fn said(store: &Store, sender: PersonId, numbers: std::ops::Range<usize>) -> Vec<Imported> {
    let created_at = store.clock.now();
    numbers.map(|number| Imported { sender, body: texts::sentence(number), created_at }).collect()
}
