//! A chat socket of an attacker.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::TIMEOUT;

pub(super) struct ChatSocket(WebSocketStream<TcpStream>);

impl ChatSocket {
    /// Opens a socket that is not signed in.
    pub(super) async fn open(address: &str) -> Self {
        let mut request = format!("ws://{address}/ws/chat/").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
        Self(client_async(request, TcpStream::connect(address).await.unwrap()).await.unwrap().0)
    }

    pub(super) async fn send(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// Returns the next frame, or the close code.
    pub(super) async fn next(&mut self) -> Result<Value, u16> {
        loop {
            match timeout(TIMEOUT, self.0.next()).await.expect("no frame arrives").unwrap().unwrap() {
                Message::Text(text) => return Ok(serde_json::from_str(&text).unwrap()),
                Message::Close(reason) => return Err(reason.unwrap().code.into()),
                _ => {}
            }
        }
    }

    /// Sends a command; returns the code of its error, the close code, or a dash.
    pub(super) async fn refusal_of(&mut self, command: &Value) -> String {
        self.send(command).await;
        // Frames are answered in order, except `send`, whose answer is the message.
        let is_send = command["command"] == "send";
        if !is_send {
            self.send(&json!({"command": "end", "token": command["token"]})).await;
        }
        let mut refusal = "-".to_owned();
        loop {
            match self.next().await {
                Err(code) => return format!("closed {code}"),
                Ok(frame) if frame["command"] == "new_message" && is_send => return refusal,
                Ok(frame) if frame["command"] != "error" => {}
                Ok(frame) if frame["in_reply_to"] == "end" => return refusal,
                Ok(frame) => refusal = frame["code"].as_str().unwrap().to_owned(),
            }
            if is_send && refusal != "-" {
                return refusal;
            }
        }
    }

    /// Closes the socket and waits until the node has noticed.
    pub(super) async fn close(mut self) {
        let _ = self.0.close(None).await;
        while timeout(TIMEOUT, self.0.next()).await.expect("the socket stays open").is_some_and(|read| read.is_ok()) {}
    }
}
