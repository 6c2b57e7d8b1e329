//! The bounded send queue of one connection. A sender never waits.
//!
//! The sender also writes to the stream: waking a task for each of a room's hundred connections would cost more than a
//! hundred system calls. The connection's own task writes only when the peer's receive window was full.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::frame::{Frame, encode};
use crate::limits::QueueLimits;
use crate::protocol::{ServerFrame, close};

/// Frames written with one system call.
const MAX_SLICES: usize = 64;

/// Frames that are not written yet. An empty queue holds no memory: most connections are idle.
#[derive(Debug, Default)]
struct Pending {
    frames: VecDeque<Frame>,
    /// Bytes of all frames.
    bytes: usize,
    /// Bytes of the first frame that are written.
    written: usize,
    /// The peer's receive window is full: only [`SendQueue::write_blocked`] writes.
    is_blocked: bool,
    /// The code to close the connection with.
    close_code: Option<u16>,
}

impl Pending {
    fn push(&mut self, frame: Frame) {
        self.bytes += frame.len();
        self.frames.push_back(frame);
    }

    /// Writes until the queue is empty or the peer's receive window is full.
    fn write_to(&mut self, stream: &TcpStream) -> io::Result<()> {
        while let Some(first) = self.frames.front() {
            let first = &first.bytes()[self.written..];
            let written = if self.frames.len() == 1 {
                stream.try_write(first)
            } else {
                let mut slices = [IoSlice::new(&[]); MAX_SLICES];
                slices[0] = IoSlice::new(first);
                let rest = slices[1..].iter_mut().zip(self.frames.iter().skip(1));
                let count = 1 + rest.map(|(slice, frame)| *slice = IoSlice::new(frame.bytes())).count();
                stream.try_write_vectored(&slices[..count])
            };
            match written {
                Ok(bytes) => self.advance(bytes),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        // Frees the memory as well.
        self.frames = VecDeque::new();
        Ok(())
    }

    /// Removes written bytes.
    fn advance(&mut self, bytes: usize) {
        self.written += bytes;
        while let Some(first) = self.frames.front()
            && self.written >= first.len()
        {
            self.written -= first.len();
            self.bytes -= first.len();
            self.frames.pop_front();
        }
    }
}

/// The sending half of a connection.
#[derive(Debug)]
pub(crate) struct SendQueue {
    pub(crate) stream: TcpStream,
    limits: QueueLimits,
    pending: Mutex<Pending>,
    /// Wakes the connection's own task: the peer's receive window is full, or the connection closes.
    blocked: Notify,
    /// Signals that the peer took bytes after it was blocked.
    progress: Notify,
    closed: Notify,
}

impl SendQueue {
    pub(crate) fn new(stream: TcpStream, limits: QueueLimits) -> Self {
        let (pending, blocked, progress, closed) = Default::default();
        Self { stream, limits, pending, blocked, progress, closed }
    }

    /// Sends a frame that must arrive. A full queue closes the connection; the client reconnects and fetches what it missed.
    pub(crate) fn send(&self, frame: Frame) {
        self.enqueue(frame);
        self.flush();
    }

    /// Encodes a frame and sends it to this connection alone.
    pub(crate) fn send_frame(&self, frame: &ServerFrame) {
        self.send(encode(frame));
    }

    /// Sends a frame that has no value later; a connection that is behind does not get it.
    pub(crate) fn send_ephemeral(&self, frame: Frame) {
        let is_behind = self.lock().frames.len() > self.limits.frames / 2;
        if !is_behind {
            self.send(frame);
        }
    }

    /// Queues a frame for the next [`SendQueue::flush`]: several frames leave with one system call.
    pub(crate) fn enqueue(&self, frame: Frame) {
        let mut pending = self.lock();
        if pending.close_code.is_some() {
            return;
        }
        // An empty queue accepts a frame of any size.
        let is_full = pending.frames.len() >= self.limits.frames
            || pending.bytes > 0 && pending.bytes + frame.len() > self.limits.bytes;
        if is_full {
            drop(pending);
            return self.close(close::TOO_SLOW);
        }
        pending.push(frame);
    }

    /// Writes as much of the queue as the peer takes now.
    pub(crate) fn flush(&self) {
        let mut pending = self.lock();
        if pending.is_blocked || pending.close_code.is_some() {
            return;
        }
        let result = pending.write_to(&self.stream);
        pending.is_blocked = !pending.frames.is_empty();
        let is_blocked = pending.is_blocked;
        drop(pending);
        if result.is_err() {
            self.close(close::GONE);
        } else if is_blocked {
            self.blocked.notify_one();
        }
    }

    /// Waits until the queue is at most half full, or the connection closes. Keeps a long response from counting as a slow
    /// reader. Only one task may wait.
    pub(crate) async fn wait_for_capacity(&self) {
        loop {
            {
                let pending = self.lock();
                let is_half_empty =
                    pending.frames.len() <= self.limits.frames / 2 && pending.bytes <= self.limits.bytes / 2;
                if is_half_empty || pending.close_code.is_some() {
                    return;
                }
            }
            tokio::select! {
                () = self.progress.notified() => {}
                _ = self.closed() => {}
            }
        }
    }

    /// For the connection's own task: waits until the peer's receive window is full, or the connection closes.
    pub(crate) async fn wait_until_blocked(&self) {
        self.blocked.notified().await;
    }

    /// For the connection's own task: writes what the peer did not take at once. Closes the connection if the peer takes
    /// nothing for `write_timeout`. Returns the close code if the connection closes.
    pub(crate) async fn write_blocked(&self, write_timeout: Duration) -> Option<u16> {
        loop {
            {
                let pending = self.lock();
                if pending.close_code.is_some() || !pending.is_blocked {
                    return pending.close_code;
                }
            }
            let writable = tokio::select! {
                writable = timeout(write_timeout, self.stream.writable()) => writable,
                code = self.closed() => return Some(code),
            };
            match writable {
                Err(_elapsed) => self.close(close::TOO_SLOW),
                Ok(Err(_broken)) => self.close(close::GONE),
                Ok(Ok(())) => {
                    let mut pending = self.lock();
                    let result = pending.write_to(&self.stream);
                    pending.is_blocked = !pending.frames.is_empty();
                    drop(pending);
                    self.progress.notify_one();
                    if result.is_err() {
                        self.close(close::GONE);
                    }
                }
            }
        }
    }

    /// For the connection's own task, at the end: sends the queue and then this frame. With `drops_queue`, sends only the
    /// rest of a frame that is partly written before it.
    pub(crate) async fn send_last(&self, frame: Frame, drops_queue: bool) -> io::Result<()> {
        {
            let mut pending = self.lock();
            if drops_queue {
                let partly_written = usize::from(pending.written > 0);
                pending.frames.truncate(partly_written);
            }
            pending.push(frame);
        }
        loop {
            {
                let mut pending = self.lock();
                pending.write_to(&self.stream)?;
                if pending.frames.is_empty() {
                    return Ok(());
                }
            }
            self.stream.writable().await?;
        }
    }

    /// Returns the number of queued bytes.
    pub(crate) fn queued_bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Closes the connection with this code; the first code wins.
    pub(crate) fn close(&self, code: u16) {
        let mut pending = self.lock();
        if pending.close_code.is_some() {
            return;
        }
        pending.close_code = Some(code);
        drop(pending);
        if code == close::TOO_SLOW {
            metrics::counter!("hub_slow_readers_cut_total").increment(1);
        }
        self.blocked.notify_one();
        self.closed.notify_waiters();
    }

    /// Waits until the connection closes; returns the close code.
    pub(crate) async fn closed(&self) -> u16 {
        loop {
            let closed = self.closed.notified();
            if let Some(code) = self.lock().close_code {
                return code;
            }
            closed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
