//! A matching round over many people, from rows to stored proposals and to its publication, while people chat on the same server.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::Args;
use store::Store;
use store::administration;
use store::clock::Clock;
use store::matching::runs::{self, Balance, Run, RunState};
use store::programmes::{self, Programme};
use tokio::time::sleep;

use crate::bulk::Bulk;
use crate::engine::{Crowd, Plan, Talk};
use crate::histogram::Histogram;
use crate::report::{Settling, say};
use crate::seed::seed;
use crate::target::{Kind, Resources, Target};
use crate::temporary_database::TemporaryDatabase;

mod cohort;

/// Options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Mentees who wait
    #[arg(long, default_value_t = 10_000)]
    mentees: usize,
    /// Mentors who wait
    #[arg(long, default_value_t = 3000)]
    mentors: usize,
    /// People who chat
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 50)]
    room: usize,
    /// Messages per second
    #[arg(long, default_value_t = 50.0)]
    rate: f64,
    /// Seconds of chat before the round
    #[arg(long, default_value_t = 20)]
    seconds: usize,
    /// Drafts before the round: during one, too few messages arrive for a percentile
    #[arg(long, default_value_t = 10)]
    drafts: usize,
    #[command(flatten)]
    settling: Settling,
}

/// A round from its due time to stored proposals takes no longer.
const STORED_WITHIN: Duration = Duration::from_secs(10);

/// The delay of chat during the round, compared with the time before.
const P99_RATIO: f64 = 1.2;

/// A round that takes longer has failed.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Between two drafts.
const REST: Duration = Duration::from_secs(1);

/// How often the state of the run is read: the times are no more precise.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    say(format_args!(
        "{} mentees, {} mentors; {} people chat, {} to a room, {} messages/s\n\
         database   | proposals | stored s | published s | server CPU s | chat p99 ms before | while drafting | while publishing",
        options.mentees, options.mentors, options.clients, options.room, options.rate
    ));
    let mut lines = Vec::new();
    for database in TemporaryDatabase::all("round").await? {
        let resources = database.resources();
        let measured = measure(options, &resources).await.context(database.on)?;
        say(format_args!("{:10} | {measured}", database.on));
        lines.push((database.on, measured));
        database.clear().await?;
    }
    for (on, Measured { stored, .. }) in &lines {
        ensure!(
            *stored <= STORED_WITHIN,
            "{on}: the proposals were stored after {stored:.1?} (goal {STORED_WITHIN:?})"
        );
    }
    Ok(())
}

struct Measured {
    balance: Balance,
    /// The longest of all drafts.
    stored: Duration,
    published: Duration,
    cpu: f64,
    /// Delays of chat before the round, until its drafts are stored, and while it is published.
    delays: [Histogram; 3],
}

impl std::fmt::Display for Measured {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [before, drafting, publishing] = self.delays.each_ref().map(|delays| delays.percentile(0.99));
        let judged = |p99: f64| {
            let verdict = if p99 <= before * P99_RATIO { "met" } else { "missed" };
            format!("{p99:.1} ({:.2}×, goal {P99_RATIO}×: {verdict})", p99 / before)
        };
        let (stored, published) = (self.stored.as_secs_f64(), self.published.as_secs_f64());
        write!(
            out,
            "{:9} | {stored:8.1} | {published:11.1} | {:12.1} | {before:18.1} | {} | {}",
            self.balance.proposals,
            self.cpu,
            judged(drafting),
            judged(publishing)
        )
    }
}

async fn measure(options: &Options, resources: &Resources) -> anyhow::Result<Measured> {
    let kind = if resources.bus.is_some() { Kind::Hub } else { Kind::Sqlite };
    // The first start imports the content.
    Target::start(kind, resources).await?.kill().await?;
    let store =
        Store::open(store::Options::new(&resources.database, resources.data.join("files")), Clock::system()).await?;
    let programme = open_matching(&store, false).await?;
    cohort::fill(&store, resources, &programme, options.mentees, options.mentors).await?;
    let seats = seed(&resources.database, options.clients, options.room, 0).await?;

    let target = Target::start(kind, resources).await?;
    let doors = vec![target.address; seats.len()];
    let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
    let talk = Talk::Rate(options.rate);
    let plan = Plan { protocol: target.protocol, seats: &seats, doors: &doors, room: options.room, talk, threads };
    let crowd = Crowd::connect_all(&plan).await?;
    crowd.start_sending();
    sleep(options.settling.time()).await;

    crowd.start_measuring();
    let measuring = Instant::now();
    sleep(Duration::from_secs(u64::try_from(options.seconds)?)).await;
    let before = measuring.elapsed();
    let mut drafts = Vec::new();
    for _ in 0..options.drafts.max(1) {
        let earlier = runs::open(&store, programme.id).await?.map(|run| run.id);
        make_due(resources, &programme).await?;
        let due = measuring.elapsed();
        let is_new = |run: &Run| run.state == RunState::Draft && Some(run.id) != earlier;
        awaited(&store, &programme, is_new).await?;
        drafts.push((due, measuring.elapsed()));
        sleep(REST).await;
    }
    open_matching(&store, true).await?;
    let cpu = target.cpu()?;
    make_due(resources, &programme).await?;
    let due = measuring.elapsed();
    awaited(&store, &programme, |run| run.state != RunState::Draft && run.state != RunState::Stale).await?;
    let stored = measuring.elapsed();
    let run = awaited(&store, &programme, |run| run.state == RunState::Published).await?;
    let (published, cpu) = (measuring.elapsed(), target.cpu()? - cpu);
    drafts.push((due, stored));
    crowd.stop_sending();
    let outcome = crowd.finish().await?;
    target.kill().await?;
    store.close().await;
    ensure!(outcome.lost + outcome.refused + outcome.closed == 0, "messages were lost: {:?}", outcome.complaint);
    ensure!(run.balance.fell_out == 0, "pairs fell out: {:?}", run.balance);
    ensure!(run.balance.mean_first_score > 0, "no answers were compared: {:?}", run.balance);
    // By the time of arrival: the tenth in which a draft was stored does not belong to it.
    let during = |spans: &[(Duration, Duration)]| {
        let tenths = spans.iter().flat_map(|(from, until)| tenths(*from)..tenths(*until).min(outcome.tenths.len()));
        Histogram::sum(tenths.map(|tenth| &outcome.tenths[tenth]))
    };
    let delays = [during(&[(Duration::ZERO, before)]), during(&drafts), during(&[(stored, published)])];
    let longest = drafts.iter().map(|(due, stored)| *stored - *due).max().context("no draft")?;
    Ok(Measured { balance: run.balance, stored: longest, published: published - due, cpu, delays })
}

/// Whole tenths of a second.
fn tenths(time: Duration) -> usize {
    (time.as_secs_f64() * 10.0) as usize
}

/// Waits until the latest run of a programme is as it should be.
async fn awaited(store: &Store, programme: &Programme, is_as: impl Fn(&Run) -> bool) -> anyhow::Result<Run> {
    let began = Instant::now();
    loop {
        sleep(LOOK_INTERVAL).await;
        if let Some(run) = runs::of_programme(store, programme.id, 1).await?.into_iter().find(&is_as) {
            return Ok(run);
        }
        if began.elapsed() > TIMEOUT {
            bail!("the round took longer than {TIMEOUT:?}");
        }
    }
}

/// Gives the first programme rules over the criteria of its surveys.
async fn open_matching(store: &Store, publishes: bool) -> anyhow::Result<Programme> {
    let first = async || anyhow::Ok(programmes::all(store).await?.into_iter().next().context("no programme")?);
    let programme = first().await?;
    let mut settings = programme.settings.0.clone();
    settings.matching = cohort::rules(publishes)?;
    administration::put_programme(store, &crate::JOB, &programme.key, &programme.name, &programme.time_zone, &settings)
        .await?;
    first().await
}

/// Makes the next round due: the worker of the server sees it within a second.
async fn make_due(resources: &Resources, programme: &Programme) -> anyhow::Result<()> {
    let mut bulk = Bulk::open(&resources.database, 1).await?;
    let (id, past) = (bulk.id(programme.id.0), "'2000-01-01T00:00:00+00:00'");
    bulk.execute(&format!("UPDATE matching_schedules SET next_round_at = {past} WHERE programme_id = {id}")).await
}
