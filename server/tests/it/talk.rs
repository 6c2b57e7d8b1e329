//! A socket of a demo user.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::program::Site;

pub(crate) const MAYA: &str = "maya.mentor@example.org";
pub(crate) const TOM: &str = "tom.mentee@example.org";

/// Returns the direct channel of Maya and Tom.
pub(crate) async fn direct_channel(server: &Site) -> String {
    channel(server, "direct").await
}

/// Returns Maya's first channel of a kind.
pub(crate) async fn channel(server: &Site, kind: &str) -> String {
    let channels = server.get_as(MAYA, "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == kind).unwrap();
    channel["channelId"].as_str().unwrap().to_owned()
}

/// Opens a socket that is not signed in.
pub(crate) async fn socket(server: &Site) -> WebSocketStream<TcpStream> {
    open(server, TcpSocket::new_v4().unwrap()).await
}

/// Opens a socket with a small receive buffer, so that unread frames wait in the hub.
pub(crate) async fn narrow_socket(server: &Site) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    open(server, socket).await
}

async fn open(server: &Site, socket: TcpSocket) -> WebSocketStream<TcpStream> {
    let mut request = format!("{}/ws/chat/", server.url.replace("http", "ws")).into_client_request().unwrap();
    request.headers_mut().insert("origin", server.url.parse().unwrap());
    let address = server.url.trim_start_matches("http://").parse().unwrap();
    client_async(request, socket.connect(address).await.unwrap()).await.unwrap().0
}

/// A person on a socket in the channel of Maya and Tom.
pub(crate) struct Talker {
    socket: WebSocketStream<TcpStream>,
    token: String,
    channel: String,
}

impl Talker {
    pub(crate) async fn joined(server: &Site, email: &str, socket: WebSocketStream<TcpStream>) -> Self {
        Self::joined_to(server, "direct", email, socket).await
    }

    /// The same in Maya's first channel of a kind.
    pub(crate) async fn joined_to(server: &Site, kind: &str, email: &str, socket: WebSocketStream<TcpStream>) -> Self {
        let (_, access) = server.sign_in(email, "Mentor-hub-1").await;
        let token = access["accessToken"].as_str().unwrap().to_owned();
        let mut talker = Self { socket, token, channel: channel(server, kind).await };
        talker.tell(json!({"command": "join"})).await;
        talker.hears("joined").await;
        talker
    }

    pub(crate) async fn tell(&mut self, mut frame: Value) {
        frame["token"] = self.token.as_str().into();
        frame["channel"] = self.channel.as_str().into();
        self.socket.send(Message::text(frame.to_string())).await.unwrap();
    }

    pub(crate) async fn says(&mut self, text: &str) {
        self.tell(json!({"command": "send", "message": text, "temp_id": test_kit::fresh_name()})).await;
    }

    /// Reads until the matching frame and returns it.
    pub(crate) async fn hears(&mut self, words: &str) -> String {
        loop {
            let frame = self.next().await;
            if frame.contains(words) {
                return frame;
            }
        }
    }

    /// Reads until a `changed` frame contains this topic. Background jobs send those of other topics at any time.
    pub(crate) async fn hears_change_of(&mut self, topic: &str) {
        while !self.hears(r#""command":"changed""#).await.contains(topic) {}
    }

    pub(crate) async fn next(&mut self) -> String {
        self.socket.next().await.unwrap().unwrap().to_string()
    }
}
