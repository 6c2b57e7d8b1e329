//! Everybody loses the connection in the same moment, as in a network failure, and comes back in the same moment, when some things
//! were said: how soon are all back, what does it cost the database, and what do those notice who just read a page meanwhile?

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

use crate::course::Course;
use crate::histogram::Histogram;
use crate::http;
use crate::people::{Habits, Order, People, Verdict};
use crate::report::{Outputs, Times, say};
use crate::seed::{Seat, seed};
use crate::site::{Database, Site};
use crate::target::open_files;

/// How many.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// What the installation stands on
    #[arg(long, default_value = "postgres")]
    database: Database,
    /// Connections
    #[arg(long, default_value_t = 10_000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 20)]
    room: usize,
    /// Messages per second while people talk before it
    #[arg(long, default_value_t = 200.0)]
    rate: f64,
    /// Says how long things took and fails for none of it: for a machine that is busy with something else
    #[arg(long)]
    unhurried: bool,
    #[command(flatten)]
    outputs: Outputs,
}

/// Everybody is to be back within this time.
const ALL_BACK_WITHIN: Duration = Duration::from_secs(60);

/// Statements that one of them costs, and how long who reads a page meanwhile waits at most, in 99 of 100 cases.
const STATEMENTS_EACH: f64 = 3.0;
const PAGE_WITHIN_MS: f64 = 2000.0;

/// Files that are open besides a connection of each: of who searches or reads pages, and our own.
const OTHER_FILES: usize = 300;

/// How long people talk before it, and how long it is quiet.
const BEFORE: Duration = Duration::from_secs(5);

/// Time between two questions of those who read pages, whether the one before was answered or not.
const PAGES: Duration = Duration::from_millis(50);

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let clients = options.clients.min(open_files()?.saturating_sub(OTHER_FILES));
    if clients < options.clients {
        say(format_args!(
            "{clients} people come and not {}: this machine opens no more files (`ulimit -n`)",
            options.clients
        ));
    }
    let site = Site::start(options.database, None, clients).await?;
    let seats = seed(&site.database, clients, options.room, 0).await?;
    let habits = Habits { room: options.room, rate: options.rate, slow: 0 };
    let people = People::gather(&site.fronts, &seats, habits).await?;
    // Whoever has heard something comes back with a place in the conversation.
    sleep(BEFORE).await;
    people.fall_silent().await?;

    let (second, here) = (Arc::new(Mutex::<Histogram>::default()), people.pulse());
    let pages = second.clone();
    let course = Course::watch(site.processes(), move || (std::mem::take(&mut *lock(&pages)), here().1));
    let quiet = Time::watch(&site, &seats, &second, async {
        sleep(BEFORE).await;
        Ok(())
    });
    let quiet = quiet.await?;
    course.mark("storm");
    let (mut said, mut all_back) = (0, Duration::ZERO);
    let storm = Time::watch(&site, &seats, &second, async {
        people.trouble();
        said = people.go_away(1).await?;
        course.mark("all come back");
        let began = Instant::now();
        people.lose_connections(Order::ComeBackSilent(2)).await?;
        people.until("to come back", |people| people.missing() == 0).await?;
        all_back = began.elapsed();
        Ok(())
    });
    let storm = storm.await?;
    course.mark("all back");

    people.fall_silent().await?;
    let store = Store::open(store::Options::new(&site.database, site.files()), Clock::system()).await?;
    let (records, reading) = people.go_home().await?;
    let verdict = Verdict::on(&store, &seats, &records).await?;
    store.close().await;
    // What happens anyway, and what the pages cost, happens in both.
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
    course.write(&options.outputs, "Everybody at once", "pages", &all, &text)?;

    ensure!(verdict.is_good(), "a promise was broken: {verdict:#?}");
    ensure!(reading.failed() == 0, "what people read before failed: {reading}");
    ensure!(storm.statements > 0.0, "the nodes count no statements");
    ensure!(each <= STATEMENTS_EACH, "it cost {each:.1} statements for each");
    ensure!(quiet.failed + storm.failed == 0, "{} pages could not be read", quiet.failed + storm.failed);
    if !options.unhurried {
        ensure!(all_back <= ALL_BACK_WITHIN, "not everybody was back within {ALL_BACK_WITHIN:?}");
        ensure!(storm.pages.p99_ms() < PAGE_WITHIN_MS, "who read a page waited {:.0} ms", storm.pages.p99_ms());
    }
    Ok(())
}

fn lock(second: &Mutex<Histogram>) -> MutexGuard<'_, Histogram> {
    second.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What some time was like.
struct Time {
    took: Duration,
    /// Of all nodes.
    statements: f64,
    /// Of those who list their channels, one after the other, from the moment at which it was their turn.
    pages: Times,
    failed: u64,
}

impl Time {
    async fn watch(
        site: &Site,
        seats: &[Seat],
        second: &Mutex<Histogram>,
        happens: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<Self> {
        let before = site.counter(http::STATEMENTS).await;
        let (began, mut pages, mut failed) = (Instant::now(), Times::default(), 0);
        let mut note = |(due, status): (Instant, Option<u16>)| {
            pages.add(due.elapsed());
            lock(second).add(u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX));
            failed += u64::from(status != Some(200));
        };
        let ask = async |front, token, due| (due, http::channels(front, token).await);
        let (mut asks, mut open) = (interval(PAGES), FuturesUnordered::new());
        let mut readers = seats.iter().cycle().zip(site.fronts.iter().cycle());
        let mut happens = pin!(happens);
        loop {
            tokio::select! {
                result = &mut happens => break result?,
                due = asks.tick() => open.extend(readers.next().map(|(seat, front)| ask(*front, &seat.token, due))),
                Some(answer) = open.next() => note(answer),
            }
        }
        // Whoever waits the longest is not to be forgotten.
        while let Some(answer) = open.next().await {
            note(answer);
        }
        let took = began.elapsed();
        Ok(Self { took, statements: site.counter(http::STATEMENTS).await - before, pages, failed })
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:5} | {:6} | {}", self.pages.count(), self.failed, self.pages)
    }
}
