//! Servers, databases and people, prepared once for all runs; and a single run.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::ensure;
use tokio::time::sleep;

use super::cost::Cost;
use crate::engine::{Crowd, Outcome, Plan, Talk};
use crate::report::{self, Run, Settling, Turns};
use crate::seed::{Away, Seat, seed_with};
use crate::target::{Folder, Kind, Resources, Target};

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) clients: usize,
    /// Connected members of a room.
    pub(crate) room: usize,
    /// Offline members of a room.
    pub(crate) away: Away,
    /// Nodes that share one database.
    pub(crate) nodes: usize,
    /// Distributes the members of each room over the nodes, instead of whole rooms.
    pub(crate) is_split: bool,
    pub(crate) talk: Talk,
    pub(crate) seconds: u64,
    pub(crate) settling: Settling,
}

impl Load {
    /// One server, all members connected.
    pub(crate) fn new(clients: usize, room: usize, talk: Talk, seconds: u64, settling: Settling) -> Self {
        Self { clients, room, away: Away::muted(0), nodes: 1, is_split: false, talk, seconds, settling }
    }

    /// With the duration of these turns.
    pub(crate) fn of_turns(clients: usize, room: usize, talk: Talk, turns: &Turns) -> Self {
        Self::new(clients, room, talk, turns.seconds, turns.settling)
    }
}

/// Key of a population: server kind, clients, room size, offline members.
type Town = (Kind, usize, usize, Away);

/// Databases and their people, prepared once for all runs.
#[derive(Debug)]
pub(crate) struct Runner {
    folder: Folder,
    seats: HashMap<Town, Vec<Seat>>,
}

impl Runner {
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self { folder: Folder::new("bench")?, seats: HashMap::new() })
    }

    /// Returns whether the services for this kind are available.
    pub(crate) fn has(kind: Kind) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match kind {
            Kind::Floor | Kind::Sqlite => true,
            Kind::Hub => is_set("MENTORHUB_TEST_POSTGRES"),
            Kind::SocketIo => is_set("MENTORHUB_TEST_POSTGRES") && is_set("MENTORHUB_PEER"),
        }
    }

    pub(super) fn resources(&self, kind: Kind) -> anyhow::Result<Resources> {
        let data = self.folder.path().to_owned();
        Ok(match kind {
            Kind::Floor | Kind::Sqlite => {
                Resources { database: format!("sqlite:{}", data.join("mentorhub.db").display()), bus: None, data }
            }
            Kind::Hub | Kind::SocketIo => Resources {
                database: std::env::var("MENTORHUB_TEST_POSTGRES")?,
                bus: std::env::var("MENTORHUB_TEST_REDIS").ok().filter(|url| !url.is_empty()),
                data,
            },
        })
    }

    pub(super) async fn seats(&mut self, kind: Kind, resources: &Resources, load: &Load) -> anyhow::Result<Vec<Seat>> {
        // The floor needs only room names; the peer uses the hub's people.
        let of = if matches!(kind, Kind::Floor | Kind::Sqlite) { Kind::Sqlite } else { Kind::Hub };
        let town = (of, load.clients, load.room, load.away);
        let seats = match self.seats.get(&town) {
            Some(seats) => seats.clone(),
            None => {
                let seats = seed_with(&resources.database, load.clients, load.room, load.away).await?;
                self.seats.insert(town, seats.clone());
                seats
            }
        };
        Ok(seats)
    }

    /// Executes one run.
    pub(crate) async fn run(&mut self, kind: Kind, load: Load) -> anyhow::Result<Run> {
        let resources = self.resources(kind)?;
        let seats = self.seats(kind, &resources, &load).await?;
        let targets = start(kind, &resources, load.nodes).await?;
        let empty = memory(&targets)?;
        let doors: Vec<SocketAddr> = (0..seats.len())
            .map(|seat| targets[if load.is_split { seat } else { seat / load.room } % targets.len()].address)
            .collect();
        // The server uses the other half of the machine.
        let threads = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
        let protocol = targets[0].protocol;
        let plan = Plan { protocol, seats: &seats, doors: &doors, room: load.room, talk: load.talk, threads };
        let crowd = Crowd::connect_all(&plan).await?;
        sleep(load.settling.time()).await;
        let idle = memory(&targets)?.saturating_sub(empty);
        let joins_per_second = crowd.joins_per_second;

        crowd.start_sending();
        sleep(load.settling.time()).await;
        let before = Cost::so_far(kind, &targets, &resources).await?;
        crowd.start_measuring();
        let mut megabytes = Vec::new();
        for _ in 0..load.seconds {
            sleep(Duration::from_secs(1)).await;
            megabytes.push(memory(&targets)? as f64 / 1e6);
        }
        crowd.stop_sending();
        let cost = Cost::so_far(kind, &targets, &resources).await?.since(&before);
        let outcome = crowd.finish().await?;
        for target in targets {
            target.kill().await?;
        }
        let mut run = summary(kind, load, &outcome, &cost);
        run.joins_per_second = Some(joins_per_second);
        run.kilobytes_per_idle_connection = Some(idle as f64 / 1000.0 / load.clients as f64);
        run.memory_mb = megabytes;
        eprintln!("{}", report::line(&run));
        Ok(run)
    }
}

async fn start(kind: Kind, resources: &Resources, count: usize) -> anyhow::Result<Vec<Target>> {
    ensure!(count == 1 || kind == Kind::Hub, "several servers need PostgreSQL and Redis, and {} is alone", kind.name());
    let mut targets = Vec::new();
    for number in 1..=count.max(1) {
        let data = resources.data.join(format!("node{number}"));
        targets.push(Target::start(kind, &Resources { data, ..resources.clone() }).await?);
    }
    Ok(targets)
}

fn memory(targets: &[Target]) -> anyhow::Result<u64> {
    targets.iter().map(Target::memory).sum()
}

pub(super) fn summary(kind: Kind, load: Load, outcome: &Outcome, cost: &Cost) -> Run {
    let (seconds, deliveries) = (load.seconds as f64, outcome.delays.count() as f64);
    // Avoids a division by zero.
    let (messages, millions) = (outcome.measured as f64, deliveries.max(1.0) / 1e6);
    let each = messages.max(1.0);
    let (window, rate) = match load.talk {
        Talk::Window(window) => (Some(window), None),
        Talk::Rate(rate) => (None, Some(rate)),
    };
    Run {
        on: kind,
        clients: load.clients,
        room: load.room,
        away: load.away.count,
        is_muted: load.away.is_muted,
        nodes: load.nodes,
        is_split: load.is_split,
        window,
        rate,
        is_mixed: false,
        messages_per_second: messages / seconds,
        deliveries_per_second: deliveries / seconds,
        p50_ms: outcome.delays.percentile(0.5),
        p99_ms: outcome.delays.percentile(0.99),
        p999_ms: outcome.delays.percentile(0.999),
        server_cpu_seconds: cost.server_cpu / millions,
        generator_cpu_seconds: cost.generator_cpu / millions,
        database_cpu_seconds: cost.database_cpu.map(|cpu| cpu / millions),
        bus_cpu_seconds: cost.bus_cpu.map(|cpu| cpu / millions),
        server_cores: cost.server_cpu / seconds,
        generator_cores: cost.generator_cpu / seconds,
        server_us_per_message: cost.server_cpu * 1e6 / each,
        database_us_per_message: cost.database_cpu.map(|cpu| cpu * 1e6 / each),
        statements_per_message: cost.statements.map(|count| count / each),
        joins_per_second: None,
        kilobytes_per_idle_connection: None,
        lost: outcome.lost,
        doubled: outcome.doubled,
        out_of_order: outcome.out_of_order,
        refused: outcome.refused,
        closed: outcome.closed,
        reading: None,
        complaint: outcome.complaint.clone(),
        memory_mb: Vec::new(),
        seconds: outcome.seconds.iter().map(|s| [s.percentile(0.5), s.percentile(0.99)]).collect(),
        distribution: outcome.delays.distribution(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bench_with_lost_messages_fails() {
        let cost = Cost { server_cpu: 0.0, generator_cpu: 0.0, database_cpu: None, bus_cpu: None, statements: None };
        let run = |kind, lost| {
            let load = Load::new(1, 1, Talk::Window(1), 1, Settling::default());
            let mut outcome = Outcome::default();
            outcome.lost = lost;
            summary(kind, load, &outcome, &cost)
        };
        assert!(report::ensure_promises(&[run(Kind::Hub, 0), run(Kind::SocketIo, 1)]).is_ok());
        let error = report::ensure_promises(&[run(Kind::Hub, 0), run(Kind::Sqlite, 1)]).unwrap_err().to_string();
        assert!(error.contains("hub, SQLite") && !error.contains("NaN") && !error.contains("PostgreSQL"), "{error}");
    }
}
