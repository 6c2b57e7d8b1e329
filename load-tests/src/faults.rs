//! Fault injection during realistic load. At the end, every confirmed message must exist once, in one order, and must have been
//! delivered to all members.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use serde::Serialize;
use store::Store;
use store::clock::Clock;
use tokio::time::{Instant, sleep_until};

use crate::histogram::Histogram;
use crate::installation::{Database, Installation};
use crate::people::{People, Population, Reading, Record, Verification, sum, tally};
use crate::report::{Outputs, number, say};
use crate::seed::seed;
use crate::target::QUEUE_BYTES;
use crate::timeline::Timeline;

mod fault;

use fault::{Fault, FaultHistory};

/// Options of a fault run.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Database of the installation
    #[arg(long, default_value = "postgres")]
    database: Database,
    /// Another version of the binary: every second node runs it, and `upgrade` replaces the first version by it
    #[arg(long)]
    other_binary: Option<PathBuf>,
    /// Connections
    #[arg(long, default_value_t = 2000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 20)]
    room: usize,
    /// Messages per second in total
    #[arg(long, default_value_t = 500.0)]
    rate: f64,
    /// Number of clients that stop reading in the slow-readers fault
    #[arg(long, default_value_t = 100)]
    slow: usize,
    /// Duration of the load in seconds
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Seconds between two faults
    #[arg(long, default_value_t = 30)]
    every: u64,
    /// Report durations without failing on them: for a busy machine
    #[arg(long)]
    unhurried: bool,
    /// Faults in order of their injection, repeated; all possible ones by default
    #[arg(long, value_delimiter = ',')]
    fault: Vec<Fault>,
    #[command(flatten)]
    outputs: Outputs,
}

/// Kernel send buffer of a peer that reads nothing: `hub/src/transport.rs` requests half, and the kernel doubles it.
const KERNEL_BUFFER_BYTES: u64 = 256 * 1024;

/// Factor over the initial memory that a node may use for anything but slow readers: clients of a failed node and bursts of
/// messages.
const MEMORY_FACTOR: f64 = 2.0;

/// After a fault, all clients send and receive again within this time, also without a reconnection, and long before the next
/// node restart would repair it.
const HEALED_WITHIN: Duration = Duration::from_secs(30);

/// Factor on time limits on a busy machine.
const UNHURRIED_FACTOR: u32 = 4;

/// An injected fault, for the table.
#[derive(Serialize)]
struct InjectedFault {
    fault: String,
    mended_s: f64,
    /// Time until all clients were connected.
    all_back_s: f64,
    /// Time until all clients have sent a confirmed message and received one of another client.
    all_heard_s: f64,
    /// p99 of clients that kept their connection and were not late: since the previous fault, and during this one.
    /// None without deliveries.
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
        anyhow::bail!("{stray:?} cannot inject on {:?} {why}", options.database);
    }
    let mut installation =
        Installation::start(options.database, options.other_binary.as_deref(), options.clients).await?;
    let seats = seed(&installation.database, options.clients, options.room, 0).await?;
    let population = Population { room: options.room, rate: options.rate, slow: options.slow };
    let people = People::connect_all(&installation.fronts, &seats, population).await?;
    say(format_args!("{} people are here", people.count()));

    let timeline = Timeline::watch(installation.processes(), people.sampler());
    let (injected, usual_mb) = inject_faults(options, &faults, &mut installation, &people, &timeline).await?;
    people.stop_messages().await?;
    let store = Store::open(store::Options::new(&installation.database, installation.files()), Clock::system()).await?;
    let (records, reading) = people.finish().await?;
    let verdict = Verification::on(&store, &seats, &records).await?;
    store.close().await;
    let (peak, allowed) = (timeline.peak_mb(), allowed_mb(usual_mb, options.slow));
    let text = results_text(&injected, &verdict, &records, &reading)
        + &format!(
            "largest node {peak:.0} MB; allowed {allowed:.0}: {MEMORY_FACTOR} times the {usual_mb:.0} before the first fault, and queue \
             and kernel's buffer of {} slow readers\n",
            options.slow
        );
    say(format_args!("{}", text.trim_end()));
    let all = serde_json::json!({"faults": injected, "verdict": verdict, "reading": reading, "allowed_mb": allowed});
    timeline.write(&options.outputs, "What the hub went through", "send to peer", &all, &text)?;

    ensure!(verdict.is_good(), "a promise was broken");
    ensure!(reading.failed() == 0, "what was read while nothing went wrong failed: {reading}");
    let is_in_time = verdict.spared == 0 && injected.iter().all(|one| one.report.is_kept != Some(false));
    ensure!(options.unhurried || is_in_time, "a promise of time was broken");
    // Debug builds need more memory.
    let is_bounded = peak <= allowed || cfg!(debug_assertions);
    ensure!(options.unhurried || is_bounded, "a node had {peak:.0} MB, and {allowed:.0} were allowed");
    Ok(())
}

/// Returns the memory limit of a node, for any distribution of the slow readers.
fn allowed_mb(usual_mb: f64, slow: usize) -> f64 {
    usual_mb * MEMORY_FACTOR + slow as f64 * (QUEUE_BYTES + KERNEL_BUFFER_BYTES) as f64 / 1e6
}

/// Injects faults until the time is over. Returns them and the initial memory of the largest node.
async fn inject_faults(
    options: &Options,
    faults: &[Fault],
    installation: &mut Installation,
    people: &People,
    timeline: &Timeline,
) -> anyhow::Result<(Vec<InjectedFault>, f64)> {
    let (began, every) = (Instant::now(), Duration::from_secs(options.every));
    let end = began + Duration::from_secs(options.seconds);
    let (mut all, mut usual_mb, mut victims) = (Vec::new(), None, FaultHistory::default());
    for (number, fault) in (1..).zip(faults.iter().copied().cycle()) {
        let next = began + every * number;
        sleep_until(next.min(end)).await;
        let before = people.take_delays();
        let peak = timeline.peak_mb();
        usual_mb.get_or_insert(peak);
        say(format_args!(
            "{:4.0} s: {} here, {} received, p50 {:.1} ms, p99 {:.1} ms, largest node {peak:.0} MB",
            began.elapsed().as_secs_f64(),
            people.here(),
            before.count(),
            before.percentile(0.5),
            before.percentile(0.99),
        ));
        if next >= end {
            break;
        }
        timeline.mark(&format!("{fault:?}"));
        people.mark_fault_edge();
        let injected = Instant::now();
        let report =
            fault.inject(number, victims.next(fault, installation.nodes.len()), every, installation, people).await?;
        let mended = injected.elapsed();
        // A client may be reconnecting at this moment.
        people.until("to come back", |people| people.missing() <= people.count() / 50).await?;
        let (all_back, during) = (injected.elapsed(), people.take_delays());
        let patience = HEALED_WITHIN * if options.unhurried { UNHURRIED_FACTOR } else { 1 };
        people.check_liveness(number, patience).await.with_context(|| format!("{fault:?} did not heal"))?;
        people.mark_fault_edge();
        let one = InjectedFault {
            fault: format!("{fault:?}"),
            mended_s: mended.as_secs_f64(),
            all_back_s: all_back.as_secs_f64(),
            all_heard_s: injected.elapsed().as_secs_f64(),
            p99_before_ms: p99_of(&before),
            p99_during_ms: p99_of(&during),
            report,
        };
        // A burst of this size occurs only on request.
        people.take_delays();
        say(format_args!("        {}", row(&one)));
        all.push(one);
    }
    Ok((all, usual_mb.unwrap_or_default()))
}

fn p99_of(delays: &Histogram) -> Option<f64> {
    (delays.count() > 0).then(|| delays.percentile(0.99))
}

const HEAD: &str = "fault            | mended, s | all back, s | all received, s | p99 ms of the others before → during | verdict | remarks";

fn row(one: &InjectedFault) -> String {
    let InjectedFault {
        fault,
        mended_s,
        all_back_s,
        all_heard_s,
        p99_before_ms: before,
        p99_during_ms: during,
        report,
    } = one;
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

fn results_text(injected: &[InjectedFault], verdict: &Verification, records: &[Record], reading: &Reading) -> String {
    let rows: Vec<String> = injected.iter().map(row).collect();
    let closes = tally(records, |record| &record.closes);
    let refused = tally(records, |record| &record.refused);
    format!(
        "{HEAD}\n{}\n{verdict:#?}\n{} deliveries received; {} confirmations dropped on purpose; ends by code {closes:?}; refused \
         {refused:?}\nbetween faults: {reading}\n",
        rows.join("\n"),
        sum(records, |record| record.received),
        sum(records, |record| record.dropped_confirmations),
    )
}
