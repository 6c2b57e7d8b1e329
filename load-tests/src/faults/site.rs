//! An installation of three nodes behind HAProxy, with a Redis of its own, that can be hurt in every way.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context, ensure};
use test_kit::Redis;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::target::{Folder, Place, Target, hub};
use crate::wire::Wire;

/// The file that installations use, too.
const HAPROXY: &str = include_str!("../../../deploy/haproxy/haproxy.cfg");

/// Debian's place of the library that moves a process's clock, threads and all.
fn other_time() -> String {
    format!("/usr/lib/{}-linux-gnu/faketime/libfaketimeMT.so.1", std::env::consts::ARCH)
}

/// How far the clocks of neighbouring nodes are apart, where the library is there.
const CLOCKS: [&str; 3] = ["+0", "+300s", "-300s"];

/// Everything that runs.
pub(super) struct Site {
    pub(super) redis: Redis,
    pub(super) nodes: Vec<Node>,
    /// Where people come in.
    pub(super) front: SocketAddr,
    _haproxy: Child,
    folder: Folder,
}

/// One node, running or not.
pub(super) struct Node {
    place: Place,
    address: SocketAddr,
    clock: &'static str,
    running: Option<Target>,
}

impl Site {
    pub(super) async fn start() -> anyhow::Result<Self> {
        let folder = Folder::new("faults")?;
        let redis = Redis::start();
        let database = std::env::var("MENTORHUB_TEST_POSTGRES").context("MENTORHUB_TEST_POSTGRES names no server")?;
        let mut nodes = Vec::new();
        for clock in CLOCKS {
            let data = folder.path().join(format!("node{}", nodes.len() + 1));
            let place = Place { database: database.clone(), bus: Some(redis.url()), data };
            let mut node = Node { place, address: free_address()?, clock, running: None };
            node.start().await?;
            nodes.push(node);
        }
        let front = free_address()?;
        let config = folder.path().join("haproxy.cfg");
        std::fs::write(&config, HAPROXY)?;
        let mut haproxy = Command::new("haproxy");
        haproxy.args(["-db", "-f"]).arg(&config).env("MENTORHUB_LISTEN", front.to_string()).kill_on_drop(true);
        for (number, node) in nodes.iter().enumerate() {
            haproxy.env(format!("MENTORHUB_NODE_{}", number + 1), node.address.to_string());
        }
        let haproxy = haproxy.spawn().context("haproxy cannot be started: it is Debian's package of that name")?;
        let site = Self { redis, nodes, front, _haproxy: haproxy, folder };
        site.wait_until_ready().await?;
        Ok(site)
    }

    async fn wait_until_ready(&self) -> anyhow::Result<()> {
        for _ in 0..300 {
            if status_of(self.front, "/readyz").await == Some(200) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("HAProxy found no node that is ready")
    }

    /// The folder of the nodes.
    pub(super) fn files(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Memory of all nodes that run, in MB.
    pub(super) fn memory(&self) -> Vec<f64> {
        let running = self.nodes.iter().filter_map(|node| node.running.as_ref());
        running.filter_map(|target| target.memory().ok()).map(|bytes| bytes as f64 / 1e6).collect()
    }

    /// Sum of a counter over the nodes that run.
    pub(super) async fn counter(&self, name: &str) -> f64 {
        let mut sum = 0.0;
        for node in &self.nodes {
            let Some((_, text)) = get(node.address, "/metrics").await else { continue };
            let values = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
            sum += values.sum::<f64>();
        }
        sum
    }
}

impl Node {
    /// Starts it where it was before.
    pub(super) async fn start(&mut self) -> anyhow::Result<()> {
        let mut command = hub(&self.place, &self.address.to_string());
        let other_time = other_time();
        if self.clock != "+0" && std::path::Path::new(&other_time).exists() {
            command.env("LD_PRELOAD", other_time).env("FAKETIME", self.clock).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        // What the nodes complain of while things are broken on purpose is not news.
        command.env("MENTORHUB_LOG_FILTER", "off");
        self.running = Some(Target::run(&mut command, Wire::Hub).await?);
        Ok(())
    }

    /// `kill -9`.
    pub(super) fn kill(&mut self) {
        self.running = None;
    }

    /// SIGTERM. Says after how long it was not ready, and after how long it was gone.
    pub(super) async fn drain(&mut self) -> anyhow::Result<(Duration, Duration)> {
        let mut target = self.running.take().context("the node does not run")?;
        let asked = tokio::time::Instant::now();
        target.signal("-TERM").await?;
        // Refused counts as well: nothing new gets there.
        while status_of(self.address, "/readyz").await == Some(200) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let not_ready = asked.elapsed();
        let status = tokio::time::timeout(Duration::from_secs(120), target.ended()).await??;
        ensure!(status.success(), "a node that was asked to end did so badly: {status}");
        Ok((not_ready, asked.elapsed()))
    }
}

/// A free address of this machine.
fn free_address() -> anyhow::Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// The status of an answer.
pub(super) async fn status_of(address: SocketAddr, path: &str) -> Option<u16> {
    get(address, path).await.map(|(status, _)| status)
}

/// Status and text of an answer; None if there is none.
pub(super) async fn get(address: SocketAddr, path: &str) -> Option<(u16, String)> {
    call(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")).await
}

/// Somebody looks for a word.
pub(super) async fn search(address: SocketAddr, token: &str) -> Option<u16> {
    let body = r#"{"searchText":"tomorrow","pageNumber":1}"#;
    let request = format!(
        "POST /api/v2/chat/search-chat-message/ HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Origin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    call(address, &request).await.map(|(status, _)| status)
}

async fn call(address: SocketAddr, request: &str) -> Option<(u16, String)> {
    let call = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let text = String::from_utf8_lossy(&answer);
        let status = text.split(' ').nth(1)?.parse().ok()?;
        Some((status, text.into_owned()))
    };
    tokio::time::timeout(Duration::from_secs(10), call).await.ok().flatten()
}
