//! Encoded WebSocket frames. A frame is encoded once and shared by all its recipients.

use actix_http::ws::{OpCode, Parser};
use actix_web::web::{Bytes, BytesMut};
use actix_ws::CloseReason;

use crate::protocol::ServerFrame;

/// Bytes of the longest header of a frame from a server.
const MAX_HEADER_BYTES: usize = 10;

/// An encoded frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame(Bytes);

impl Frame {
    fn text(text: &[u8]) -> Self {
        Self::new(OpCode::Text, text)
    }

    pub(crate) fn ping() -> Self {
        Self::new(OpCode::Ping, b"")
    }

    pub(crate) fn pong(payload: &[u8]) -> Self {
        Self::new(OpCode::Pong, payload)
    }

    pub(crate) fn close(code: u16) -> Self {
        let mut bytes = BytesMut::new();
        Parser::write_close(&mut bytes, Some(CloseReason { code: code.into(), description: None }), false);
        Self(bytes.freeze())
    }

    fn new(op_code: OpCode, payload: &[u8]) -> Self {
        let mut bytes = BytesMut::with_capacity(MAX_HEADER_BYTES + payload.len());
        Parser::write_message(&mut bytes, payload, op_code, true, false);
        Self(bytes.freeze())
    }

    /// Returns the number of encoded bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Encodes a server frame as JSON text.
pub(crate) fn encode(frame: &ServerFrame) -> Frame {
    match serde_json::to_vec(frame) {
        Ok(text) => Frame::text(&text),
        Err(error) => {
            // Unreachable without a bug: every field of a frame can be serialised.
            tracing::error!(%error, "cannot encode a frame");
            Frame::text(b"{\"command\":\"reload\"}")
        }
    }
}
