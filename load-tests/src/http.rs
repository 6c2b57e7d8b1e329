//! Minimal HTTP client with one connection per request.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Returns the status of a response.
pub(crate) async fn status_of(address: SocketAddr, path: &str) -> Option<u16> {
    get(address, path).await.map(|(status, _)| status)
}

/// Returns status and body; None without a response.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Option<(u16, String)> {
    call(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")).await
}

/// Returns the number of SQL statements of a node.
pub(crate) const STATEMENTS: &str = "store_statements_total";

/// Returns the sum of a counter over the reachable nodes.
pub(crate) async fn counter(nodes: impl Iterator<Item = SocketAddr>, name: &str) -> f64 {
    let mut sum = 0.0;
    for node in nodes {
        let Some((_, text)) = get(node, "/metrics").await else { continue };
        let values = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        sum += values.sum::<f64>();
    }
    sum
}

/// Requests a person's channel list.
pub(crate) async fn channels(address: SocketAddr, token: &str) -> Option<u16> {
    let request = format!(
        "GET /api/v2/chat/channels/ HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Connection: close\r\n\r\n"
    );
    call(address, &request).await.map(|(status, _)| status)
}

/// Searches for a word as a person.
pub(crate) async fn search(address: SocketAddr, token: &str) -> Option<u16> {
    let body = r#"{"searchText":"tomorrow","pageNumber":1}"#;
    let request = format!(
        "POST /api/v2/chat/search-chat-message/ HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Origin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    call(address, &request).await.map(|(status, _)| status)
}

/// Signs in with a password that belongs to no account.
pub(crate) async fn sign_in(address: SocketAddr, email: &str) -> Option<u16> {
    let body = format!(r#"{{"email":"{email}","password":"Mentor-hub-2"}}"#);
    let request = format!(
        "POST /api/v2/users/sign-in/ HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
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
