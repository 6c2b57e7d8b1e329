//! The way in from one socket: bytes become messages. Nothing is kept in memory between two of them.

use std::io::{self, ErrorKind};

use actix_codec::Decoder as _;
use actix_http::ws::{Codec, Frame};
use actix_web::rt::net::TcpStream;
use actix_web::web::{Bytes, BytesMut};
use actix_ws::{CloseCode, Item, ProtocolError};
use bytestring::ByteString;

use crate::protocol::close;

/// How much is read at once.
const READ: usize = 4096;

/// A message that came in one frame or in several.
#[derive(Debug)]
pub(crate) enum Whole {
    Text(ByteString),
    Binary,
    Ping(Bytes),
    Pong,
    Close,
}

/// The reading side of a socket.
pub(crate) struct Inlet<'s> {
    stream: &'s TcpStream,
    /// What came and is not a whole frame yet.
    buffer: BytesMut,
    codec: Codec,
    parts: Parts,
}

impl<'s> Inlet<'s> {
    /// Reads frames of at most `most` bytes from a stream of which `buffer` has been read already.
    pub(crate) fn new(stream: &'s TcpStream, buffer: BytesMut, most: usize) -> Self {
        Self { stream, buffer, codec: Codec::new().max_size(most), parts: Parts::default() }
    }

    /// The next message, or the code with which the socket ends. Messages may be `most` bytes long. May be dropped while
    /// it waits.
    pub(crate) async fn next(&mut self, most: usize) -> Result<Whole, u16> {
        loop {
            while let Some(frame) = self.decode(most)? {
                if let Some(whole) = self.parts.add(frame, most)? {
                    return Ok(whole);
                }
            }
            if self.buffer.is_empty() {
                self.buffer = BytesMut::new();
            }
            self.stream.readable().await.map_err(|_| close::GONE)?;
            self.buffer.reserve(READ);
            match self.stream.try_read_buf(&mut self.buffer) {
                Ok(0) => return Err(close::GONE),
                Err(error) if !is_for_later(&error) => return Err(close::GONE),
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn decode(&mut self, most: usize) -> Result<Option<Frame>, u16> {
        // The codec would keep a whole frame before it looks at its length: anybody could fill the memory with one.
        if announced(&self.buffer).is_some_and(|length| length > most as u64) {
            return Err(close::TOO_BIG);
        }
        self.codec.decode(&mut self.buffer).map_err(|error| match error {
            ProtocolError::Overflow => close::TOO_BIG,
            _ => u16::from(CloseCode::Protocol),
        })
    }
}

/// Reads and forgets what a peer still sends, until it is done. A connection that is dropped with unread bytes is reset, and
/// a reset may overtake the last frame.
pub(crate) async fn exhaust(stream: &TcpStream) {
    let mut nowhere = [0; READ];
    while stream.readable().await.is_ok() {
        match stream.try_read(&mut nowhere) {
            Ok(0) => return,
            Err(error) if !is_for_later(&error) => return,
            Ok(_) | Err(_) => {}
        }
    }
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Puts continued messages together.
#[derive(Default)]
struct Parts {
    text: Option<BytesMut>,
    skipping: bool,
}

impl Parts {
    fn add(&mut self, frame: Frame, most: usize) -> Result<Option<Whole>, u16> {
        let whole = match frame {
            Frame::Text(text) => Whole::Text(utf8(text)?),
            Frame::Binary(_) => Whole::Binary,
            Frame::Ping(payload) => Whole::Ping(payload),
            Frame::Pong(_) => Whole::Pong,
            Frame::Close(_) => Whole::Close,
            Frame::Continuation(item) => return self.continued(item, most),
        };
        Ok(Some(whole))
    }

    fn continued(&mut self, item: Item, most: usize) -> Result<Option<Whole>, u16> {
        let (part, is_last) = match item {
            Item::FirstText(part) => {
                self.text = Some(BytesMut::new());
                (part, false)
            }
            Item::FirstBinary(_) => {
                self.skipping = true;
                return Ok(None);
            }
            Item::Continue(part) => (part, false),
            Item::Last(part) => (part, true),
        };
        if self.skipping {
            self.skipping = !is_last;
            return Ok(is_last.then_some(Whole::Binary));
        }
        let text = self.text.as_mut().ok_or(u16::from(CloseCode::Protocol))?;
        if text.len() + part.len() > most {
            return Err(close::TOO_BIG);
        }
        text.extend_from_slice(&part);
        if !is_last {
            return Ok(None);
        }
        let text = self.text.take().unwrap_or_default().freeze();
        utf8(text).map(|text| Some(Whole::Text(text)))
    }
}

fn utf8(bytes: Bytes) -> Result<ByteString, u16> {
    ByteString::try_from(bytes).map_err(|_| close::BROKEN_TEXT)
}

/// The length that the header of a frame announces, once it is there.
fn announced(frame: &[u8]) -> Option<u64> {
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
    fn a_frame_is_judged_by_its_header_alone() {
        let huge = [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(announced(&huge), Some(u64::MAX));
        assert!((0..huge.len()).all(|bytes| announced(&huge[..bytes]).is_none()));
        assert_eq!(announced(&[0x81, 0xfe, 0x01, 0x02]), Some(258));
        assert_eq!(announced(&[0x81, 0xfd]), Some(125));
    }
}
