//! HAProxy with the shipped configuration in front of the real program.

use std::net::Ipv4Addr;
use std::process::Command;
use std::time::Duration;

use futures_util::future::select_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::haproxy::{HAPROXY, Proxy};
use crate::program::Installation;

#[tokio::test]
async fn proxy_hides_metrics() {
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

/// The shipped configuration with some parts replaced.
fn changed(folder: &tempfile::TempDir, changes: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string(HAPROXY).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let path = folder.path().join("haproxy.cfg");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[tokio::test]
async fn slow_body_does_not_reach_a_node() {
    let (server, folder) = (Installation::new().serve(&[]), tempfile::tempdir().unwrap());
    let configuration = changed(&folder, &[("timeout http-request 15s", "timeout http-request 1s")]);
    let proxy = Proxy::with(&configuration, server.url.trim_start_matches("http://")).await;
    assert_eq!(proxy.status_of("/healthz").await, 200);
    let head = "POST /api/v2/users/sign-in/ HTTP/1.1\r\nHost: hub.example.org\r\nContent-Length: 1000\r\n\r\n{";
    let mut slow = TcpStream::connect(&proxy.address).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    // A node would answer 400.
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

#[tokio::test]
async fn certificate_in_the_address_serves_tls_alone() {
    let (server, folder) = (Installation::new().serve(&[]), tempfile::tempdir().unwrap());
    let (key, certificate) = (folder.path().join("hub.pem.key"), folder.path().join("hub.pem"));
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout"]);
    assert!(openssl.arg(&key).arg("-out").arg(&certificate).output().unwrap().status.success());
    let arguments = format!(" ssl crt {}", certificate.display());
    let proxy = Proxy::listening(HAPROXY, &[server.url.trim_start_matches("http://")], &arguments).await;
    assert!(!proxy.answers().await, "plain HTTP");
    test_kit::choose_crypto();
    let client = reqwest::Client::builder().tls_danger_accept_invalid_certs(true).build().unwrap();
    let answer = client.get(format!("https://{}/healthz", proxy.address)).send().await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn proxy_limits_connections_of_an_address() {
    let (server, folder) = (Installation::new().serve(&[]), tempfile::tempdir().unwrap());
    let configuration = changed(&folder, &[("sc0_conn_cur gt 3000", "sc0_conn_cur gt 3")]);
    let proxy = Proxy::with(&configuration, server.url.trim_start_matches("http://")).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(TcpStream::connect(&proxy.address).await);
    }
    // HAProxy's threads accept them in any order. The refused one reads the end, or that the connection was reset, which
    // may be seen as early as in `connect`.
    let reads = held.iter_mut().map(|stream| {
        Box::pin(async {
            match stream {
                Ok(stream) => stream.read(&mut [0; 16]).await,
                Err(_) => Ok(0),
            }
        })
    });
    let (refused, ..) = select_all(reads).await;
    assert!(matches!(refused, Ok(0) | Err(_)), "{refused:?}");
    drop(held);
    let mut looks = tokio::time::interval(Duration::from_millis(20));
    while !proxy.answers().await {
        looks.tick().await;
    }
}

/// A node that is ready and responds with its address until it is dropped.
fn node(listener: tokio::net::TcpListener) -> JoinSet<()> {
    let mut node = JoinSet::new();
    node.spawn(async move {
        let address = listener.local_addr().unwrap().ip();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            // A request fits into one read, and a health check may disconnect early.
            let _ = stream.read(&mut [0; 4096]).await;
            let answer =
                format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\nx-node: {address}\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    node
}

/// A DNS server that answers every query with one IPv4 address.
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
            // The name of the query, an A record, TTL of one minute.
            answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
            answer.extend(address.borrow().octets());
        }
        socket.send_to(&answer, from).await.unwrap();
    }
}

#[tokio::test]
async fn recreated_node_is_found_by_name() {
    let names = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let nameserver = format!("nameserver test {}", names.local_addr().unwrap());
    let configuration = changed(&folder, &[("parse-resolv-conf", &nameserver)]);
    let (tell, address) = watch::channel(Ipv4Addr::new(127, 0, 0, 1));
    tokio::spawn(answer_names(names, address));

    let first = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = first.local_addr().unwrap().port();
    let _second = node(tokio::net::TcpListener::bind(("127.0.0.2", port)).await.unwrap());
    let first = node(first);
    let proxy = Proxy::with(&configuration, &format!("node.test:{port}")).await;
    proxy.await_answer_of("127.0.0.1").await;
    drop(first);
    tell.send(Ipv4Addr::new(127, 0, 0, 2)).unwrap();
    proxy.await_answer_of("127.0.0.2").await;
}
