//! An installation behind HAProxy for fault injection: three nodes with PostgreSQL and a private Redis, or one with SQLite.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use test_kit::Redis;
use tokio::process::{Child, Command};

use crate::http;
use crate::report::say;
use crate::target::{Folder, Resources, hub_binary, open_files};
use crate::timeline::Processes;

mod node;

use node::Node;

/// The configuration file of real installations.
const HAPROXY: &str = include_str!("../../deploy/haproxy/haproxy.cfg");

/// Clock offsets of the nodes, if libfaketime is installed.
const CLOCK_OFFSETS: [&str; 3] = ["+0", "+300s", "-300s"];

/// HAProxy needs two files per connection, briefly for the old and the new one, and some of its own.
const FILES_PER_CONNECTION: usize = 5;

/// Database of the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    /// Three nodes and Redis.
    Postgres,
    /// One node.
    Sqlite,
}

/// All processes of the installation.
pub(crate) struct Installation {
    /// Database address.
    pub(crate) database: String,
    redis: Option<Redis>,
    pub(crate) nodes: Vec<Node>,
    /// Client addresses, never empty.
    pub(crate) fronts: Vec<SocketAddr>,
    _haproxies: Vec<Child>,
    folder: Folder,
}

impl Installation {
    /// Starts the installation with addresses for so many people. Every second node runs the other binary, if there is one.
    pub(crate) async fn start(kind: Database, other: Option<&Path>, people: usize) -> anyhow::Result<Self> {
        let folder = Folder::new("installation")?;
        let (database, redis, clocks) = match kind {
            Database::Sqlite => {
                (format!("sqlite:{}", folder.path().join("mentorhub.db").display()), None, &CLOCK_OFFSETS[..1])
            }
            Database::Postgres => {
                let database = std::env::var("MENTORHUB_TEST_POSTGRES");
                (database.context("MENTORHUB_TEST_POSTGRES names no server")?, Some(Redis::start()), &CLOCK_OFFSETS[..])
            }
        };
        if clocks.len() > 1 && !Path::new(&node::faketime_library()).exists() {
            say(format_args!(
                "the clocks of the nodes agree: there is no libfaketime here (Debian's package of that name)"
            ));
        }
        let binaries = [hub_binary(), other.map_or_else(hub_binary, Path::to_owned)];
        let mut nodes = Vec::new();
        for (number, clock) in clocks.iter().enumerate() {
            let data = folder.path().join(format!("node{}", number + 1));
            let resources = Resources { database: database.clone(), bus: redis.as_ref().map(Redis::url), data };
            let mut binaries = binaries.clone();
            binaries.rotate_left(number % 2);
            nodes.push(Node::start_new(resources, free_address()?, clock, binaries).await?);
        }
        let (mut fronts, mut haproxies) = (Vec::new(), Vec::new());
        for _ in 0..people.div_ceil((open_files()? / FILES_PER_CONNECTION).max(1)).max(1) {
            fronts.push(free_address()?);
            haproxies.push(haproxy(&folder.path().join("haproxy.cfg"), fronts[fronts.len() - 1], &nodes)?);
        }
        let installation = Self { database, redis, nodes, fronts, _haproxies: haproxies, folder };
        installation.wait_until_ready().await?;
        Ok(installation)
    }

    async fn wait_until_ready(&self) -> anyhow::Result<()> {
        for _ in 0..300 {
            if http::status_of(self.fronts[0], "/readyz").await == Some(200) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("no node is ready")
    }

    /// Returns the nodes' Redis.
    pub(crate) fn redis(&mut self) -> anyhow::Result<&mut Redis> {
        self.redis.as_mut().context("one node has no Redis")
    }

    /// Returns a file folder for a store beside the nodes.
    pub(crate) fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    /// Returns the process ids of the nodes.
    pub(crate) fn processes(&self) -> Processes {
        self.nodes.iter().map(|node| node.process.clone()).collect()
    }

    /// Returns the sum of a counter over the running nodes.
    pub(crate) async fn counter(&self, name: &str) -> f64 {
        http::counter(self.nodes.iter().map(|node| node.address), name).await
    }
}

fn haproxy(config: &Path, front: SocketAddr, nodes: &[Node]) -> anyhow::Result<Child> {
    let is_there = |line: &&str| match line.split_once("MENTORHUB_NODE_") {
        Some((_, rest)) => (1..=nodes.len()).any(|number| rest.starts_with(&number.to_string())),
        // All people of a load test have one address.
        None => !line.contains("sc0_conn_cur"),
    };
    std::fs::write(config, HAPROXY.lines().filter(is_there).map(|line| format!("{line}\n")).collect::<String>())?;
    let mut haproxy = Command::new("haproxy");
    haproxy.args(["-db", "-f"]).arg(config).env("MENTORHUB_LISTEN", front.to_string()).kill_on_drop(true);
    for (number, node) in nodes.iter().enumerate() {
        haproxy.env(format!("MENTORHUB_NODE_{}", number + 1), node.address.to_string());
    }
    haproxy.spawn().context("haproxy cannot be started: it is Debian's package of that name")
}

/// Returns a free local address.
fn free_address() -> anyhow::Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
