//! The least of HTTP that a generator needs, a connection for each question.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The status of an answer.
pub(crate) async fn status_of(address: SocketAddr, path: &str) -> Option<u16> {
    get(address, path).await.map(|(status, _)| status)
}

/// Status and text of an answer; None if there is none.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Option<(u16, String)> {
    call(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")).await
}

/// The statements that a node has asked of its database.
pub(crate) const STATEMENTS: &str = "store_statements_total";

/// Sum of a counter over the nodes that answer.
pub(crate) async fn counter(nodes: impl Iterator<Item = SocketAddr>, name: &str) -> f64 {
    let mut sum = 0.0;
    for node in nodes {
        let Some((_, text)) = get(node, "/metrics").await else { continue };
        let values = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        sum += values.sum::<f64>();
    }
    sum
}

/// Somebody's channels are listed.
pub(crate) async fn channels(address: SocketAddr, token: &str) -> Option<u16> {
    let request = format!(
        "GET /api/v2/chat/channels/ HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Connection: close\r\n\r\n"
    );
    call(address, &request).await.map(|(status, _)| status)
}

/// Somebody looks for a word.
pub(crate) async fn search(address: SocketAddr, token: &str) -> Option<u16> {
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
