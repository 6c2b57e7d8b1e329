//! A node, running or stopped.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::http::status_of;
use crate::protocol::Protocol;
use crate::target::{Resources, Target, serve};

/// Starts a program for which exceeding the file size limit is an error instead of a signal.
const IGNORE_FILE_SIZE_SIGNAL: &str = "trap '' XFSZ; exec \"$0\" \"$@\"";

/// Path of libfaketime in Debian, for threaded programs.
pub(super) fn faketime_library() -> String {
    format!("/usr/lib/{}-linux-gnu/faketime/libfaketimeMT.so.1", std::env::consts::ARCH)
}

/// A node.
pub(crate) struct Node {
    resources: Resources,
    pub(super) address: SocketAddr,
    clock: &'static str,
    /// Current binary and the one after an upgrade.
    binaries: [PathBuf; 2],
    running: Option<Target>,
    /// Process id, 0 while stopped; for sampling.
    pub(super) process: Arc<AtomicU32>,
}

impl Node {
    pub(super) async fn start_new(
        resources: Resources,
        address: SocketAddr,
        clock: &'static str,
        binaries: [PathBuf; 2],
    ) -> anyhow::Result<Self> {
        let mut node = Self { resources, address, clock, binaries, running: None, process: Arc::default() };
        node.start().await?;
        Ok(node)
    }

    /// Starts it on its previous port.
    pub(crate) async fn start(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new("sh");
        command.args(["-c", IGNORE_FILE_SIZE_SIGNAL]).arg(&self.binaries[0]);
        serve(&mut command, &self.resources, &self.address.to_string());
        let faketime_library = faketime_library();
        if self.clock != "+0" && Path::new(&faketime_library).exists() {
            command
                .env("LD_PRELOAD", faketime_library)
                .env("FAKETIME", self.clock)
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        // Errors during injected faults are expected.
        command.env("MENTORHUB_LOG_FILTER", "off");
        let target = Target::run(&mut command, Protocol::Hub).await?;
        self.process.store(target.pid()?, Relaxed);
        self.running = Some(target);
        Ok(())
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.process.store(0, Relaxed);
        self.running = None;
    }

    /// Sends SIGTERM. Returns the times until it was not ready and until it had exited.
    pub(crate) async fn drain(&mut self) -> anyhow::Result<(Duration, Duration)> {
        let mut target = self.running.take().context("the node does not run")?;
        let asked = Instant::now();
        target.signal("-TERM").await?;
        // A refused connection counts as not ready.
        while status_of(self.address, "/readyz").await == Some(200) {
            sleep(Duration::from_millis(20)).await;
        }
        let not_ready = asked.elapsed();
        self.process.store(0, Relaxed);
        let status = timeout(Duration::from_secs(120), target.ended()).await??;
        ensure!(status.success(), "a node that was asked to end did so badly: {status}");
        Ok((not_ready, asked.elapsed()))
    }

    /// Uses the other binary at the next start.
    pub(crate) fn change_binary(&mut self) {
        self.binaries.rotate_left(1);
    }

    /// Returns the current binary.
    pub(crate) fn binary(&self) -> &Path {
        &self.binaries[0]
    }

    /// Limits the file size, as on a full disk. None removes the limit.
    pub(crate) async fn limit_files(&self, bytes: Option<u64>) -> anyhow::Result<()> {
        let pid = self.running.as_ref().context("the node does not run")?.pid()?;
        let soft = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let limit = format!("--fsize={soft}:");
        let status = Command::new("prlimit").args(["--pid", &pid.to_string(), &limit]).status().await?;
        ensure!(status.success(), "prlimit failed: {status}");
        Ok(())
    }
}
