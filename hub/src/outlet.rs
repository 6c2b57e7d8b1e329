//! The way out to one socket: a bounded queue that anybody may offer to and nobody ever waits for. Whoever offers something
//! also writes it: waking a task for each of a room's hundred sockets would cost more than a hundred system calls.

use std::collections::{HashMap, VecDeque};
use std::io::{self, ErrorKind, IoSlice};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use store::tokens::Bearer;
use store::{ChannelId, PersonId, SessionId};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::frame::{Frame, encode};
use crate::protocol::{ServerFrame, close};

/// Frames that one system call takes.
const SLICES: usize = 64;

/// How much may wait for a socket.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// Frames.
    pub frames: usize,
    /// Bytes of all of them.
    pub bytes: usize,
}

/// What waits for a socket. An empty one holds no memory: most sockets are idle.
#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Frame>,
    /// Their bytes.
    bytes: usize,
    /// Bytes of the first one that are out already.
    written: usize,
    /// The peer takes nothing at the moment: only [`Outlet::wait_and_write`] writes.
    is_blocked: bool,
    /// Why the socket ends, once it does.
    ending: Option<u16>,
}

/// One socket as the rest of the hub sees it.
#[derive(Debug)]
pub(crate) struct Outlet {
    pub(crate) id: u64,
    pub(crate) stream: TcpStream,
    limits: QueueLimits,
    queue: Mutex<Queue>,
    /// Rung when the socket's own task has something to do: wait for a peer that takes nothing, or the end.
    stuck: Notify,
    /// Rung when a peer takes something again.
    progress: Notify,
    /// Rung at the end.
    ended: Notify,
    bearer: Mutex<Option<Bearer>>,
    /// The person's channels, and whether each is open in this socket.
    channels: Mutex<HashMap<ChannelId, bool>>,
    /// Which look at the database `channels` comes from; changed with `channels` locked.
    channels_as_of: AtomicU64,
    /// How often unread counts were told.
    counts_told: Mutex<u64>,
    gone: AtomicBool,
}

impl Queue {
    fn push(&mut self, frame: Frame) {
        self.bytes += frame.len();
        self.frames.push_back(frame);
    }

    /// Writes until all is out or the peer takes no more.
    fn write_to(&mut self, stream: &TcpStream) -> io::Result<()> {
        while let Some(first) = self.frames.front() {
            let first = &first.bytes()[self.written..];
            let written = if self.frames.len() == 1 {
                stream.try_write(first)
            } else {
                let mut slices = [IoSlice::new(&[]); SLICES];
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
        // Its memory, too.
        self.frames = VecDeque::new();
        Ok(())
    }

    /// So many bytes more are out.
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

impl Outlet {
    pub(crate) fn new(id: u64, stream: TcpStream, limits: QueueLimits) -> Self {
        Self {
            id,
            stream,
            limits,
            queue: Mutex::default(),
            stuck: Notify::new(),
            progress: Notify::new(),
            ended: Notify::new(),
            bearer: Mutex::new(None),
            channels: Mutex::new(HashMap::new()),
            channels_as_of: AtomicU64::new(0),
            counts_told: Mutex::new(0),
            gone: AtomicBool::new(false),
        }
    }

    /// Sends a frame that must arrive; a socket that cannot take it is closed and comes back for what it missed.
    pub(crate) fn send(&self, frame: Frame) {
        self.queue(frame);
        self.flush();
    }

    /// The same, but the frame waits for [`Outlet::flush`]: several go out with one system call.
    pub(crate) fn queue(&self, frame: Frame) {
        let mut queue = lock(&self.queue);
        if queue.ending.is_some() {
            return;
        }
        // One frame alone always fits, however large.
        let is_full = queue.frames.len() >= self.limits.frames
            || queue.bytes > 0 && queue.bytes + frame.len() > self.limits.bytes;
        if is_full {
            drop(queue);
            return self.end(close::TOO_SLOW);
        }
        queue.push(frame);
    }

    /// Writes what is queued, as far as the peer takes it now.
    pub(crate) fn flush(&self) {
        let mut queue = lock(&self.queue);
        if queue.is_blocked || queue.ending.is_some() {
            return;
        }
        let result = queue.write_to(&self.stream);
        queue.is_blocked = !queue.frames.is_empty();
        let is_blocked = queue.is_blocked;
        drop(queue);
        if result.is_err() {
            self.end(close::GONE);
        } else if is_blocked {
            self.stuck.notify_one();
        }
    }

    /// Sends a frame that is worth nothing later; a socket that is behind does not get it.
    pub(crate) fn send_fleeting(&self, frame: Frame) {
        let is_behind = lock(&self.queue).frames.len() > self.limits.frames / 2;
        if !is_behind {
            self.send(frame);
        }
    }

    /// Encodes and sends a frame to this socket alone.
    pub(crate) fn answer(&self, frame: &ServerFrame) {
        self.send(encode(frame));
    }

    /// Waits until the queue is at most half full, or the socket ends. For what the socket itself asked for: much of it
    /// must not count as reading slowly. Only one task may wait.
    pub(crate) async fn has_room(&self) {
        loop {
            {
                let queue = lock(&self.queue);
                let is_half_empty =
                    queue.frames.len() <= self.limits.frames / 2 && queue.bytes <= self.limits.bytes / 2;
                if is_half_empty || queue.ending.is_some() {
                    return;
                }
            }
            tokio::select! {
                () = self.progress.notified() => {}
                _ = self.ended() => {}
            }
        }
    }

    /// For the socket's own task: waits until the peer takes nothing, or the socket ends.
    pub(crate) async fn is_stuck(&self) {
        self.stuck.notified().await;
    }

    /// For the socket's own task: writes what others could not, as the peer takes it. Ends the socket if that takes nothing for
    /// `patience`. Gives back the code with which the socket ends, if it does.
    pub(crate) async fn wait_and_write(&self, patience: Duration) -> Option<u16> {
        loop {
            {
                let queue = lock(&self.queue);
                if queue.ending.is_some() || !queue.is_blocked {
                    return queue.ending;
                }
            }
            let writable = tokio::select! {
                writable = timeout(patience, self.stream.writable()) => writable,
                code = self.ended() => return Some(code),
            };
            match writable {
                Err(_slow) => self.end(close::TOO_SLOW),
                Ok(Err(_gone)) => self.end(close::GONE),
                Ok(Ok(())) => {
                    let mut queue = lock(&self.queue);
                    let result = queue.write_to(&self.stream);
                    queue.is_blocked = !queue.frames.is_empty();
                    drop(queue);
                    self.progress.notify_one();
                    if result.is_err() {
                        self.end(close::GONE);
                    }
                }
            }
        }
    }

    /// For the socket's own task, at the end: sends what still waits, or only the rest of a frame that is under way, and then
    /// this one.
    pub(crate) async fn say_last(&self, frame: Frame, only_begun: bool) -> io::Result<()> {
        {
            let mut queue = lock(&self.queue);
            if only_begun {
                let begun = usize::from(queue.written > 0);
                queue.frames.truncate(begun);
            }
            queue.push(frame);
        }
        loop {
            {
                let mut queue = lock(&self.queue);
                queue.write_to(&self.stream)?;
                if queue.frames.is_empty() {
                    return Ok(());
                }
            }
            self.stream.writable().await?;
        }
    }

    /// Sends unread counts that were read just now.
    pub(crate) fn tell_counts(&self, frame: Frame) {
        let mut told = lock(&self.counts_told);
        *told += 1;
        self.send(frame);
    }

    /// What to give to [`Outlet::tell_counts_since`]; call it before reading the counts.
    pub(crate) fn counts_told(&self) -> u64 {
        *lock(&self.counts_told)
    }

    /// Sends unread counts unless others, perhaps newer, were sent since `before`. False if so: read them again.
    pub(crate) fn tell_counts_since(&self, before: u64, frame: Frame) -> bool {
        let mut told = lock(&self.counts_told);
        let is_current = *told == before;
        if is_current {
            *told += 1;
            self.send(frame);
        }
        is_current
    }

    /// Bytes that wait.
    pub(crate) fn queued_bytes(&self) -> usize {
        lock(&self.queue).bytes
    }

    /// The look at the database that `channels` comes from.
    pub(crate) fn channels_as_of(&self) -> u64 {
        self.channels_as_of.load(Ordering::Relaxed)
    }

    /// Whether a look at the database is newer than what `channels` holds; then it is what `channels` will hold. Call
    /// with `channels` locked.
    pub(crate) fn supersedes(&self, as_of: u64) -> bool {
        self.channels_as_of.fetch_max(as_of, Ordering::Relaxed) <= as_of
    }

    /// The socket is gone: nothing is registered for it any more. Call with its channels locked.
    pub(crate) fn set_gone(&self) {
        self.gone.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Ends the socket with this close code; the first reason wins.
    pub(crate) fn end(&self, code: u16) {
        let mut queue = lock(&self.queue);
        if queue.ending.is_some() {
            return;
        }
        queue.ending = Some(code);
        drop(queue);
        if code == close::TOO_SLOW {
            metrics::counter!("hub_slow_readers_cut_total").increment(1);
        }
        self.stuck.notify_one();
        self.ended.notify_waiters();
    }

    /// Waits until somebody ends the socket.
    pub(crate) async fn ended(&self) -> u16 {
        loop {
            let ended = self.ended.notified();
            if let Some(code) = lock(&self.queue).ending {
                return code;
            }
            ended.await;
        }
    }

    /// Whom this socket belongs to, once it is known.
    pub(crate) fn bearer(&self) -> Option<Bearer> {
        *lock(&self.bearer)
    }

    pub(crate) fn set_bearer(&self, bearer: Bearer) {
        *lock(&self.bearer) = Some(bearer);
    }

    pub(crate) fn person(&self) -> Option<PersonId> {
        self.bearer().map(|bearer| bearer.person)
    }

    pub(crate) fn session(&self) -> Option<SessionId> {
        self.bearer().map(|bearer| bearer.session)
    }

    /// The person's channels and whether each is open here.
    pub(crate) fn channels(&self) -> MutexGuard<'_, HashMap<ChannelId, bool>> {
        lock(&self.channels)
    }

    /// Whether the channel is open here.
    pub(crate) fn has_open(&self, channel: ChannelId) -> bool {
        self.channels().get(&channel).copied().unwrap_or(false)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
