//! The real HAProxy with the configuration that is shipped, in front of the real program.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::program::Installation;

const HAPROXY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/haproxy/haproxy.cfg");

struct Proxy {
    child: Child,
    address: String,
}

impl Proxy {
    async fn before(node: &str) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = Command::new("haproxy");
        command.args(["-db", "-f", HAPROXY]).env("MENTORHUB_LISTEN", &address).stderr(Stdio::null());
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

    /// The status of an answer. The path goes over the wire as it is written here.
    async fn status_of(&self, path: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: hub.example.org\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap().parse().unwrap()
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
