//! People who talk, and something that goes wrong every so often. In the end everything that was confirmed must be there, once,
//! in one order, and everybody must have heard it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use store::Store;
use store::clock::Clock;
use tokio::time::{Instant, sleep_until};

use crate::people::{Habits, People, Record, Verdict, sum, tally};
use crate::report::say;
use crate::seed::seed;
use crate::site::{Database, Site};

mod fault;

use fault::Fault;

/// How long, how many, and what goes wrong.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// What the installation stands on
    #[arg(long, default_value = "postgres")]
    database: Database,
    /// Another version of the program, which every second node runs, and which `upgrade` exchanges for the first
    #[arg(long)]
    other_binary: Option<PathBuf>,
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
    /// Says how long things took and fails for none of it: for a machine that is busy with something else
    #[arg(long)]
    unhurried: bool,
    /// What goes wrong, in this order and over and over; all that can if nothing is named
    #[arg(long, value_delimiter = ',')]
    fault: Vec<Fault>,
}

/// One fault that happened, for the table.
struct Happened {
    fault: Fault,
    mended: Duration,
    all_back: Duration,
    report: fault::Report,
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let faults = if options.fault.is_empty() { Fault::all(options.database) } else { options.fault.clone() };
    if let Some(stray) = faults.iter().find(|fault| !fault.concerns(options.database)) {
        anyhow::bail!("{stray:?} cannot happen on {:?}", options.database);
    }
    let mut site = Site::start(options.database, options.other_binary.as_deref(), options.clients).await?;
    let seats = seed(&site.database, options.clients, options.room, 0).await?;
    let habits = Habits { room: options.room, rate: options.rate, slow: options.slow };
    let people = People::gather(&site.fronts, &seats, habits).await?;
    say(format_args!("{} people are here", people.count()));

    let (happened, memory) = hurt(options, &faults, &mut site, &people).await?;
    people.fall_silent().await?;
    let store = Store::open(store::Options::new(&site.database, site.files()), Clock::system()).await?;
    let records = people.go_home().await?;
    let verdict = Verdict::on(&store, &seats, &records).await?;
    store.close().await;
    tell(&happened, &verdict, &records, memory);
    ensure!(verdict.is_good(), "a promise was broken");
    let is_in_time = verdict.spared == 0 && happened.iter().all(|one| one.report.is_kept != Some(false));
    ensure!(options.unhurried || is_in_time, "a promise of time was broken");
    Ok(())
}

/// Lets things go wrong until the time is over. Gives back what happened, and the most memory that a node had, in MB.
async fn hurt(
    options: &Options,
    faults: &[Fault],
    site: &mut Site,
    people: &People,
) -> anyhow::Result<(Vec<Happened>, f64)> {
    let (began, every) = (Instant::now(), Duration::from_secs(options.every));
    let end = began + Duration::from_secs(options.seconds);
    let (mut all, mut memory) = (Vec::new(), 0_f64);
    for (number, fault) in (1..).zip(faults.iter().copied().cycle()) {
        let next = began + every * number;
        sleep_until(next.min(end)).await;
        let delays = people.take_delays();
        memory = memory.max(site.memory());
        say(format_args!(
            "{:4.0} s: {} here, {} heard, p50 {:.1} ms, p99 {:.1} ms, largest node {memory:.0} MB",
            began.elapsed().as_secs_f64(),
            people.here(),
            delays.count(),
            delays.percentile(0.5),
            delays.percentile(0.99),
        ));
        if next >= end {
            break;
        }
        let happened = Instant::now();
        let report = fault.happen(number, every, site, people).await?;
        let mended = happened.elapsed();
        // Now and then somebody is just coming back.
        people.until("to come back", |people| people.missing() <= people.count() / 50).await?;
        let all_back = happened.elapsed();
        all.push(Happened { fault, mended, all_back, report });
        all.last().into_iter().for_each(|one| say(format_args!("        {}", row(one))));
    }
    Ok((all, memory))
}

fn row(one: &Happened) -> String {
    let verdict = match one.report.is_kept {
        Some(true) => "kept",
        Some(false) => "BROKEN",
        None => "",
    };
    let (mended, all_back) = (one.mended.as_secs_f64(), one.all_back.as_secs_f64());
    format!("{:16} | {mended:9.1} | {all_back:10.1} | {verdict:7} | {}", format!("{:?}", one.fault), one.report.remark)
}

fn tell(happened: &[Happened], verdict: &Verdict, records: &[Record], memory: f64) {
    say(format_args!("fault            | mended, s | all back, s | verdict | remarks"));
    happened.iter().for_each(|one| say(format_args!("{}", row(one))));
    say(format_args!("{verdict:#?}"));
    let closes = tally(records, |record| &record.closes);
    let refused = tally(records, |record| &record.refused);
    say(format_args!(
        "{} deliveries heard; {} confirmations dropped on purpose; ends by code {closes:?}; refused {refused:?}; largest \
         node {memory:.0} MB",
        sum(records, |record| record.heard),
        sum(records, |record| record.dropped_confirmations),
    ));
}
