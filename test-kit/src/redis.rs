//! A Redis server of one test, which the test may pause and kill.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Folder;

pub use self::cluster::RedisCluster;

mod cluster;

/// A server process that the drop kills.
#[derive(Debug)]
pub struct Redis {
    process: Child,
    port: u16,
    options: Vec<String>,
    folder: Folder,
}

impl Redis {
    /// Starts an empty server on a free port.
    pub fn start() -> Self {
        Self::start_with([])
    }

    fn start_with<'a>(options: impl IntoIterator<Item = &'a str>) -> Self {
        let port = free_port();
        let options = options.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let folder = Folder::new();
        Self { process: spawn(port, &options, &folder), port, options, folder }
    }

    /// Returns its address.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Pauses it: connections stay open, and it sends no replies.
    pub fn stop(&self) {
        self.signal("-STOP");
    }

    /// Resumes it.
    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    /// Kills it.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again on the same port, without data; a member of a cluster keeps its view of the cluster.
    pub fn restart(&mut self) {
        self.process = spawn(self.port, &self.options, &self.folder);
    }

    /// Sends FLUSHALL; a paused server replies after it resumes.
    pub fn flush(&self) -> Child {
        self.cli(&["FLUSHALL"]).stdout(Stdio::null()).spawn().unwrap()
    }

    /// Runs a command and returns its reply, or an empty text.
    fn command(&self, words: &[&str]) -> String {
        String::from_utf8_lossy(&self.cli(words).output().unwrap().stdout).trim().to_owned()
    }

    fn cli(&self, words: &[&str]) -> Command {
        let mut command = Command::new("redis-cli");
        command.args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).args(words);
        command
    }

    fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(status.success());
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // It may have been killed before.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(port: u16, options: &[String], folder: &Folder) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no", "--dir"])
        .arg(&folder.0)
        .args(options)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns a free port below the range of the system, so that no outgoing connection takes it before Redis does. Each test
/// process starts at a different port.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id().wrapping_mul(64).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(12_000 + number % 20_000).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
