//! Everybody loses the connection in the same moment, as after a network failure: how soon are all back, what does it cost the
//! database, and what do those notice who just read a page meanwhile?

use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use store::Store;
use store::clock::Clock;
use tokio::time::{Instant, interval, sleep};

use crate::http;
use crate::people::{Habits, Order, People, Verdict};
use crate::report::{Times, say};
use crate::seed::{Seat, seed};
use crate::site::{Database, Site};

/// How many.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// What the installation stands on
    #[arg(long, default_value = "postgres")]
    database: Database,
    /// Connections
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 20)]
    room: usize,
    /// Messages per second while people talk before it
    #[arg(long, default_value_t = 200.0)]
    rate: f64,
}

/// Everybody is to be back within this time.
const ALL_BACK_WITHIN: Duration = Duration::from_secs(60);

/// How long people talk before it, and how long it is quiet.
const BEFORE: Duration = Duration::from_secs(5);

/// Time between two questions of those who read pages.
const PAGES: Duration = Duration::from_millis(50);

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let site = Site::start(options.database, None, options.clients).await?;
    let seats = seed(&site.database, options.clients, options.room, 0).await?;
    let habits = Habits { room: options.room, rate: options.rate, slow: 0 };
    let people = People::gather(&site.fronts, &seats, habits).await?;
    // Whoever has heard something comes back with a place in the conversation.
    sleep(BEFORE).await;
    people.fall_silent().await?;

    let quiet = Phase::watch(&site, &seats, async {
        sleep(BEFORE).await;
        Ok(())
    });
    let quiet = quiet.await?;
    let storm = Phase::watch(&site, &seats, async {
        people.lose_connections(Order::ComeBackSilent(1)).await?;
        people.until("to come back", |people| people.missing() == 0).await
    });
    let storm = storm.await?;

    people.fall_silent().await?;
    let store = Store::open(store::Options::new(&site.database, site.files()), Clock::system()).await?;
    let records = people.go_home().await?;
    let verdict = Verdict::on(&store, &seats, &records).await?;
    store.close().await;
    // What happens anyway, and what the pages cost, happens in both.
    let own = storm.statements - quiet.statements / quiet.took.as_secs_f64() * storm.took.as_secs_f64();
    say(format_args!(
        "{} people on {:?}: all back after {:.1} s, {:.1} statements for each",
        options.clients,
        options.database,
        storm.took.as_secs_f64(),
        own / options.clients as f64,
    ));
    say(format_args!("         | pages | failed | p50 ms | p95 ms | longest ms"));
    say(format_args!("quiet    | {quiet}"));
    say(format_args!("storm    | {storm}"));
    ensure!(verdict.is_good(), "a promise was broken: {verdict:#?}");
    ensure!(storm.statements > 0.0, "the nodes count no statements");
    ensure!(storm.took <= ALL_BACK_WITHIN, "not everybody was back within {ALL_BACK_WITHIN:?}");
    Ok(())
}

/// What some time was like.
struct Phase {
    took: Duration,
    /// Of all nodes.
    statements: f64,
    /// Of somebody who lists their channels over and over.
    pages: Times,
    failed: u64,
}

impl Phase {
    async fn watch(
        site: &Site,
        seats: &[Seat],
        happens: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<Self> {
        let before = site.counter(http::STATEMENTS).await;
        let (began, mut pages, mut failed) = (Instant::now(), Times::default(), 0);
        let reads = async {
            let mut asks = interval(PAGES);
            for seat in seats.iter().cycle() {
                asks.tick().await;
                let status = pages.take(http::channels(site.fronts[0], &seat.token)).await;
                failed += u64::from(status != Some(200));
            }
        };
        tokio::select! {
            result = happens => result?,
            () = reads => {}
        }
        let took = began.elapsed();
        Ok(Self { took, statements: site.counter(http::STATEMENTS).await - before, pages, failed })
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:5} | {:6} | {}", self.pages.count(), self.failed, self.pages)
    }
}
