//! Frames of a socket and its close code.

use futures_util::StreamExt;
use hub::protocol::ServerFrame;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

pub(super) type Socket = WebSocketStream<TcpStream>;

/// Returns the next frame; None for one without text.
pub(super) async fn next(socket: &mut Socket) -> Result<Option<ServerFrame>, Error> {
    match socket.next().await.ok_or(Error::ConnectionClosed)?? {
        Message::Text(text) => serde_json::from_str(text.as_str()).map(Some).map_err(|error| Error::Io(error.into())),
        Message::Close(frame) => {
            let code = frame.map_or(1005, |frame| u16::from(frame.code));
            Err(Error::Io(std::io::Error::other(Closed(code))))
        }
        _ => Ok(None),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("closed with {0}")]
struct Closed(u16);

/// 1006 is the code of browsers for a connection lost without a close frame.
pub(super) fn close_code(error: &Error) -> u16 {
    let Error::Io(error) = error else { return 1006 };
    error.get_ref().and_then(|inner| inner.downcast_ref::<Closed>()).map_or(1006, |closed| closed.0)
}
