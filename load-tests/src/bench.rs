//! One measurement: a server, a crowd, some seconds.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::engine::{Crowd, Outcome, Plan, Talk};
use crate::report::{self, Run};
use crate::seed::{Seat, seed};
use crate::target::{Folder, Kind, Place, Target, own_cpu};

mod mixed;

/// What to measure.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Servers; those that have no database here are left out
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "hub"])]
    on: Vec<Kind>,
    /// Connections
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    /// Members of a room
    #[arg(long, default_value_t = 100)]
    room: usize,
    /// Messages in flight in each room; several values make several runs
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16])]
    window: Vec<usize>,
    /// Instead: so many messages per second in all, or "max" for the highest rate that is borne
    #[arg(long)]
    rate: Option<String>,
    /// Who talks: people as they are, who also read, scroll, type, search and lose the connection, instead of messages alone
    #[arg(long, conflicts_with = "window")]
    mix: Option<Mix>,
    /// How long each run measures
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    #[command(flatten)]
    pub(crate) outputs: report::Outputs,
}

/// What else is done besides sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mix {
    /// What people do, about as often as they do it.
    People,
}

/// What one run measures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) clients: usize,
    pub(crate) room: usize,
    pub(crate) talk: Talk,
    pub(crate) seconds: u64,
}

/// Before it counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// Until what was needed to let everybody in is given back.
const SETTLE: Duration = Duration::from_secs(1);

/// A rate is borne if 99 of 100 deliveries take no longer than this.
const BEARABLE_MS: f64 = 100.0;

/// Messages per second of people who are told no other rate.
const MIXED_RATE: f64 = 200.0;

pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let (mut stage, mut runs) = (Stage::new()?, Vec::new());
    for &kind in options.on.iter().filter(|kind| Stage::has(**kind)) {
        let load = |talk| Load { clients: options.clients, room: options.room, talk, seconds: options.seconds };
        match options.rate.as_deref() {
            rate if options.mix == Some(Mix::People) => {
                let rate = rate.map_or(Ok(MIXED_RATE), str::parse).context("--mix needs a rate that is a number")?;
                runs.push(stage.mixed(kind, load(Talk::Rate(rate)), rate).await?);
            }
            Some("max") => runs.push(stage.highest(kind, load(Talk::Rate(500.0))).await?),
            Some(rate) => runs.push(stage.run(kind, load(Talk::Rate(rate.parse()?))).await?),
            None => {
                for &window in &options.window {
                    runs.push(stage.run(kind, load(Talk::Window(window))).await?);
                }
            }
        }
    }
    options.outputs.write(&runs, None)
}

/// Databases and the people in them, made once for all runs.
#[derive(Debug)]
pub(crate) struct Stage {
    folder: Folder,
    seats: HashMap<(Kind, usize, usize), Vec<Seat>>,
}

impl Stage {
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self { folder: Folder::new("bench")?, seats: HashMap::new() })
    }

    /// Whether there is what such a server needs.
    pub(crate) fn has(kind: Kind) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match kind {
            Kind::Floor | Kind::Sqlite => true,
            Kind::Hub => is_set("MENTORHUB_TEST_POSTGRES"),
            Kind::SocketIo => is_set("MENTORHUB_TEST_POSTGRES") && is_set("MENTORHUB_PEER"),
        }
    }

    fn place(&self, kind: Kind) -> anyhow::Result<Place> {
        let data = self.folder.path().to_owned();
        Ok(match kind {
            Kind::Floor | Kind::Sqlite => {
                Place { database: format!("sqlite:{}", data.join("mentorhub.db").display()), bus: None, data }
            }
            Kind::Hub | Kind::SocketIo => Place {
                database: std::env::var("MENTORHUB_TEST_POSTGRES")?,
                bus: std::env::var("MENTORHUB_TEST_REDIS").ok(),
                data,
            },
        })
    }

    async fn seats(&mut self, kind: Kind, place: &Place, load: &Load) -> anyhow::Result<Vec<Seat>> {
        // The floor needs names of rooms and knows nobody; the peer reads the people of the hub.
        let of = if matches!(kind, Kind::Floor | Kind::Sqlite) { Kind::Sqlite } else { Kind::Hub };
        let key = (of, load.clients, load.room);
        let seats = match self.seats.get(&key) {
            Some(seats) => seats.clone(),
            None => {
                let seats = seed(&place.database, load.clients, load.room).await?;
                self.seats.insert(key, seats.clone());
                seats
            }
        };
        Ok(seats)
    }

    /// One run.
    pub(crate) async fn run(&mut self, kind: Kind, load: Load) -> anyhow::Result<Run> {
        let place = self.place(kind)?;
        let seats = self.seats(kind, &place, &load).await?;
        let target = Target::start(kind, &place).await?;
        let empty = target.memory()?;
        // The other half of the machine is the server's.
        let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
        let plan = Plan {
            address: target.address,
            wire: target.wire,
            seats: &seats,
            room: load.room,
            talk: load.talk,
            threads,
        };
        let crowd = Crowd::gather(&plan).await?;
        tokio::time::sleep(SETTLE).await;
        let idle = target.memory()?.saturating_sub(empty);
        let joins_per_second = crowd.joins_per_second;

        crowd.start_talking();
        tokio::time::sleep(WARM_UP).await;
        crowd.start_measuring();
        let (server_cpu, own) = (target.cpu()?, own_cpu()?);
        let mut memory = Vec::new();
        for _ in 0..load.seconds {
            tokio::time::sleep(Duration::from_secs(1)).await;
            memory.push(target.memory()? as f64 / 1e6);
        }
        let cpu = (target.cpu()? - server_cpu, own_cpu()? - own);
        crowd.stop_talking();
        let outcome = crowd.go_home().await?;
        let mut run = summary(kind, load, &outcome, cpu);
        run.joins_per_second = joins_per_second;
        run.kilobytes_per_idle_connection = idle as f64 / 1024.0 / load.clients as f64;
        run.memory_mb = memory;
        eprintln!("{}", report::line(&run));
        Ok(run)
    }

    /// The highest rate that is borne: up by half until it is too much.
    async fn highest(&mut self, kind: Kind, load: Load) -> anyhow::Result<Run> {
        let (mut best, mut rate) = (None, 500.0);
        loop {
            let run = self.run(kind, Load { talk: Talk::Rate(rate), seconds: load.seconds.min(5), ..load }).await?;
            let is_borne = run.p99_ms <= BEARABLE_MS && run.lost == 0 && run.messages_per_second > rate * 0.95;
            if !is_borne {
                return Ok(best.unwrap_or(run));
            }
            best = Some(run);
            rate *= 1.5;
        }
    }
}

fn summary(kind: Kind, load: Load, outcome: &Outcome, (server_cpu, generator_cpu): (f64, f64)) -> Run {
    let (seconds, deliveries) = (load.seconds as f64, outcome.delays.count() as f64);
    let (window, rate) = match load.talk {
        Talk::Window(window) => (Some(window), None),
        Talk::Rate(rate) => (None, Some(rate)),
    };
    Run {
        on: kind,
        clients: load.clients,
        room: load.room,
        window,
        rate,
        is_mixed: false,
        messages_per_second: outcome.measured as f64 / seconds,
        deliveries_per_second: deliveries / seconds,
        p50_ms: outcome.delays.percentile(0.5),
        p99_ms: outcome.delays.percentile(0.99),
        p999_ms: outcome.delays.percentile(0.999),
        server_cpu_seconds: server_cpu / (deliveries / 1e6),
        generator_cpu_seconds: generator_cpu / (deliveries / 1e6),
        server_cores: server_cpu / seconds,
        generator_cores: generator_cpu / seconds,
        joins_per_second: 0.0,
        kilobytes_per_idle_connection: 0.0,
        lost: outcome.lost,
        doubled: outcome.doubled,
        out_of_order: outcome.out_of_order,
        refused: outcome.refused,
        closed: outcome.closed,
        complaint: outcome.complaint.clone(),
        memory_mb: Vec::new(),
        seconds: outcome.seconds.iter().map(|s| [s.percentile(0.5), s.percentile(0.99)]).collect(),
        distribution: outcome.delays.distribution(),
    }
}
