//! A server of the OpenAI streaming protocol that a test scripts, including every kind of failure.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// How the server answers one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Streams this text in pieces of three characters, then the token usage.
    Says(&'static str),
    /// Streams the first text, waits for [`Model::go_on`] and streams the second.
    SaysAndWaits(&'static str, &'static str),
    /// Accepts the request and sends nothing.
    Silent,
    /// Streams this text and closes the connection.
    CutOff(&'static str),
    /// Status 429 with this Retry-After in seconds.
    Busy(u64),
    /// Status 500.
    Fails(u16),
    /// An HTML page instead of events.
    Page,
    /// An event stream of bytes that are not UTF-8.
    Rubbish,
    /// JSON of another schema.
    OtherJson,
    /// An error event in the middle of the stream, as some servers send it.
    ErrorInStream,
    /// Answers with this JSON without streaming.
    Json(&'static str),
    /// Announces a longer body than this JSON and closes the connection.
    JsonCutOff(&'static str),
    /// Closes the connection without a response.
    HangsUp,
}

/// The server. It plays its scripts in order and repeats the last one.
#[derive(Debug)]
pub struct Model {
    /// The base URL, without `/chat/completions`.
    pub base_url: String,
    asked: mpsc::UnboundedReceiver<String>,
    go_on: Arc<tokio::sync::Notify>,
    task: JoinHandle<()>,
}

impl Model {
    /// Starts a server on a free port.
    pub async fn start(scripts: &[Script]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (received, asked) = mpsc::unbounded_channel();
        let scripts = Arc::new(Mutex::new(VecDeque::from(scripts.to_vec())));
        let go_on = Arc::new(tokio::sync::Notify::new());
        let gate = go_on.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (scripts, received, gate) = (scripts.clone(), received.clone(), gate.clone());
                // Either side may close first; the test checks the result.
                tokio::spawn(async move { serve(stream, &scripts, &received, &gate).await.ok() });
            }
        });
        Self { base_url, asked, go_on, task }
    }

    /// Waits for the next request and returns its body.
    pub async fn asked(&mut self) -> String {
        self.asked.recv().await.unwrap()
    }

    /// Returns the number of requests that [`Model::asked`] has not returned yet.
    pub fn waiting(&self) -> usize {
        self.asked.len()
    }

    /// Continues a paused answer.
    pub fn go_on(&self) {
        self.go_on.notify_one();
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    scripts: &Mutex<VecDeque<Script>>,
    received: &mpsc::UnboundedSender<String>,
    gate: &tokio::sync::Notify,
) -> std::io::Result<()> {
    let body = request(&mut stream).await?;
    let script = {
        let mut scripts = scripts.lock().unwrap();
        let next = scripts.front().copied().unwrap_or(Script::HangsUp);
        if scripts.len() > 1 {
            scripts.pop_front();
        }
        next
    };
    let _ = received.send(body);
    match script {
        Script::Says(text) => {
            begin(&mut stream).await?;
            for piece in pieces(text) {
                stream.write_all(said(&piece).as_bytes()).await?;
            }
            end(&mut stream).await
        }
        Script::SaysAndWaits(first, rest) => {
            begin(&mut stream).await?;
            stream.write_all(said(first).as_bytes()).await?;
            gate.notified().await;
            stream.write_all(said(rest).as_bytes()).await?;
            end(&mut stream).await
        }
        Script::Silent => std::future::pending().await,
        Script::CutOff(text) => {
            begin(&mut stream).await?;
            stream.write_all(said(text).as_bytes()).await
        }
        Script::Busy(seconds) => status(&mut stream, &format!("429 Too Many Requests\r\nretry-after: {seconds}")).await,
        Script::Fails(code) => status(&mut stream, &format!("{code} Failed")).await,
        Script::Page => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>").await
        }
        Script::Rubbish => {
            begin(&mut stream).await?;
            stream.write_all(b"data: \xff\xfe\xfd\n\n\x00\x01").await
        }
        Script::OtherJson => {
            begin(&mut stream).await?;
            stream.write_all(b"data: [1, 2]\n\n").await
        }
        Script::ErrorInStream => {
            begin(&mut stream).await?;
            stream.write_all(b"data: {\"error\": {\"message\": \"overloaded\"}}\n\n").await
        }
        Script::Json(text) => json(&mut stream, text, text.len()).await,
        Script::JsonCutOff(text) => json(&mut stream, text, text.len() + 1).await,
        Script::HangsUp => Ok(()),
    }
}

/// Reads one request and returns its body.
async fn request(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let (head, body) = (String::from_utf8_lossy(&bytes[..end]), &bytes[end + 4..]);
        let length = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return Ok(String::from_utf8_lossy(body).into_owned());
        }
    }
}

async fn begin(stream: &mut TcpStream) -> std::io::Result<()> {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n: hello\n\n";
    stream.write_all(head.as_bytes()).await
}

async fn end(stream: &mut TcpStream) -> std::io::Result<()> {
    let last = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\r\n\r\n\
                data: {\"choices\":[],\"usage\":{\"prompt_tokens\":30,\"completion_tokens\":12,\"total_tokens\":42}}\n\n\
                data: [DONE]\n\n";
    stream.write_all(last.as_bytes()).await
}

async fn status(stream: &mut TcpStream, status: &str) -> std::io::Result<()> {
    stream.write_all(format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes()).await
}

async fn json(stream: &mut TcpStream, text: &str, length: usize) -> std::io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    stream.write_all(format!("{head}\r\ncontent-length: {length}\r\n\r\n{text}").as_bytes()).await
}

fn pieces(text: &str) -> Vec<String> {
    text.chars().collect::<Vec<_>>().chunks(3).map(|piece| piece.iter().collect()).collect()
}

/// Returns an event with the additional fields that vendors send.
fn said(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\u{7}', "\\u0007");
    format!(
        "data: {{\"id\":\"x\",\"x_vendor\":{{\"a\":1}},\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{escaped}\"}},\"finish_reason\":null}}]}}\n\n"
    )
}
