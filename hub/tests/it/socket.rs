//! The client's end of a socket. Whoever waits here waits for a frame, ten seconds at most.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use store::sessions::Opened;
use store::{ChannelId, MessageId, SessionId};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use crate::world::fresh_name;

const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) wire: WebSocketStream<TcpStream>,
    pub(crate) token: Option<String>,
    pub(crate) session: SessionId,
    /// What came so far, for whoever reads a failure.
    heard: Vec<String>,
}

/// What a socket hears next.
#[derive(Debug)]
pub(crate) enum Heard {
    Frame(Value),
    Ping,
    /// The end, with its code if there was one.
    Closed(Option<u16>),
}

impl Socket {
    /// Upgrades, or gives the status of the refusal.
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        Self::open_with(TcpSocket::new_v4().unwrap(), address, origin).await
    }

    /// The same over a connection with options of its own.
    pub(crate) async fn open_with(tcp: TcpSocket, address: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/ws/chat/").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match client_async(request, tcp.connect(address).await.unwrap()).await {
            Ok((wire, _)) => Ok(Self { wire, token: None, session: Uuid::nil().into(), heard: Vec::new() }),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("no handshake: {error}"),
        }
    }

    /// Who speaks from now on.
    pub(crate) fn sign_in(&mut self, opened: &Opened, token: String) {
        self.session = opened.session;
        self.token = Some(token);
    }

    /// Sends a frame, signed as every frame is.
    pub(crate) async fn say(&mut self, mut frame: Value) {
        if let Some(token) = &self.token {
            frame["token"] = json!(token);
            frame["nickname"] = json!("Test");
        }
        self.text(&frame.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: &str) {
        self.wire.send(Message::text(text)).await.unwrap();
    }

    /// Sends a message and gives back its name.
    pub(crate) async fn send(&mut self, channel: ChannelId, text: &str) -> String {
        let temp_id = fresh_name();
        self.send_as(channel, text, &temp_id).await;
        temp_id
    }

    pub(crate) async fn send_as(&mut self, channel: ChannelId, text: &str, temp_id: &str) {
        self.say(json!({"command": "send", "channel": channel, "message": text, "tempId": temp_id})).await;
    }

    /// Opens a channel; gives back the answer.
    pub(crate) async fn join(&mut self, channel: ChannelId) -> Value {
        self.say(json!({"command": "join", "channel": channel})).await;
        self.expect("joined").await
    }

    /// Opens a channel after a message; gives back what came up to and with the answer.
    pub(crate) async fn join_after(&mut self, channel: ChannelId, message: MessageId) -> Vec<Value> {
        self.say(json!({"command": "join", "channel": channel, "after_msg_id": message})).await;
        self.until(|frame| frame["command"] == "joined").await
    }

    /// Everything that comes before the answer to a question asked now: what the hub has queued is here then.
    pub(crate) async fn so_far(&mut self) -> Vec<Value> {
        self.say(json!({"command": "what_came_so_far"})).await;
        let mut frames = self.until(|frame| frame["code"] == "unknown_command").await;
        frames.pop();
        frames
    }

    /// Nothing came but what any node may say at any time, because it doubts what it was told: look at your channels, and
    /// these are your counts.
    pub(crate) async fn hears_nothing(&mut self) {
        let mut news = self.so_far().await;
        news.retain(|frame| frame["command"] != "reload" && frame["command"] != "unread_message");
        assert!(news.is_empty(), "{news:?}");
    }

    /// The next frame with this command; others are passed over.
    pub(crate) async fn expect(&mut self, command: &str) -> Value {
        self.until(|frame| frame["command"] == command).await.pop().unwrap()
    }

    /// The next error, which must be this one.
    pub(crate) async fn expect_error(&mut self, code: &str) -> Value {
        let error = self.expect("error").await;
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{error}");
        error
    }

    /// The next unread count of this channel.
    pub(crate) async fn count_of(&mut self, channel: ChannelId) -> (i64, bool) {
        let key = channel.to_string();
        let frames = self.until(|frame| frame["unread_messages"].get(&key).is_some()).await;
        let count = &frames.last().unwrap()["unread_messages"][&key];
        (count["count"].as_i64().unwrap(), count["data"]["is_tagged"].as_bool().unwrap())
    }

    /// All frames up to and with the one that is waited for.
    pub(crate) async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut frames = Vec::new();
        loop {
            match self.next().await {
                Heard::Frame(frame) => {
                    let done = is_it(&frame);
                    frames.push(frame);
                    if done {
                        return frames;
                    }
                }
                Heard::Ping => {}
                Heard::Closed(code) => panic!("closed with {code:?} after {:#?}", self.heard),
            }
        }
    }

    /// The numbers of the next new messages of a channel.
    pub(crate) async fn numbers(&mut self, channel: ChannelId, count: usize) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let frame = self.expect("new_message").await;
            if frame["channel_id"] == json!(channel) {
                numbers.push(frame["seq"].as_i64().unwrap());
            }
        }
        numbers
    }

    /// Waits for the end; gives back its code.
    pub(crate) async fn closes(&mut self) -> u16 {
        loop {
            if let Heard::Closed(code) = self.next().await {
                return code.unwrap_or_else(|| panic!("closed without a reason after {:#?}", self.heard));
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Heard {
        let Ok(message) = timeout(PATIENCE, self.wire.next()).await else {
            panic!("nothing came for {PATIENCE:?} after {:#?}", self.heard)
        };
        match message {
            Some(Ok(Message::Text(text))) => {
                self.heard.push(text.chars().take(400).collect());
                Heard::Frame(serde_json::from_str(&text).unwrap())
            }
            Some(Ok(Message::Close(reason))) => Heard::Closed(reason.map(|reason| reason.code.into())),
            Some(Ok(Message::Ping(_))) => Heard::Ping,
            Some(Ok(other)) => panic!("the hub sent {other:?}"),
            Some(Err(_)) | None => Heard::Closed(None),
        }
    }
}

/// The messages of all pages of a kind, oldest first.
pub(crate) fn messages_of(frames: &[Value], kind: &str) -> Vec<Value> {
    frames
        .iter()
        .filter(|frame| frame["command"] == "messages_payload" && frame["type"] == kind)
        .flat_map(|frame| frame["messages"].as_array().unwrap().iter().rev().cloned())
        .collect()
}

pub(crate) fn seqs(messages: &[Value]) -> Vec<i64> {
    messages.iter().map(|message| message["seq"].as_i64().unwrap()).collect()
}
