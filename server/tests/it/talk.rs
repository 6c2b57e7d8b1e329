//! A socket to the program, of somebody of the demo world.

use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::program::Server;

/// The conversation of Maya and Tom.
pub(crate) async fn direct_channel(server: &Server) -> String {
    channel(server, "direct").await
}

/// Maya's first conversation of a kind.
pub(crate) async fn channel(server: &Server, kind: &str) -> String {
    let channels = server.get_as("maya.mentor@example.org", "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == kind).unwrap();
    channel["channelId"].as_str().unwrap().to_owned()
}

/// An open socket, nobody's yet.
pub(crate) async fn socket(server: &Server) -> WebSocketStream<TcpStream> {
    let mut request = format!("{}/ws/chat/", server.url.replace("http", "ws")).into_client_request().unwrap();
    request.headers_mut().insert("origin", server.url.parse().unwrap());
    let stream = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    client_async(request, stream).await.unwrap().0
}
