//! HAProxy with the shipped configuration.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) const HAPROXY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/haproxy/haproxy.cfg");

/// Ends when it is dropped.
pub(crate) struct Proxy {
    child: Child,
    pub(crate) address: String,
}

impl Proxy {
    pub(crate) async fn before(node: &str) -> Self {
        Self::with(HAPROXY, node).await
    }

    pub(crate) async fn with(configuration: &str, node: &str) -> Self {
        Self::with_nodes(configuration, &[node]).await
    }

    /// In front of up to three nodes.
    pub(crate) async fn with_nodes(configuration: &str, nodes: &[&str]) -> Self {
        Self::listening(configuration, nodes, "").await
    }

    /// `arguments` follow the address, such as ` ssl crt PATH`.
    pub(crate) async fn listening(configuration: &str, nodes: &[&str], arguments: &str) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = Command::new("haproxy");
        command.args(["-db", "-f", configuration]).stderr(Stdio::null());
        command.env("MENTORHUB_LISTEN", format!("{address}{arguments}"));
        for (number, node) in (1..=3).zip(nodes.iter().cycle()) {
            command.env(format!("MENTORHUB_NODE_{number}"), node);
        }
        let proxy = Self { child: command.spawn().unwrap(), address };
        let mut looks = tokio::time::interval(Duration::from_millis(20));
        while TcpStream::connect(&proxy.address).await.is_err() {
            looks.tick().await;
        }
        proxy
    }

    /// Sends requests until this node responds.
    pub(crate) async fn await_answer_of(&self, node: &str) {
        let found = async {
            let mut looks = tokio::time::interval(Duration::from_millis(50));
            while !self.answer_to("/").await.contains(&format!("x-node: {node}\r\n")) {
                looks.tick().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("the node is not found");
    }

    /// Returns the status of a response.
    pub(crate) async fn status_of(&self, path: &str) -> u16 {
        self.answer_to(path).await.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// Returns whether a request gets a response.
    pub(crate) async fn answers(&self) -> bool {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let mut answer = Vec::new();
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n").await;
        asked.is_ok() && stream.read_to_end(&mut answer).await.is_ok() && answer.starts_with(b"HTTP/1.1 200 ")
    }

    /// Sends the path without normalisation.
    pub(crate) async fn answer_to(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: hub.example.org\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8(answer).unwrap()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
