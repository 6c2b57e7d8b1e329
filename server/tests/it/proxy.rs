//! The real HAProxy with the configuration that is shipped, in front of the real program.

use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::program::Installation;

const HAPROXY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/haproxy/haproxy.cfg");

struct Proxy {
    child: Child,
    address: String,
}

impl Proxy {
    async fn before(node: &str) -> Self {
        Self::with(HAPROXY, node).await
    }

    async fn with(configuration: &str, node: &str) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = Command::new("haproxy");
        command.args(["-db", "-f", configuration]).env("MENTORHUB_LISTEN", &address).stderr(Stdio::null());
        for number in 1..=3 {
            command.env(format!("MENTORHUB_NODE_{number}"), node);
        }
        let proxy = Self { child: command.spawn().unwrap(), address };
        let mut looks = tokio::time::interval(Duration::from_millis(20));
        while TcpStream::connect(&proxy.address).await.is_err() {
            looks.tick().await;
        }
        proxy
    }

    /// Asks until this node answers.
    async fn await_answer_of(&self, node: &str) {
        let found = async {
            let mut looks = tokio::time::interval(Duration::from_millis(50));
            while !self.answer_to("/").await.contains(&format!("x-node: {node}\r\n")) {
                looks.tick().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("the node is not found");
    }

    /// The status of an answer.
    async fn status_of(&self, path: &str) -> u16 {
        self.answer_to(path).await.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// The path goes over the wire as it is written here.
    async fn answer_to(&self, path: &str) -> String {
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

#[tokio::test]
async fn what_is_measured_is_told_to_nobody_outside() {
    let server = Installation::new().serve(&[]);
    let proxy = Proxy::before(server.url.trim_start_matches("http://")).await;
    assert_eq!(proxy.status_of("/healthz").await, 200);
    assert_eq!(server.get("/metrics").await.status(), 200);
    for spelling in
        ["/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?all", "http://hub.example.org/metrics"]
    {
        assert_eq!(proxy.status_of(spelling).await, 404, "{spelling}");
    }
}

/// A node that is ready and says its address, until it is dropped.
fn node(listener: tokio::net::TcpListener) -> JoinSet<()> {
    let mut node = JoinSet::new();
    node.spawn(async move {
        let address = listener.local_addr().unwrap().ip();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            // What is asked fits into one read, and a check may be gone before it is answered.
            let _ = stream.read(&mut [0; 4096]).await;
            let answer =
                format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\nx-node: {address}\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    node
}

/// Answers every question for an IPv4 address with the one that is in there.
async fn answer_names(socket: UdpSocket, address: watch::Receiver<Ipv4Addr>) {
    let mut question = [0; 1024];
    loop {
        let (length, from) = socket.recv_from(&mut question).await.unwrap();
        let name = question[12..length].iter().position(|byte| *byte == 0).unwrap();
        let asked = &question[12..12 + name + 5];
        let is_ipv4 = asked[name + 1..name + 3] == [0, 1];
        let head = [&question[..2], &[0x81, 0x80, 0, 1, 0, u8::from(is_ipv4), 0, 0, 0, 0]].concat();
        let mut answer = [&head[..], asked].concat();
        if is_ipv4 {
            // The name of the question, an address, for a minute.
            answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
            answer.extend(address.borrow().octets());
        }
        socket.send_to(&answer, from).await.unwrap();
    }
}

#[tokio::test]
async fn a_node_that_is_made_anew_is_found_under_its_name() {
    let names = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let configuration = folder.path().join("haproxy.cfg");
    // Only who is asked for names differs from what is shipped.
    let text = std::fs::read_to_string(HAPROXY).unwrap();
    let nameserver = format!("nameserver test {}", names.local_addr().unwrap());
    assert!(text.contains("parse-resolv-conf"));
    std::fs::write(&configuration, text.replace("parse-resolv-conf", &nameserver)).unwrap();
    let (tell, address) = watch::channel(Ipv4Addr::new(127, 0, 0, 1));
    tokio::spawn(answer_names(names, address));

    let first = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = first.local_addr().unwrap().port();
    let _second = node(tokio::net::TcpListener::bind(("127.0.0.2", port)).await.unwrap());
    let first = node(first);
    let proxy = Proxy::with(configuration.to_str().unwrap(), &format!("node.test:{port}")).await;
    proxy.await_answer_of("127.0.0.1").await;
    drop(first);
    tell.send(Ipv4Addr::new(127, 0, 0, 2)).unwrap();
    proxy.await_answer_of("127.0.0.2").await;
}
