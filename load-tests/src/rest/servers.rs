//! The compared servers, all on one database.

use std::ffi::OsString;

use anyhow::Context;
use serde::Serialize;
use tokio::process::Command;

use crate::protocol::Protocol;
use crate::target::{Kind, Resources, Target};

/// A server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Server {
    /// Bare handlers with one select.
    Floor,
    /// The same process with one insert, for requests that write.
    #[value(skip)]
    WritingFloor,
    /// Mentor Hub.
    #[value(name = "hub")]
    Own,
    /// Fastify.
    #[value(name = "fastify")]
    Peer,
}

impl Server {
    /// Name for tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::WritingFloor => "floor with an insert",
            Self::Own => "Mentor Hub",
            Self::Peer => "Fastify",
        }
    }
}

/// The processes. They run side by side, since a server without requests uses hardly any CPU.
#[derive(Debug)]
pub(super) struct Servers {
    floor: Target,
    own: Target,
    /// None without its packages.
    peer: Option<Target>,
}

impl Servers {
    pub(super) async fn start(resources: &Resources) -> anyhow::Result<Self> {
        let mut floor = Command::new(std::env::current_exe()?);
        floor.args(["rest-floor", "--database", &resources.database]);
        let peer = match peer_script() {
            Some(script) => Some(start_peer(script, resources).await.context("the peer")?),
            None => None,
        };
        Ok(Self { floor: Target::run(&mut floor, Protocol::Bare).await?, own: start_own(resources).await?, peer })
    }

    /// Returns a running server.
    pub(super) fn of(&self, server: Server) -> Option<&Target> {
        match server {
            Server::Floor | Server::WritingFloor => Some(&self.floor),
            Server::Own => Some(&self.own),
            Server::Peer => self.peer.as_ref(),
        }
    }

    /// Kills them and waits, since their database is removed.
    pub(super) async fn kill(self) -> anyhow::Result<()> {
        for target in [Some(self.floor), Some(self.own), self.peer].into_iter().flatten() {
            target.kill().await?;
        }
        Ok(())
    }
}

/// Starts Mentor Hub.
pub(super) async fn start_own(resources: &Resources) -> anyhow::Result<Target> {
    let kind = if resources.database.starts_with("sqlite") { Kind::Sqlite } else { Kind::Hub };
    Target::start(kind, resources).await
}

async fn start_peer(script: OsString, resources: &Resources) -> anyhow::Result<Target> {
    let mut command = Command::new("node");
    command.arg(script).env("DATABASE_URL", &resources.database).env("NODE_ENV", "production");
    Target::run(&mut command, Protocol::Bare).await
}

fn peer_script() -> Option<OsString> {
    std::env::var_os("MENTORHUB_PEER").filter(|script| !script.is_empty())
}
