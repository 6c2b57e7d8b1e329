//! The server under test, as a separate process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::protocol::Protocol;

/// Kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The baseline server of this binary.
    Floor,
    /// The hub on PostgreSQL and Redis.
    Hub,
    /// The hub on SQLite.
    Sqlite,
    /// Socket.IO with Redis and PostgreSQL.
    SocketIo,
}

impl Kind {
    /// Returns whether it makes the hub's promises, unlike the peer.
    pub(crate) fn is_ours(self) -> bool {
        self != Self::SocketIo
    }

    /// Returns whether it speaks the hub's protocol.
    pub(crate) fn is_hub(self) -> bool {
        matches!(self, Self::Hub | Self::Sqlite)
    }

    /// Name for tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Hub => "hub, PostgreSQL + Redis",
            Self::Sqlite => "hub, SQLite",
            Self::SocketIo => "Socket.IO, PostgreSQL + Redis",
        }
    }
}

/// Services of a server.
#[derive(Clone, Debug)]
pub(crate) struct Resources {
    pub(crate) database: String,
    pub(crate) bus: Option<String>,
    pub(crate) data: PathBuf,
}

/// A running server, killed when dropped.
#[derive(Debug)]
pub(crate) struct Target {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) protocol: Protocol,
}

impl Target {
    /// Starts it and waits until it accepts connections.
    pub(crate) async fn start(kind: Kind, resources: &Resources) -> anyhow::Result<Self> {
        match kind {
            Kind::Floor => Self::run(Command::new(std::env::current_exe()?).arg("floor"), Protocol::Bare).await,
            Kind::Hub | Kind::Sqlite => {
                let mut command = Command::new(hub_binary());
                serve(&mut command, resources, "127.0.0.1:0");
                Self::run(&mut command, Protocol::Hub).await
            }
            Kind::SocketIo => {
                let script = std::env::var_os("MENTORHUB_PEER").context("MENTORHUB_PEER names no server.mjs")?;
                let mut command = Command::new("node");
                command.arg(script).env("DATABASE_URL", &resources.database);
                command.env("REDIS_URL", resources.bus.as_deref().unwrap_or_default());
                Self::run(&mut command, Protocol::SocketIo).await
            }
        }
    }

    /// Starts a command and waits for its line `listening on http://ADDRESS`.
    pub(crate) async fn run(command: &mut Command, protocol: Protocol) -> anyhow::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().context("it cannot be started")?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
        let listening = async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, address)) = line.split_once("listening on http://") {
                    return Ok(address.trim().parse()?);
                }
            }
            anyhow::bail!("the server ended before it listened")
        };
        let address = tokio::time::timeout(Duration::from_secs(60), listening).await.context("too slow to start")??;
        Ok(Self { child, address, protocol })
    }

    /// Returns its memory in bytes.
    pub(crate) fn memory(&self) -> anyhow::Result<u64> {
        memory_of(self.pid()?, Memory::Now)
    }

    /// Returns its CPU time in seconds.
    pub(crate) fn cpu(&self) -> anyhow::Result<f64> {
        cpu_of(&self.pid()?.to_string())
    }

    /// Sends a signal such as `-TERM`.
    pub(crate) async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let status = Command::new("kill").args([signal, &self.pid()?.to_string()]).status().await?;
        anyhow::ensure!(status.success(), "the server has ended already");
        Ok(())
    }

    /// Waits for its exit.
    pub(crate) async fn ended(&mut self) -> anyhow::Result<std::process::ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// Kills it and waits for its exit, since the next one needs its database.
    pub(crate) async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Returns its process id.
    pub(crate) fn pid(&self) -> anyhow::Result<u32> {
        self.child.id().context("the server has ended")
    }
}

/// The hub's send queue limit, as in installations.
pub(crate) const QUEUE_BYTES: u64 = 4 * 1024 * 1024;

/// Builds the command line, with limits that a load generator does not reach.
pub(crate) fn serve(command: &mut Command, resources: &Resources, listen: &str) {
    command
        .args(["serve", "--listen", listen, "--data-dir"])
        .arg(&resources.data)
        .env("MENTORHUB_DATABASE_URL", &resources.database)
        .env("MENTORHUB_BUS_URL", resources.bus.as_deref().unwrap_or_default())
        .env("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .env("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000")
        .env("MENTORHUB_LIMITS_CONNECTIONS_PER_ADDRESS", "1000000")
        .env("MENTORHUB_LIMITS_QUEUE_BYTES", QUEUE_BYTES.to_string())
        .env("MENTORHUB_LOG_FILTER", "warn");
}

/// Returns the binary under test.
pub(crate) fn hub_binary() -> PathBuf {
    let beside = || std::env::current_exe().map_or_else(|_| "mentorhub".into(), |own| own.with_file_name("mentorhub"));
    std::env::var_os("MENTORHUB_BINARY").map_or_else(beside, PathBuf::from)
}

/// Returns the limit of open files of this process and its children.
pub(crate) fn open_files() -> anyhow::Result<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).context("no such limit")?;
    Ok(line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(usize::MAX))
}

/// Kind of memory value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// Current.
    Now,
    /// Peak.
    Peak,
}

/// Returns the memory of a process in bytes.
pub(crate) fn memory_of(process: u32, which: Memory) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let name = match which {
        Memory::Now => "VmRSS:",
        Memory::Peak => "VmHWM:",
    };
    let value = status.lines().find_map(|line| line.strip_prefix(name)).context("no such line")?;
    Ok(value.split_whitespace().next().context("no number")?.parse::<u64>()? * 1024)
}

/// Returns the CPU time of this process in seconds.
pub(crate) fn own_cpu() -> anyhow::Result<f64> {
    cpu_of("self")
}

/// Returns the CPU time of a process in seconds. Linux counts clock ticks of 10 ms.
pub(crate) fn cpu_of(process: &str) -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name in brackets may contain anything; user and system time are the 12th and 13th value after it.
    let after_name = stat.rsplit_once(')').context("no name")?.1;
    let mut ticks = after_name.split_whitespace().skip(11);
    let mut next = || anyhow::Ok(ticks.next().context("no time")?.parse::<f64>()?);
    Ok((next()? + next()?) / 100.0)
}

/// A temporary folder, removed on drop.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates an empty one for this process.
    pub(crate) fn new(name: &str) -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("mentorhub-load-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The operating system cleans up leftovers.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
