//! One node, running or not.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::http::status_of;
use crate::target::{Place, Target, serve};
use crate::wire::Wire;

/// Starts a program for which a file that may not grow is an error, not the end.
const ON_ANY_DISK: &str = "trap '' XFSZ; exec \"$0\" \"$@\"";

/// Debian's place of the library that moves a process's clock, threads and all.
pub(super) fn other_time() -> String {
    format!("/usr/lib/{}-linux-gnu/faketime/libfaketimeMT.so.1", std::env::consts::ARCH)
}

/// One of them.
pub(crate) struct Node {
    place: Place,
    pub(super) address: SocketAddr,
    clock: &'static str,
    /// What it runs, and what it runs after an upgrade.
    binaries: [PathBuf; 2],
    running: Option<Target>,
    /// Its number while it runs, else 0: for who watches.
    pub(super) process: Arc<AtomicU32>,
}

impl Node {
    pub(super) async fn start_new(
        place: Place,
        address: SocketAddr,
        clock: &'static str,
        binaries: [PathBuf; 2],
    ) -> anyhow::Result<Self> {
        let mut node = Self { place, address, clock, binaries, running: None, process: Arc::default() };
        node.start().await?;
        Ok(node)
    }

    /// Starts it where it was before.
    pub(crate) async fn start(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new("sh");
        command.args(["-c", ON_ANY_DISK]).arg(&self.binaries[0]);
        serve(&mut command, &self.place, &self.address.to_string());
        let other_time = other_time();
        if self.clock != "+0" && Path::new(&other_time).exists() {
            command.env("LD_PRELOAD", other_time).env("FAKETIME", self.clock).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        // What the nodes complain of while things are broken on purpose is not news.
        command.env("MENTORHUB_LOG_FILTER", "off");
        let target = Target::run(&mut command, Wire::Hub).await?;
        self.process.store(target.pid()?, Relaxed);
        self.running = Some(target);
        Ok(())
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.process.store(0, Relaxed);
        self.running = None;
    }

    /// SIGTERM. Says after how long it was not ready, and after how long it was gone.
    pub(crate) async fn drain(&mut self) -> anyhow::Result<(Duration, Duration)> {
        let mut target = self.running.take().context("the node does not run")?;
        let asked = Instant::now();
        target.signal("-TERM").await?;
        // Refused counts as well: nothing new gets there.
        while status_of(self.address, "/readyz").await == Some(200) {
            sleep(Duration::from_millis(20)).await;
        }
        let not_ready = asked.elapsed();
        self.process.store(0, Relaxed);
        let status = timeout(Duration::from_secs(120), target.ended()).await??;
        ensure!(status.success(), "a node that was asked to end did so badly: {status}");
        Ok((not_ready, asked.elapsed()))
    }

    /// The next start is one of the other binary.
    pub(crate) fn change_binary(&mut self) {
        self.binaries.rotate_left(1);
    }

    /// What it runs.
    pub(crate) fn binary(&self) -> &Path {
        &self.binaries[0]
    }

    /// No file grows beyond so many bytes from now on, as on a disk that is full. None: there is room again.
    pub(crate) async fn limit_files(&self, bytes: Option<u64>) -> anyhow::Result<()> {
        let pid = self.running.as_ref().context("the node does not run")?.pid()?;
        let soft = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let limit = format!("--fsize={soft}:");
        let status = Command::new("prlimit").args(["--pid", &pid.to_string(), &limit]).status().await?;
        ensure!(status.success(), "prlimit failed: {status}");
        Ok(())
    }
}
