//! The server under test: a process of its own, watched from outside.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::wire::Wire;

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The bare fan-out server of this binary.
    Floor,
    /// The hub on PostgreSQL and Redis.
    Hub,
    /// The hub on SQLite, alone.
    Sqlite,
    /// Socket.IO with Redis and PostgreSQL.
    SocketIo,
}

impl Kind {
    /// Whether it makes the hub's promises: the peer does not.
    pub(crate) fn is_ours(self) -> bool {
        self != Self::SocketIo
    }

    /// Whether it speaks the hub's own protocol.
    pub(crate) fn is_hub(self) -> bool {
        matches!(self, Self::Hub | Self::Sqlite)
    }

    /// For tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Hub => "hub, PostgreSQL + Redis",
            Self::Sqlite => "hub, SQLite",
            Self::SocketIo => "Socket.IO, PostgreSQL + Redis",
        }
    }
}

/// Where a server finds what it needs.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) database: String,
    pub(crate) bus: Option<String>,
    pub(crate) data: PathBuf,
}

/// A running server, killed when dropped.
#[derive(Debug)]
pub(crate) struct Target {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) wire: Wire,
}

impl Target {
    /// Starts it and waits until it accepts.
    pub(crate) async fn start(kind: Kind, place: &Place) -> anyhow::Result<Self> {
        match kind {
            Kind::Floor => Self::run(Command::new(std::env::current_exe()?).arg("floor"), Wire::Bare).await,
            Kind::Hub | Kind::Sqlite => {
                let mut command = Command::new(hub_binary());
                serve(&mut command, place, "127.0.0.1:0");
                Self::run(&mut command, Wire::Hub).await
            }
            Kind::SocketIo => {
                let script = std::env::var_os("MENTORHUB_PEER").context("MENTORHUB_PEER names no server.mjs")?;
                let mut command = Command::new("node");
                command.arg(script).env("DATABASE_URL", &place.database);
                command.env("REDIS_URL", place.bus.as_deref().unwrap_or_default());
                Self::run(&mut command, Wire::SocketIo).await
            }
        }
    }

    /// Starts a command that says `listening on http://ADDRESS` once it does.
    pub(crate) async fn run(command: &mut Command, wire: Wire) -> anyhow::Result<Self> {
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
        Ok(Self { child, address, wire })
    }

    /// Memory in use, in bytes.
    pub(crate) fn memory(&self) -> anyhow::Result<u64> {
        memory_of(self.pid()?, Memory::Now)
    }

    /// Processor time used so far, in seconds.
    pub(crate) fn cpu(&self) -> anyhow::Result<f64> {
        cpu_of(&self.pid()?.to_string())
    }

    /// Sends a signal such as `-TERM`.
    pub(crate) async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let status = Command::new("kill").args([signal, &self.pid()?.to_string()]).status().await?;
        anyhow::ensure!(status.success(), "the server has ended already");
        Ok(())
    }

    /// Waits for its end.
    pub(crate) async fn ended(&mut self) -> anyhow::Result<std::process::ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// Kills it and waits until it is gone: the next one wants its database.
    pub(crate) async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Its number.
    pub(crate) fn pid(&self) -> anyhow::Result<u32> {
        self.child.id().context("the server has ended")
    }
}

/// What may wait for a reader in the hub: what installations have, too.
pub(crate) const QUEUE_BYTES: u64 = 4 * 1024 * 1024;

/// What a program is to serve, with limits that a load generator does not run into.
pub(crate) fn serve(command: &mut Command, place: &Place, listen: &str) {
    command
        .args(["serve", "--listen", listen, "--data-dir"])
        .arg(&place.data)
        .env("MENTORHUB_DATABASE_URL", &place.database)
        .env("MENTORHUB_BUS_URL", place.bus.as_deref().unwrap_or_default())
        .env("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .env("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000")
        .env("MENTORHUB_LIMITS_QUEUE_BYTES", QUEUE_BYTES.to_string())
        .env("MENTORHUB_LOG_FILTER", "warn");
}

/// The program under test.
pub(crate) fn hub_binary() -> PathBuf {
    let beside = || std::env::current_exe().map_or_else(|_| "mentorhub".into(), |own| own.with_file_name("mentorhub"));
    std::env::var_os("MENTORHUB_BINARY").map_or_else(beside, PathBuf::from)
}

/// How many files this process, and what it starts, may open.
pub(crate) fn open_files() -> anyhow::Result<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).context("no such limit")?;
    Ok(line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(usize::MAX))
}

/// Which memory of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// What it has.
    Now,
    /// The most that it had.
    Peak,
}

/// Memory of a process, in bytes.
pub(crate) fn memory_of(process: u32, which: Memory) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let name = match which {
        Memory::Now => "VmRSS:",
        Memory::Peak => "VmHWM:",
    };
    let value = status.lines().find_map(|line| line.strip_prefix(name)).context("no such line")?;
    Ok(value.split_whitespace().next().context("no number")?.parse::<u64>()? * 1024)
}

/// Processor time that this process used so far, in seconds.
pub(crate) fn own_cpu() -> anyhow::Result<f64> {
    cpu_of("self")
}

/// Processor time that a process used so far, in seconds. Clock ticks are hundredths of a second on Linux.
pub(crate) fn cpu_of(process: &str) -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may hold anything; user and system time are the 12th and 13th value after it.
    let after_name = stat.rsplit_once(')').context("no name")?.1;
    let mut ticks = after_name.split_whitespace().skip(11);
    let mut next = || anyhow::Ok(ticks.next().context("no time")?.parse::<f64>()?);
    Ok((next()? + next()?) / 100.0)
}

/// A folder that goes with this value.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty one, for whatever runs in this process under this name.
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
        // What cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
