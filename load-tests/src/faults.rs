//! Three nodes behind HAProxy, people who talk, and something that goes wrong every so often. In the end everything that
//! was confirmed must be there, once, in one order, and everybody must have heard it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use store::Store;
use store::clock::Clock;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::histogram::Histogram;
use crate::seed::seed;

mod fault;
mod person;
mod site;
mod verdict;

use fault::{ALL, Fault};
use person::{Order, Person, Record, World};
use site::Site;
use verdict::Verdict;

/// How long, how many, and what goes wrong.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Connections
    #[arg(long, default_value_t = 2000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 20)]
    room: usize,
    /// Messages per second, of all together
    #[arg(long, default_value_t = 500.0)]
    rate: f64,
    /// How many of them stop reading when it is their turn
    #[arg(long, default_value_t = 100)]
    slow: usize,
    /// How long people talk
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Seconds between two faults
    #[arg(long, default_value_t = 30)]
    every: u64,
    /// What goes wrong, in this order and over and over; all there is if nothing is named
    #[arg(long, value_delimiter = ',')]
    fault: Vec<Fault>,
}

/// Share of what people do that is to send a message.
const SENDS: f64 = 0.7;

/// In the end everything is well; so long it may take until everybody has heard everything.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long slow ones do not read.
const NAP: Duration = Duration::from_secs(20);

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let mut site = Site::start().await?;
    let database = std::env::var("MENTORHUB_TEST_POSTGRES")?;
    let seats = seed(&database, options.clients, options.room).await?;
    let (orders, heard_orders) = watch::channel(Order::Live);
    let world = Arc::new(World {
        front: site.front,
        began: Instant::now(),
        orders: heard_orders,
        delays: Mutex::new(Histogram::default()),
        pause: Duration::from_secs_f64(options.clients as f64 * SENDS / options.rate),
        nap: NAP.min(Duration::from_secs(options.every)),
        here: AtomicUsize::new(0),
        waiting: AtomicUsize::new(0),
    });
    let people: Vec<_> = seats
        .iter()
        .enumerate()
        .map(|(place, seat)| {
            let (world, seat, record) = (world.clone(), seat.clone(), Record::default());
            tokio::spawn(Person { world, seat, is_slow: place < options.slow, record }.live())
        })
        .collect();
    until(&world, "to come in", || missing(&world, options.clients) == 0).await?;
    say(format_args!("{} people are here", options.clients));

    let memory = hurt(options, &mut site, &world, &orders).await?;
    orders.send_replace(Order::FallSilent);
    let cut = site.counter("hub_slow_readers_cut_total").await;
    let is_all_well = || missing(&world, options.clients) == 0 && world.waiting.load(Ordering::Relaxed) == 0;
    until(&world, "to have everything confirmed", is_all_well).await?;
    let store = Store::open(store::Options::new(&database, site.files().join("files")), Clock::system()).await?;
    orders.send_replace(Order::Leave);
    let mut records = Vec::with_capacity(people.len());
    for person in people {
        records.push(tokio::time::timeout(PATIENCE, person).await??);
    }
    let verdict = Verdict::on(&store, &seats, &records).await?;
    store.close().await;
    tell(&verdict, &records, cut, memory);
    ensure!(verdict.is_good(), "a promise was broken");
    Ok(())
}

/// Lets things go wrong until the time is over. Gives back the most memory that a node had, in MB.
async fn hurt(options: &Options, site: &mut Site, world: &World, orders: &watch::Sender<Order>) -> anyhow::Result<f64> {
    let faults = if options.fault.is_empty() { ALL.to_vec() } else { options.fault.clone() };
    let (began, every) = (Instant::now(), Duration::from_secs(options.every));
    let end = began + Duration::from_secs(options.seconds);
    let (mut number, mut memory) = (0_u32, 0_f64);
    loop {
        let next = began + every * (number + 1);
        sleep_until(next.min(end)).await;
        let delays = std::mem::take(&mut *world.delays.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        memory = site.memory().into_iter().fold(memory, f64::max);
        say(format_args!(
            "{:4.0} s: {} here, {} heard, p50 {:.1} ms, p99 {:.1} ms, largest node {memory:.0} MB",
            began.elapsed().as_secs_f64(),
            world.here.load(Ordering::Relaxed),
            delays.count(),
            delays.percentile(0.5),
            delays.percentile(0.99),
        ));
        if next >= end {
            return Ok(memory);
        }
        let fault = faults[usize::try_from(number).unwrap_or(0) % faults.len()];
        number += 1;
        let happened = Instant::now();
        let remark = fault.happen(number, site, orders).await?;
        let mended = happened.elapsed();
        if fault == Fault::Storm {
            sleep(Duration::from_millis(100)).await;
        }
        // Now and then somebody is just coming back.
        let asleep = if fault == Fault::ReadersStop { options.slow } else { 0 };
        until(world, "to come back", || missing(world, options.clients) <= asleep + options.clients / 50).await?;
        say(format_args!(
            "        {fault:?}: mended after {:.1} s, all back after {:.1} s {remark}",
            mended.as_secs_f64(),
            happened.elapsed().as_secs_f64()
        ));
    }
}

fn missing(world: &World, count: usize) -> usize {
    count.saturating_sub(world.here.load(Ordering::Relaxed))
}

/// Waits for everybody.
async fn until(world: &World, what: &str, is_so: impl Fn() -> bool) -> anyhow::Result<()> {
    let began = Instant::now();
    while !is_so() {
        let (here, waiting) = (world.here.load(Ordering::Relaxed), world.waiting.load(Ordering::Relaxed));
        ensure!(began.elapsed() < PATIENCE, "waited too long for everybody {what}: {here} here, {waiting} unconfirmed");
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

fn tell(verdict: &Verdict, records: &[Record], cut: f64, memory: f64) {
    let sum = |of: fn(&Record) -> u64| records.iter().map(of).sum::<u64>();
    let mut closes: BTreeMap<u16, u64> = BTreeMap::new();
    let mut refused: BTreeMap<&str, u64> = BTreeMap::new();
    for record in records {
        record.closes.iter().for_each(|(code, count)| *closes.entry(*code).or_default() += count);
        record.refused.iter().for_each(|(code, count)| *refused.entry(code).or_default() += count);
    }
    say(format_args!("{verdict:#?}"));
    say(format_args!(
        "{} deliveries heard; {} confirmations dropped on purpose; {} came back; ends by code {closes:?}; refused \
         {refused:?}; {cut:.0} slow readers cut by the nodes that still run; largest node {memory:.0} MB",
        sum(|record| record.heard),
        sum(|record| record.dropped_confirmations),
        sum(|record| record.came_back),
    ));
}

#[expect(clippy::print_stdout, reason = "this is what the program is for")]
fn say(line: std::fmt::Arguments<'_>) {
    println!("{line}");
}
