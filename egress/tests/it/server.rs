//! Local web servers for tests.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egress::{Fetcher, Options, OverflowPolicy, Wanted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A web server with scripted answers that records requests.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

/// A scripted answer.
pub(crate) enum Answer {
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// These bytes endlessly.
    Endless(&'static str),
    /// No answer, and the connection stays open.
    Silence,
}

impl Server {
    /// Listens on an address of this machine; port 0 takes any.
    pub(crate) async fn at(address: &str, answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let (address, asked) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (answer, noted) = (Arc::new(answer), asked.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answer.clone(), noted.clone()));
            }
        });
        Self { address, asked }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the heads of all requests so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TcpStream, answer: Arc<impl Fn(&str) -> Answer>, asked: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    asked.lock().unwrap().push(head);
    // The client may have closed the connection.
    let _: io::Result<()> = async {
        match answer(&path) {
            Answer::Bytes(bytes) => stream.write_all(&bytes).await,
            Answer::Endless(head) => {
                stream.write_all(head.as_bytes()).await?;
                loop {
                    stream.write_all(&[b'x'; 8192]).await?;
                }
            }
            Answer::Silence => std::future::pending().await,
        }
    }
    .await;
}

/// Formats a complete answer.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Answer {
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
    Answer::Bytes([head.as_bytes(), body].concat())
}

pub(crate) fn html(body: &str) -> Answer {
    answer("200 OK", "content-type: text/html\r\n", body.as_bytes())
}

pub(crate) fn redirect(to: &str) -> Answer {
    answer("302 Found", &format!("location: {to}\r\n"), b"")
}

/// A listener that counts connections, none of which may happen.
pub(crate) struct Canary {
    pub(crate) port: u16,
    visits: Arc<AtomicUsize>,
}

impl Canary {
    /// Listens on one port of both loopback addresses, as far as available.
    pub(crate) async fn new() -> Self {
        let first = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = first.local_addr().unwrap().port();
        let canary = Self { port, visits: Arc::default() };
        canary.watch(first);
        if let Ok(second) = TcpListener::bind(("::1", port)).await {
            canary.watch(second);
        }
        canary
    }

    fn watch(&self, listener: TcpListener) {
        let visits = self.visits.clone();
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                visits.fetch_add(1, Ordering::SeqCst);
            }
        });
    }

    pub(crate) fn visits(&self) -> usize {
        self.visits.load(Ordering::SeqCst)
    }

    /// Proves that the canary counts: makes one connection.
    pub(crate) async fn sings(&self) {
        let before = self.visits();
        drop(TcpStream::connect(("127.0.0.1", self.port)).await.unwrap());
        while self.visits() == before {
            tokio::task::yield_now().await;
        }
    }
}

/// Creates a fetcher that may reach 127.0.0.2 on any port and no other address of this machine.
pub(crate) fn fetcher(change: impl FnOnce(&mut Options)) -> Fetcher {
    let mut options = Options {
        is_public: |address| egress::is_public(address) || address == IpAddr::from([127, 0, 0, 2]),
        is_web_port: |_| true,
        // High, since no test is slow on purpose.
        patience: Duration::from_secs(20),
        ..Options::default()
    };
    change(&mut options);
    Fetcher::new(options)
}

pub(crate) const PAGE_OPTIONS: Wanted<'static> =
    Wanted { kinds: &["text/html"], most_bytes: 512 * 1024, excess: OverflowPolicy::Cut, hosts: None };
