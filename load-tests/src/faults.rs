//! People who talk, and something that goes wrong every so often. In the end everything that was confirmed must be there, once,
//! in one order, and everybody must have heard it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use serde::Serialize;
use store::Store;
use store::clock::Clock;
use tokio::time::{Instant, sleep_until};

use crate::course::Course;
use crate::histogram::Histogram;
use crate::people::{Habits, People, Reading, Record, Verdict, sum, tally};
use crate::report::{Outputs, number, say};
use crate::seed::seed;
use crate::site::{Database, Site};
use crate::target::QUEUE_BYTES;

mod fault;

use fault::{Fault, Victims};

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
    #[command(flatten)]
    outputs: Outputs,
}

/// What the kernel keeps for a peer that takes nothing: `hub/src/transport.rs` asks for half, and the kernel doubles it.
const KERNEL_BYTES: u64 = 256 * 1024;

/// So many times of what it needed before, a node may need for what is no slow reader: the people of another node that died,
/// and a great deal that is said at once.
const LARGER: f64 = 2.0;

/// After a fault everybody hears and is heard again within this time: also where nobody lost the connection, and long before the
/// next node that is started anew would heal it by itself.
const HEALED_WITHIN: Duration = Duration::from_secs(30);

/// So many times as long on a machine that is busy with something else.
const UNHURRIED: u32 = 4;

/// One fault that happened, for the table.
#[derive(Serialize)]
struct Happened {
    fault: String,
    mended_s: f64,
    /// Connected.
    all_back_s: f64,
    /// And everybody has said something since that was kept, and heard somebody else.
    all_heard_s: f64,
    /// Of who neither lost the connection nor was late, since the last fault, and from this one until all were back.
    /// None if nobody heard anything.
    p99_before_ms: Option<f64>,
    p99_during_ms: Option<f64>,
    #[serde(flatten)]
    report: fault::Report,
}

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let has_other = options.other_binary.is_some();
    let faults = if options.fault.is_empty() { Fault::all(options.database, has_other) } else { options.fault.clone() };
    if let Some(stray) = faults.iter().find(|fault| !fault.concerns(options.database, has_other)) {
        let why = if *stray == Fault::Upgrade { "without --other-binary" } else { "there" };
        anyhow::bail!("{stray:?} cannot happen on {:?} {why}", options.database);
    }
    let mut site = Site::start(options.database, options.other_binary.as_deref(), options.clients).await?;
    let seats = seed(&site.database, options.clients, options.room, 0).await?;
    let habits = Habits { room: options.room, rate: options.rate, slow: options.slow };
    let people = People::gather(&site.fronts, &seats, habits).await?;
    say(format_args!("{} people are here", people.count()));

    let course = Course::watch(site.processes(), people.pulse());
    let (happened, usual_mb) = hurt(options, &faults, &mut site, &people, &course).await?;
    people.fall_silent().await?;
    let store = Store::open(store::Options::new(&site.database, site.files()), Clock::system()).await?;
    let (records, reading) = people.go_home().await?;
    let verdict = Verdict::on(&store, &seats, &records).await?;
    store.close().await;
    let (peak, allowed) = (course.peak_mb(), allowed_mb(usual_mb, options.slow));
    let text = told(&happened, &verdict, &records, &reading)
        + &format!(
            "largest node {peak:.0} MB; allowed {allowed:.0}: {LARGER} times the {usual_mb:.0} before the first fault, and queue \
             and kernel's buffer of {} slow readers\n",
            options.slow
        );
    say(format_args!("{}", text.trim_end()));
    let all = serde_json::json!({"faults": happened, "verdict": verdict, "reading": reading, "allowed_mb": allowed});
    course.write(&options.outputs, "What the hub went through", "send to peer", &all, &text)?;

    ensure!(verdict.is_good(), "a promise was broken");
    ensure!(reading.failed() == 0, "what was read while nothing went wrong failed: {reading}");
    let is_in_time = verdict.spared == 0 && happened.iter().all(|one| one.report.is_kept != Some(false));
    ensure!(options.unhurried || is_in_time, "a promise of time was broken");
    // What is not optimised needs what it needs.
    let is_bounded = peak <= allowed || cfg!(debug_assertions);
    ensure!(options.unhurried || is_bounded, "a node had {peak:.0} MB, and {allowed:.0} were allowed");
    Ok(())
}

/// The most memory that a node may have, however unevenly slow readers are spread over the nodes.
fn allowed_mb(usual_mb: f64, slow: usize) -> f64 {
    usual_mb * LARGER + slow as f64 * (QUEUE_BYTES + KERNEL_BYTES) as f64 / 1e6
}

/// Lets things go wrong until the time is over. Gives back what happened, and the memory of the largest node before.
async fn hurt(
    options: &Options,
    faults: &[Fault],
    site: &mut Site,
    people: &People,
    course: &Course,
) -> anyhow::Result<(Vec<Happened>, f64)> {
    let (began, every) = (Instant::now(), Duration::from_secs(options.every));
    let end = began + Duration::from_secs(options.seconds);
    let (mut all, mut usual_mb, mut victims) = (Vec::new(), None, Victims::default());
    for (number, fault) in (1..).zip(faults.iter().copied().cycle()) {
        let next = began + every * number;
        sleep_until(next.min(end)).await;
        let before = people.take_delays();
        let peak = course.peak_mb();
        usual_mb.get_or_insert(peak);
        say(format_args!(
            "{:4.0} s: {} here, {} heard, p50 {:.1} ms, p99 {:.1} ms, largest node {peak:.0} MB",
            began.elapsed().as_secs_f64(),
            people.here(),
            before.count(),
            before.percentile(0.5),
            before.percentile(0.99),
        ));
        if next >= end {
            break;
        }
        course.mark(&format!("{fault:?}"));
        people.trouble();
        let happened = Instant::now();
        let report = fault.happen(number, victims.next(fault, site.nodes.len()), every, site, people).await?;
        let mended = happened.elapsed();
        // Now and then somebody is just coming back.
        people.until("to come back", |people| people.missing() <= people.count() / 50).await?;
        let (all_back, during) = (happened.elapsed(), people.take_delays());
        let patience = HEALED_WITHIN * if options.unhurried { UNHURRIED } else { 1 };
        people.prove(number, patience).await.with_context(|| format!("{fault:?} did not heal"))?;
        people.trouble();
        let one = Happened {
            fault: format!("{fault:?}"),
            mended_s: mended.as_secs_f64(),
            all_back_s: all_back.as_secs_f64(),
            all_heard_s: happened.elapsed().as_secs_f64(),
            p99_before_ms: p99_of(&before),
            p99_during_ms: p99_of(&during),
            report,
        };
        // So much is not said at once by itself.
        people.take_delays();
        say(format_args!("        {}", row(&one)));
        all.push(one);
    }
    Ok((all, usual_mb.unwrap_or_default()))
}

fn p99_of(delays: &Histogram) -> Option<f64> {
    (delays.count() > 0).then(|| delays.percentile(0.99))
}

const HEAD: &str = "fault            | mended, s | all back, s | all heard, s | p99 ms of the others before → during | verdict | remarks";

fn row(one: &Happened) -> String {
    let Happened { fault, mended_s, all_back_s, all_heard_s, p99_before_ms: before, p99_during_ms: during, report } =
        one;
    let verdict = match report.is_kept {
        Some(true) => "kept",
        Some(false) => "BROKEN",
        None => "",
    };
    let moved = before
        .zip(*during)
        .map_or(String::new(), |(before, during)| format!(" ({:+.0} %)", (during / before - 1.0) * 100.0));
    let p99 = format!("{} → {}{moved}", number(*before, 1), number(*during, 1));
    format!(
        "{fault:16} | {mended_s:9.1} | {all_back_s:11.1} | {all_heard_s:12.1} | {p99:36} | {verdict:7} | {}",
        report.remark
    )
}

fn told(happened: &[Happened], verdict: &Verdict, records: &[Record], reading: &Reading) -> String {
    let rows: Vec<String> = happened.iter().map(row).collect();
    let closes = tally(records, |record| &record.closes);
    let refused = tally(records, |record| &record.refused);
    format!(
        "{HEAD}\n{}\n{verdict:#?}\n{} deliveries heard; {} confirmations dropped on purpose; ends by code {closes:?}; refused \
         {refused:?}\nbetween faults: {reading}\n",
        rows.join("\n"),
        sum(records, |record| record.heard),
        sum(records, |record| record.dropped_confirmations),
    )
}
