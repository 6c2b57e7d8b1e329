//! Reads WebSocket messages from one connection. An idle connection holds no read buffer.

use std::io::{self, ErrorKind};

use actix_codec::Decoder as _;
use actix_http::ws::{Codec, Frame};
use actix_web::rt::net::TcpStream;
use actix_web::web::{Bytes, BytesMut};
use actix_ws::{CloseCode, Item, ProtocolError};
use bytestring::ByteString;
use tokio::task::yield_now;

use crate::protocol::close;

/// Bytes read with one system call.
const READ_BYTES: usize = 4096;

/// Frames and reads of one connection before the other tasks of its thread run.
const MAX_STEPS: u32 = 64;

/// Bytes of an incomplete message that count as progress.
const MIN_PROGRESS: u64 = 4096;

/// Frames of one message.
const MAX_FRAGMENTS: u32 = 4096;

/// What a connection received.
#[derive(Debug)]
pub(crate) enum Received {
    /// A complete message, in one frame or in several.
    Text(ByteString),
    Binary,
    Ping(Bytes),
    Pong,
    Close,
    /// No complete message yet. The caller checks its deadlines and asks again.
    Nothing,
}

/// The reading half of a connection.
pub(crate) struct FrameReader<'s> {
    stream: &'s TcpStream,
    /// Received bytes that are not decoded yet.
    buffer: BytesMut,
    codec: Codec,
    fragments: Fragments,
    /// Frames and reads since the other tasks ran.
    steps: u32,
    /// Bytes received since [`FrameReader::has_progressed`] was asked.
    progress: u64,
}

impl<'s> FrameReader<'s> {
    /// Reads frames of at most `max_bytes` from a stream; `buffer` holds what was read from it before.
    pub(crate) fn new(stream: &'s TcpStream, buffer: BytesMut, max_bytes: usize) -> Self {
        let codec = Codec::new().max_size(max_bytes);
        Self { stream, buffer, codec, fragments: Fragments::default(), steps: 0, progress: 0 }
    }

    /// Returns the next message of at most `max_bytes`, or the code to close the connection with. Cancel-safe.
    pub(crate) async fn next(&mut self, max_bytes: usize) -> Result<Received, u16> {
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.steps = 0;
                // Reading alone never waits while the peer sends faster than this thread reads.
                yield_now().await;
                return Ok(Received::Nothing);
            }
            if let Some(frame) = self.decode(max_bytes)? {
                match self.fragments.add(frame, max_bytes)? {
                    Some(message) => return Ok(message),
                    None => continue,
                }
            }
            if self.buffer.is_empty() {
                self.buffer = BytesMut::new();
            }
            self.stream.readable().await.map_err(|_| close::GONE)?;
            self.buffer.reserve(READ_BYTES);
            match self.stream.try_read_buf(&mut self.buffer) {
                Ok(0) => return Err(close::GONE),
                Ok(bytes) => self.progress += bytes as u64,
                Err(error) if !is_temporary(&error) => return Err(close::GONE),
                Err(_) => {}
            }
        }
    }

    /// Returns whether part of a large message arrived since the last call.
    pub(crate) fn has_progressed(&mut self) -> bool {
        std::mem::take(&mut self.progress) >= MIN_PROGRESS
    }

    fn decode(&mut self, max_bytes: usize) -> Result<Option<Frame>, u16> {
        // The codec buffers a whole frame before it checks the length, so an unauthenticated client could fill the memory.
        if announced_length(&self.buffer).is_some_and(|length| length > max_bytes as u64) {
            return Err(close::TOO_BIG);
        }
        // The codec would log it as an error of the server.
        if self.buffer.first().is_some_and(|first| is_unfinished_control(*first)) {
            return Err(CloseCode::Protocol.into());
        }
        self.codec.decode(&mut self.buffer).map_err(|error| match error {
            ProtocolError::Overflow => close::TOO_BIG,
            _ => u16::from(CloseCode::Protocol),
        })
    }
}

/// Reads and discards input until the peer closes. The kernel resets a connection that is closed with unread bytes, and the
/// reset may overtake the last frame.
pub(crate) async fn discard_input(stream: &TcpStream) {
    let mut discarded = [0; READ_BYTES];
    while stream.readable().await.is_ok() {
        match stream.try_read(&mut discarded) {
            Ok(0) => return,
            Err(error) if !is_temporary(&error) => return,
            // For the timeout of the caller: a peer that never pauses would keep this loop running.
            Ok(_) | Err(_) => yield_now().await,
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Assembles fragmented messages.
#[derive(Default)]
struct Fragments {
    text: BytesMut,
    is_binary: bool,
    /// Frames of the message so far.
    count: u32,
}

impl Fragments {
    fn add(&mut self, frame: Frame, max_bytes: usize) -> Result<Option<Received>, u16> {
        let message = match frame {
            Frame::Text(text) => Received::Text(utf8(text)?),
            Frame::Binary(_) => Received::Binary,
            Frame::Ping(payload) => Received::Ping(payload),
            Frame::Pong(_) => Received::Pong,
            Frame::Close(_) => Received::Close,
            Frame::Continuation(item) => return self.add_fragment(item, max_bytes),
        };
        Ok(Some(message))
    }

    fn add_fragment(&mut self, item: Item, max_bytes: usize) -> Result<Option<Received>, u16> {
        if matches!(item, Item::FirstBinary(_)) {
            self.is_binary = true;
        }
        let (fragment, is_last) = match item {
            Item::FirstText(fragment) | Item::FirstBinary(fragment) | Item::Continue(fragment) => (fragment, false),
            Item::Last(fragment) => (fragment, true),
        };
        self.count += 1;
        // Fragments that add next to nothing are no message, but work.
        if fragment.is_empty() && !is_last || self.count > MAX_FRAGMENTS {
            return Err(close::FLOOD);
        }
        if !self.is_binary {
            if self.text.len() + fragment.len() > max_bytes {
                return Err(close::TOO_BIG);
            }
            self.text.extend_from_slice(&fragment);
        }
        if !is_last {
            return Ok(None);
        }
        let Self { text, is_binary, .. } = std::mem::take(self);
        if is_binary { Ok(Some(Received::Binary)) } else { utf8(text.freeze()).map(|text| Some(Received::Text(text))) }
    }
}

fn utf8(bytes: Bytes) -> Result<ByteString, u16> {
    ByteString::try_from(bytes).map_err(|_| close::BROKEN_TEXT)
}

/// Whether a frame begins a message in parts, as its first byte says, with an opcode that has none: a control frame or a
/// reserved one.
fn is_unfinished_control(first: u8) -> bool {
    first & 0x80 == 0 && first & 0x0f > 2
}

/// Returns the payload length in the header of a frame; None until the header is complete.
fn announced_length(frame: &[u8]) -> Option<u64> {
    let length = |bytes: &[u8]| bytes.iter().fold(0, |length, byte| length << 8 | u64::from(*byte));
    match frame.get(1)? & 0x7f {
        126 => frame.get(2..4).map(length),
        127 => frame.get(2..10).map(length),
        short => Some(u64::from(short)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announced_length_is_read_from_header_alone() {
        let huge = [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(announced_length(&huge), Some(u64::MAX));
        assert!((0..huge.len()).all(|bytes| announced_length(&huge[..bytes]).is_none()));
        assert_eq!(announced_length(&[0x81, 0xfe, 0x01, 0x02]), Some(258));
        assert_eq!(announced_length(&[0x81, 0xfd]), Some(125));
    }
}
