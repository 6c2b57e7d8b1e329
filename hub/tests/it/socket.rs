//! A WebSocket client. Every wait is bounded.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use store::login_sessions::Opened;
use store::{ChannelId, LoginSessionId, MessageId};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use crate::test_app::fresh_name;
use crate::wait::TIMEOUT;

#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) wire: WebSocketStream<TcpStream>,
    pub(crate) token: Option<String>,
    pub(crate) session: LoginSessionId,
    /// All received frames, for failure messages.
    received: Vec<String>,
}

/// What a socket receives.
#[derive(Debug)]
pub(crate) enum Received {
    Frame(Value),
    Ping,
    /// The connection closed, with its code.
    Closed(Option<u16>),
}

impl Socket {
    /// Connects, or returns the status of the refusal.
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        Self::open_with(TcpSocket::new_v4().unwrap(), address, origin).await
    }

    /// Connects over a TCP socket with its own options.
    pub(crate) async fn open_with(tcp: TcpSocket, address: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/ws/chat/").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match client_async(request, tcp.connect(address).await.unwrap()).await {
            Ok((wire, _)) => Ok(Self { wire, token: None, session: Uuid::nil().into(), received: Vec::new() }),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("no handshake: {error}"),
        }
    }

    /// Sets the token for all following frames.
    pub(crate) fn sign_in(&mut self, opened: &Opened, token: String) {
        self.session = opened.session;
        self.token = Some(token);
    }

    /// Sends a frame with the token.
    pub(crate) async fn send_frame(&mut self, mut frame: Value) {
        if let Some(token) = &self.token {
            frame["token"] = json!(token);
            frame["nickname"] = json!("Test");
        }
        self.text(&frame.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: &str) {
        self.wire.send(Message::text(text)).await.unwrap();
    }

    /// Sends a message; returns its `temp_id`.
    pub(crate) async fn send(&mut self, channel: ChannelId, text: &str) -> String {
        let temp_id = fresh_name();
        self.send_as(channel, text, &temp_id).await;
        temp_id
    }

    pub(crate) async fn send_as(&mut self, channel: ChannelId, text: &str, temp_id: &str) {
        self.send_frame(json!({"command": "send", "channel": channel, "message": text, "tempId": temp_id})).await;
    }

    /// Opens a channel; returns the `joined` frame.
    pub(crate) async fn join(&mut self, channel: ChannelId) -> Value {
        self.send_frame(json!({"command": "join", "channel": channel})).await;
        self.expect("joined").await
    }

    /// Opens a channel after a message; returns all frames up to `joined`.
    pub(crate) async fn join_after(&mut self, channel: ChannelId, message: MessageId) -> Vec<Value> {
        self.send_frame(json!({"command": "join", "channel": channel, "after_msg_id": message})).await;
        self.read_until(|frame| frame["command"] == "joined").await
    }

    /// Returns all frames that the hub queued before this call.
    pub(crate) async fn received_so_far(&mut self) -> Vec<Value> {
        self.send_frame(json!({"command": "unknown_marker"})).await;
        let mut frames = self.read_until(|frame| frame["code"] == "unknown_command").await;
        frames.pop();
        frames
    }

    /// Fails if a frame was received. Ignores `reload` and `unread_message`: a node may send them at any time, after it lost
    /// events.
    pub(crate) async fn expect_silence(&mut self) {
        let mut frames = self.received_so_far().await;
        frames.retain(|frame| frame["command"] != "reload" && frame["command"] != "unread_message");
        assert!(frames.is_empty(), "{frames:?}");
    }

    /// Returns the next frame with this command; skips others.
    pub(crate) async fn expect(&mut self, command: &str) -> Value {
        self.read_until(|frame| frame["command"] == command).await.pop().unwrap()
    }

    /// Returns the next error, which must have this code.
    pub(crate) async fn expect_error(&mut self, code: &str) -> Value {
        let error = self.expect("error").await;
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{error}");
        error
    }

    /// Returns the next unread count of this channel.
    pub(crate) async fn expect_count(&mut self, channel: ChannelId) -> (i64, bool) {
        let key = channel.to_string();
        let frames = self.read_until(|frame| frame["unread_messages"].get(&key).is_some()).await;
        let count = &frames.last().unwrap()["unread_messages"][&key];
        (count["count"].as_i64().unwrap(), count["data"]["is_tagged"].as_bool().unwrap())
    }

    /// Returns all frames up to the first one that matches.
    pub(crate) async fn read_until(&mut self, matches: impl Fn(&Value) -> bool) -> Vec<Value> {
        let (mut frames, deadline) = (Vec::new(), Instant::now() + TIMEOUT);
        loop {
            assert!(Instant::now() < deadline, "no match within {TIMEOUT:?} among {:#?}", self.received);
            match self.next().await {
                Received::Frame(frame) => {
                    let is_last = matches(&frame);
                    frames.push(frame);
                    if is_last {
                        return frames;
                    }
                }
                Received::Ping => {}
                Received::Closed(code) => panic!("closed with {code:?} after {:#?}", self.received),
            }
        }
    }

    /// Returns the `seq` of the next new messages of a channel.
    pub(crate) async fn expect_numbers(&mut self, channel: ChannelId, count: usize) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let frame = self.expect("new_message").await;
            if frame["channel_id"] == json!(channel) {
                numbers.push(frame["seq"].as_i64().unwrap());
            }
        }
        numbers
    }

    /// Waits for the connection to close; returns the close code.
    pub(crate) async fn expect_close(&mut self) -> u16 {
        loop {
            if let Received::Closed(code) = self.next().await {
                return code.unwrap_or_else(|| panic!("closed without a reason after {:#?}", self.received));
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Received {
        let Ok(message) = timeout(TIMEOUT, self.wire.next()).await else {
            panic!("nothing received for {TIMEOUT:?} after {:#?}", self.received)
        };
        match message {
            Some(Ok(Message::Text(text))) => {
                self.received.push(text.chars().take(400).collect());
                Received::Frame(serde_json::from_str(&text).unwrap())
            }
            Some(Ok(Message::Close(reason))) => Received::Closed(reason.map(|reason| reason.code.into())),
            Some(Ok(Message::Ping(_))) => Received::Ping,
            Some(Ok(other)) => panic!("the hub sent {other:?}"),
            Some(Err(_)) | None => Received::Closed(None),
        }
    }
}

/// Returns the messages of all pages of a kind, oldest first.
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
