//! A socket to the program, of somebody of the demo world.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::program::Server;

pub(crate) const MAYA: &str = "maya.mentor@example.org";
pub(crate) const TOM: &str = "tom.mentee@example.org";

/// The conversation of Maya and Tom.
pub(crate) async fn direct_channel(server: &Server) -> String {
    channel(server, "direct").await
}

/// Maya's first conversation of a kind.
pub(crate) async fn channel(server: &Server, kind: &str) -> String {
    let channels = server.get_as(MAYA, "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == kind).unwrap();
    channel["channelId"].as_str().unwrap().to_owned()
}

/// An open socket, nobody's yet.
pub(crate) async fn socket(server: &Server) -> WebSocketStream<TcpStream> {
    open(server, TcpSocket::new_v4().unwrap()).await
}

/// The same, for which the kernel keeps little: what is not read soon waits in the hub.
pub(crate) async fn narrow_socket(server: &Server) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    open(server, socket).await
}

async fn open(server: &Server, socket: TcpSocket) -> WebSocketStream<TcpStream> {
    let mut request = format!("{}/ws/chat/", server.url.replace("http", "ws")).into_client_request().unwrap();
    request.headers_mut().insert("origin", server.url.parse().unwrap());
    let address = server.url.trim_start_matches("http://").parse().unwrap();
    client_async(request, socket.connect(address).await.unwrap()).await.unwrap().0
}

/// Somebody on a socket, in the conversation of Maya and Tom.
pub(crate) struct Talker {
    socket: WebSocketStream<TcpStream>,
    token: String,
    channel: String,
}

impl Talker {
    pub(crate) async fn joined(server: &Server, email: &str, socket: WebSocketStream<TcpStream>) -> Self {
        let (_, access) = server.sign_in(email, "Mentor-hub-1").await;
        let token = access["accessToken"].as_str().unwrap().to_owned();
        let mut talker = Self { socket, token, channel: direct_channel(server).await };
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

    /// Reads until this comes, and gives back the frame.
    pub(crate) async fn hears(&mut self, words: &str) -> String {
        loop {
            let frame = self.next().await;
            if frame.contains(words) {
                return frame;
            }
        }
    }

    pub(crate) async fn next(&mut self) -> String {
        self.socket.next().await.unwrap().unwrap().to_string()
    }
}
