//! All clients lose the connection at once, as in a network failure, and reconnect at once after some messages were sent. Measures
//! the recovery time, the database cost, and the delay of page requests meanwhile.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use store::Store;
use store::clock::Clock;
use tokio::time::{Instant, interval, sleep};

use crate::histogram::Histogram;
use crate::http;
use crate::installation::{Database, Installation};
use crate::people::{Instruction, People, Population, Verification};
use crate::report::{Outputs, Times, say};
use crate::seed::{Seat, seed};
use crate::target::open_files;
use crate::timeline::Timeline;

/// Options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Database of the installation
    #[arg(long, default_value = "postgres")]
    database: Database,
    /// Connections
    #[arg(long, default_value_t = 10_000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 20)]
    room: usize,
    /// Messages per second before the storm
    #[arg(long, default_value_t = 200.0)]
    rate: f64,
    /// Report durations without failing on them: for a busy machine
    #[arg(long)]
    unhurried: bool,
    #[command(flatten)]
    outputs: Outputs,
}

/// Limit for all clients to reconnect.
const ALL_BACK_WITHIN: Duration = Duration::from_secs(60);

/// Limits: statements per client, and p99 of page requests meanwhile.
const STATEMENTS_EACH: f64 = 3.0;
const PAGE_WITHIN_MS: f64 = 2000.0;

/// Open files besides one connection per client: page requests and the tool's own.
const OTHER_FILES: usize = 300;

/// Duration of the load before the storm, and of the quiet reference.
const LOAD_TIME: Duration = Duration::from_secs(5);

/// Interval between page requests, regardless of responses.
const PAGE_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let clients = options.clients.min(open_files()?.saturating_sub(OTHER_FILES));
    if clients < options.clients {
        say(format_args!(
            "{clients} people come and not {}: this machine opens no more files (`ulimit -n`)",
            options.clients
        ));
    }
    let installation = Installation::start(options.database, None, clients).await?;
    let seats = seed(&installation.database, clients, options.room, 0).await?;
    let population = Population { room: options.room, rate: options.rate, slow: 0 };
    let people = People::connect_all(&installation.fronts, &seats, population).await?;
    // Clients with received messages reconnect at a position in the channel.
    sleep(LOAD_TIME).await;
    people.stop_messages().await?;

    let (second, here) = (Arc::new(Mutex::<Histogram>::default()), people.sampler());
    let pages = second.clone();
    let timeline = Timeline::watch(installation.processes(), move || (std::mem::take(&mut *lock(&pages)), here().1));
    let quiet = Time::watch(&installation, &seats, &second, async {
        sleep(LOAD_TIME).await;
        Ok(())
    });
    let quiet = quiet.await?;
    timeline.mark("storm");
    let (mut said, mut all_back) = (0, Duration::ZERO);
    let storm = Time::watch(&installation, &seats, &second, async {
        people.mark_fault_edge();
        said = people.disconnect(1).await?;
        timeline.mark("all come back");
        let began = Instant::now();
        people.drop_connections(Instruction::ComeBackSilent(2)).await?;
        people.until("to come back", |people| people.missing() == 0).await?;
        all_back = began.elapsed();
        Ok(())
    });
    let storm = storm.await?;
    timeline.mark("all back");

    people.stop_messages().await?;
    let store = Store::open(store::Options::new(&installation.database, installation.files()), Clock::system()).await?;
    let (records, reading) = people.finish().await?;
    let verdict = Verification::on(&store, &seats, &records).await?;
    store.close().await;
    // Subtracts background activity and page requests, measured in the quiet reference.
    let own = storm.statements - quiet.statements / quiet.took.as_secs_f64() * storm.took.as_secs_f64();
    let (all_back_s, each) = (all_back.as_secs_f64(), own / clients as f64);
    let text = format!(
        "{clients} people on {:?}: {said} messages while they were away, in as many rooms; all back after {all_back_s:.1} s (at most \
         {ALL_BACK_WITHIN:?}), {each:.1} statements for each (at \
         most {STATEMENTS_EACH}); pages' p99 at most {PAGE_WITHIN_MS} ms\n         | pages | failed | p50 ms | p95 ms | p99 ms | \
         longest ms\nquiet    | {quiet}\nstorm    | {storm}\n",
        options.database,
    );
    say(format_args!("{}", text.trim_end()));
    let all = serde_json::json!({"all_back_s": all_back_s, "said_meanwhile": said, "statements_each": each, "failed_pages": storm.failed, "verdict": verdict});
    timeline.write(&options.outputs, "Reconnect storm", "pages", &all, &text)?;

    ensure!(verdict.is_good(), "a promise was broken: {verdict:#?}");
    ensure!(reading.failed() == 0, "reads before the storm failed: {reading}");
    ensure!(storm.statements > 0.0, "the nodes count no statements");
    ensure!(each <= STATEMENTS_EACH, "it cost {each:.1} statements for each");
    ensure!(quiet.failed + storm.failed == 0, "{} pages could not be read", quiet.failed + storm.failed);
    if !options.unhurried {
        ensure!(all_back <= ALL_BACK_WITHIN, "not all clients reconnected within {ALL_BACK_WITHIN:?}");
        ensure!(storm.pages.p99_ms() < PAGE_WITHIN_MS, "page requests waited {:.0} ms", storm.pages.p99_ms());
    }
    Ok(())
}

fn lock(second: &Mutex<Histogram>) -> MutexGuard<'_, Histogram> {
    second.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Measurements of an interval.
struct Time {
    took: Duration,
    /// Statements of all nodes.
    statements: f64,
    /// Times of channel list requests, from their due time.
    pages: Times,
    failed: u64,
}

impl Time {
    async fn watch(
        installation: &Installation,
        seats: &[Seat],
        second: &Mutex<Histogram>,
        happens: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<Self> {
        let before = installation.counter(http::STATEMENTS).await;
        let (began, mut pages, mut failed) = (Instant::now(), Times::default(), 0);
        let mut note = |(due, status): (Instant, Option<u16>)| {
            pages.add(due.elapsed());
            lock(second).add(u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX));
            failed += u64::from(status != Some(200));
        };
        let ask = async |front, token, due| (due, http::channels(front, token).await);
        let (mut asks, mut open) = (interval(PAGE_INTERVAL), FuturesUnordered::new());
        let mut readers = seats.iter().cycle().zip(installation.fronts.iter().cycle());
        let mut happens = pin!(happens);
        loop {
            tokio::select! {
                result = &mut happens => break result?,
                due = asks.tick() => open.extend(readers.next().map(|(seat, front)| ask(*front, &seat.token, due))),
                Some(answer) = open.next() => note(answer),
            }
        }
        // Includes the slowest request.
        while let Some(answer) = open.next().await {
            note(answer);
        }
        let took = began.elapsed();
        Ok(Self { took, statements: installation.counter(http::STATEMENTS).await - before, pages, failed })
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:5} | {:6} | {}", self.pages.count(), self.failed, self.pages)
    }
}
