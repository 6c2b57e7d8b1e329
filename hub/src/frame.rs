//! A frame as it goes over the wire: made once, and shared by all who get it.

use actix_http::ws::{OpCode, Parser};
use actix_web::web::{Bytes, BytesMut};
use actix_ws::CloseReason;

use crate::protocol::ServerFrame;

/// The longest header of a frame that a server sends.
const HEADER: usize = 10;

/// Bytes that a socket gets as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame(Bytes);

impl Frame {
    fn text(text: &[u8]) -> Self {
        Self::whole(OpCode::Text, text)
    }

    pub(crate) fn ping() -> Self {
        Self::whole(OpCode::Ping, b"")
    }

    pub(crate) fn pong(payload: &[u8]) -> Self {
        Self::whole(OpCode::Pong, payload)
    }

    pub(crate) fn close(code: u16) -> Self {
        let mut bytes = BytesMut::new();
        Parser::write_close(&mut bytes, Some(CloseReason { code: code.into(), description: None }), false);
        Self(bytes.freeze())
    }

    fn whole(kind: OpCode, payload: &[u8]) -> Self {
        let mut bytes = BytesMut::with_capacity(HEADER + payload.len());
        Parser::write_message(&mut bytes, payload, kind, true, false);
        Self(bytes.freeze())
    }

    /// Bytes on the wire.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Encodes what the hub says.
pub(crate) fn encode(frame: &ServerFrame) -> Frame {
    match serde_json::to_vec(frame) {
        Ok(text) => Frame::text(&text),
        Err(error) => {
            // Only a bug gets here: nothing in a frame can fail to be written.
            tracing::error!(%error, "a frame could not be written");
            Frame::text(b"{\"command\":\"reload\"}")
        }
    }
}
