//! Requests per second and delay of the program side's routes, on one database with many people and answers. Mentor Hub takes turns
//! with a bare actix handler with one select (the floor) and a Fastify server with the same queries (the peer).

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::Value;
use tokio::time::sleep;

use crate::report::{Outputs, Turns, say};
use crate::target::Target;
use crate::temporary_database::TemporaryDatabase;

mod clients;
mod floor;
mod requests;
mod seed;
mod servers;
mod table;

use clients::{Connection, Load};
pub(crate) use floor::run as run_floor;
use requests::{Ask, Shape, World};
use servers::{Server, Servers};
use table::{Run, line, verdict};

/// Options.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("seconds", |seconds| seconds.default_value("3")))]
pub(crate) struct Options {
    /// Servers; the peer is left out without its packages
    #[arg(long, value_delimiter = ',', default_values = ["floor", "hub", "fastify"])]
    on: Vec<Server>,
    /// Requests; all without this
    #[arg(long, value_delimiter = ',')]
    only: Vec<Ask>,
    /// People
    #[arg(long, default_value_t = 100_000)]
    people: usize,
    /// Answers in surveys for each of them
    #[arg(long, default_value_t = 10)]
    answers: usize,
    /// Connections
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Requests per second of the rows with delays
    #[arg(long, default_value_t = 500.0)]
    rate: f64,
    /// Duration of these runs in seconds
    #[arg(long, default_value_t = 5)]
    seconds_at_rate: u64,
    #[command(flatten)]
    turns: Turns,
    /// Also write the numbers as JSON
    #[arg(long)]
    json: Option<PathBuf>,
}

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    let asks = if options.only.is_empty() { Ask::ALL.to_vec() } else { options.only.clone() };
    let (mut runs, mut databases) = (Vec::new(), Vec::new());
    for database in TemporaryDatabase::all("rest").await? {
        let resources = database.resources();
        let started = Instant::now();
        let world = Arc::new(seed::fill(&resources, options.people, options.answers).await?);
        let (on, people, seconds) = (database.on, options.people, started.elapsed().as_secs_f64());
        eprintln!("{on}: {people} people with {} answers each written in {seconds:.0} s", options.answers);
        let servers = Servers::start(&resources).await?;
        let bench = Bench { on, world, servers, options };
        let measured = bench.all(&asks).await;
        bench.servers.kill().await?;
        database.clear().await?;
        runs.extend(measured?);
        databases.push(on);
    }
    say(format_args!("{}", verdict(&runs, &databases, &asks, options.rate).trim_end()));
    let outputs = Outputs { json: options.json.clone(), html: None };
    outputs.write_files(|| Ok(serde_json::to_string_pretty(&runs)?), String::new)?;
    let failed: Vec<String> = runs.iter().filter(|run| run.failed > 0).map(line).collect();
    ensure!(failed.is_empty(), "requests failed:\n{}", failed.join("\n"));
    Ok(())
}

/// The servers on one database.
struct Bench<'a> {
    on: &'static str,
    world: Arc<World>,
    servers: Servers,
    options: &'a Options,
}

impl Bench<'_> {
    async fn all(&self, asks: &[Ask]) -> anyhow::Result<Vec<Run>> {
        let mut sizes = Vec::new();
        for &ask in asks {
            sizes.push((ask, self.size(ask).await.with_context(|| ask.name())?));
        }
        let (times, mut runs) = (self.options.turns.times, Vec::new());
        for turn in 1..=times {
            for &(ask, bytes) in &sizes {
                for (server, target, shape) in self.turn(ask, bytes) {
                    for rate in [None, Some(self.options.rate)] {
                        let what = Run { rate, bytes, ..self.nothing(server, ask) };
                        let run = self.measure(target, &shape, what).await?;
                        eprintln!("{turn}/{times}: {}", line(&run));
                        runs.push(run);
                    }
                }
            }
        }
        Ok(runs)
    }

    /// Returns a server that takes part.
    fn chosen(&self, server: Server) -> Option<&Target> {
        self.servers.of(server).filter(|_| self.options.on.contains(&server))
    }

    /// Returns the servers of a turn, and what they are asked.
    fn turn(&self, ask: Ask, bytes: usize) -> Vec<(Server, &Target, Shape)> {
        let is_writing = ask == Ask::SaveAnswer;
        let floor = |server, statement| {
            Some((server, self.chosen(Server::Floor)?, Shape::of_floor(statement, bytes, is_writing)))
        };
        let takes_part = |server| server != Server::Peer || ask.has_peer();
        let real = |server| Some((server, self.chosen(server).filter(|_| takes_part(server))?, ask.shape(&self.world)));
        let select = floor(Server::Floor, "select");
        let insert = floor(Server::WritingFloor, "insert").filter(|_| is_writing);
        [select, insert, real(Server::Own), real(Server::Peer)].into_iter().flatten().collect()
    }

    /// Returns the size of Mentor Hub's answer, which must have as many entries as the peer's.
    async fn size(&self, ask: Ask) -> anyhow::Result<usize> {
        let mut seen = Vec::new();
        for server in [Server::Own, Server::Peer] {
            let takes_part = server != Server::Peer || ask.has_peer();
            let Some(target) = self.chosen(server).filter(|_| takes_part) else { continue };
            let (address, world, shape) = (target.address, self.world.clone(), ask.shape(&self.world));
            let answer = tokio::task::spawn_blocking(move || {
                let mut request = Vec::new();
                world.write_next(&mut request, address, &shape);
                let mut connection = Connection::open(address)?;
                connection.ask(&request).map(|(status, body)| (status, body.to_vec()))
            });
            let (status, body) = answer.await??;
            let sentence = || format!("{}: {status} {}", server.name(), String::from_utf8_lossy(&body));
            ensure!(status == 200, sentence());
            let entries = ask.entries(&serde_json::from_slice::<Value>(&body).with_context(sentence)?);
            seen.push((body.len(), entries));
        }
        ensure!(seen.windows(2).all(|pair| pair[0].1 == pair[1].1), "the answers differ (bytes, entries): {seen:?}");
        Ok(seen.first().map_or(0, |(bytes, _)| *bytes))
    }

    fn nothing(&self, server: Server, ask: Ask) -> Run {
        Run {
            database: self.on,
            server,
            ask,
            rate: None,
            bytes: 0,
            requests_per_second: 0.0,
            p50_ms: 0.0,
            p99_ms: 0.0,
            server_us_per_request: 0.0,
            failed: 0,
            complaint: None,
        }
    }

    async fn measure(&self, target: &Target, shape: &Shape, what: Run) -> anyhow::Result<Run> {
        let turns = self.options.turns;
        let seconds = if what.rate.is_some() { self.options.seconds_at_rate } else { turns.seconds };
        let load = Load {
            connections: self.options.connections,
            rate: what.rate,
            warm_up: turns.settling.time(),
            time: Duration::from_secs(seconds),
        };
        let (address, world, shape) = (target.address, self.world.clone(), shape.clone());
        let asking = tokio::task::spawn_blocking(move || clients::ask(address, &world, &shape, &load));
        sleep(load.warm_up).await;
        let cpu = target.cpu()?;
        let outcome = asking.await?;
        let (delays, cpu) = (&outcome.delays, target.cpu()? - cpu);
        Ok(Run {
            requests_per_second: delays.count() as f64 / seconds as f64,
            p50_ms: delays.percentile(0.5),
            p99_ms: delays.percentile(0.99),
            server_us_per_request: cpu * 1e6 / delays.count().max(1) as f64,
            failed: outcome.failed,
            complaint: outcome.complaint,
            ..what
        })
    }
}
