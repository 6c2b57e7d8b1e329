//! Buffers of a non-blocking connection: incomplete incoming frames, queued outgoing bytes.

use std::io::{ErrorKind, Read, Result, Write};

use mio::net::TcpStream;

/// A connection.
#[derive(Debug)]
pub(crate) struct Pipe {
    pub(crate) stream: TcpStream,
    begun: Vec<u8>,
    waiting: Vec<u8>,
}

impl Pipe {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream, begun: Vec::new(), waiting: Vec::new() }
    }

    /// Reads available bytes. `consume` gets the buffer and returns the number of used bytes. Returns false at the end.
    pub(crate) fn read(&mut self, scratch: &mut [u8], mut consume: impl FnMut(&mut [u8]) -> usize) -> Result<bool> {
        loop {
            let count = match self.stream.read(scratch) {
                Ok(0) => return Ok(false),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if self.begun.is_empty() {
                let used = consume(&mut scratch[..count]);
                self.begun.extend_from_slice(&scratch[used..count]);
            } else {
                self.begun.extend_from_slice(&scratch[..count]);
                let used = consume(&mut self.begun);
                self.begun.drain(..used);
            }
            if self.begun.is_empty() && self.begun.capacity() > 0 {
                self.begun = Vec::new();
            }
            // A short read means no more data; epoll reports the next.
            if count < scratch.len() {
                return Ok(true);
            }
        }
    }

    /// The outgoing queue.
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.waiting
    }

    /// Writes queued bytes as far as the peer accepts them.
    pub(crate) fn flush(&mut self) -> Result<()> {
        while !self.waiting.is_empty() {
            match self.stream.write(&self.waiting) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) if count == self.waiting.len() => self.waiting.clear(),
                Ok(count) => drop(self.waiting.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::NotConnected) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        // Idle connections must be small on both sides.
        self.waiting.shrink_to(0);
        Ok(())
    }
}
