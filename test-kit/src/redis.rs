//! A private Redis that a test may hold still and kill.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::Folder;

/// It dies with this value.
#[derive(Debug)]
pub struct Redis {
    process: Child,
    port: u16,
    folder: Folder,
}

impl Redis {
    /// An empty one on a free port.
    pub fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = Folder::new();
        Self { process: spawn(port, &folder), port, folder }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Holds it still: connections stay, nothing is answered.
    pub fn stop(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again on the same port, empty.
    pub fn restart(&mut self) {
        self.process = spawn(self.port, &self.folder);
    }

    /// Asks it to forget everything; the answer comes when it goes on.
    pub fn flush(&self) -> Child {
        Command::new("redis-cli")
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "FLUSHALL"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
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

fn spawn(port: u16, folder: &Folder) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no", "--dir"])
        .arg(&folder.0)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}
