//! The way out to one socket: a bounded queue that anybody may offer to and nobody ever waits for.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::tokens::Bearer;
use store::{ChannelId, PersonId, SessionId};
use tokio::sync::Notify;

use crate::frame::{Frame, encode};
use crate::protocol::{ServerFrame, close};

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
    /// Frames that wait, and those that the writer took and has not written.
    unwritten: usize,
    /// Their bytes.
    bytes: usize,
    /// Why the socket ends, once it does.
    ending: Option<u16>,
}

impl Queue {
    /// Whether the writer must be told.
    fn push(&mut self, frame: Frame) -> bool {
        let is_first = self.frames.is_empty();
        self.unwritten += 1;
        self.bytes += frame.len();
        self.frames.push_back(frame);
        is_first
    }
}

/// One socket as the rest of the hub sees it.
#[derive(Debug)]
pub(crate) struct Outlet {
    pub(crate) id: u64,
    limits: QueueLimits,
    queue: Mutex<Queue>,
    /// Rung when the writer has something to do: the first frame, or the end.
    filled: Notify,
    /// Rung whenever something was written.
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

impl Outlet {
    pub(crate) fn new(id: u64, limits: QueueLimits) -> Self {
        Self {
            id,
            limits,
            queue: Mutex::default(),
            filled: Notify::new(),
            progress: Notify::new(),
            ended: Notify::new(),
            bearer: Mutex::new(None),
            channels: Mutex::new(HashMap::new()),
            channels_as_of: AtomicU64::new(0),
            counts_told: Mutex::new(0),
            gone: AtomicBool::new(false),
        }
    }

    /// Queues a frame that must arrive; a socket that cannot take it is closed and comes back for what it missed.
    pub(crate) fn send(&self, frame: Frame) {
        let mut queue = lock(&self.queue);
        // One frame alone always fits, however large.
        let is_full =
            queue.unwritten >= self.limits.frames || queue.bytes > 0 && queue.bytes + frame.len() > self.limits.bytes;
        if is_full {
            drop(queue);
            return self.end(close::TOO_SLOW);
        }
        if queue.push(frame) {
            drop(queue);
            self.filled.notify_one();
        }
    }

    /// Queues a frame that is worth nothing later; a socket that is behind does not get it.
    pub(crate) fn send_fleeting(&self, frame: Frame) {
        let is_behind = lock(&self.queue).unwritten > self.limits.frames / 2;
        if !is_behind {
            self.send(frame);
        }
    }

    /// Queues a ping or a pong, unless the socket is behind: its frames will find out.
    pub(crate) fn beat(&self, frame: Frame) {
        let mut queue = lock(&self.queue);
        if queue.unwritten < self.limits.frames && queue.push(frame) {
            self.filled.notify_one();
        }
    }

    /// Encodes and queues a frame for this socket alone.
    pub(crate) fn answer(&self, frame: &ServerFrame) {
        self.send(encode(frame));
    }

    /// Waits until the queue is at most half full, or the socket ends. For what the socket itself asked for: much of it
    /// must not count as reading slowly. Only one task may wait.
    pub(crate) async fn has_room(&self) {
        loop {
            {
                let queue = lock(&self.queue);
                let is_half_empty = queue.unwritten <= self.limits.frames / 2 && queue.bytes <= self.limits.bytes / 2;
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

    /// For the writer: waits until there is something to write, or the end, and takes all of it.
    pub(crate) async fn take(&self) -> (VecDeque<Frame>, Option<u16>) {
        loop {
            {
                let mut queue = lock(&self.queue);
                if !queue.frames.is_empty() || queue.ending.is_some() {
                    return (std::mem::take(&mut queue.frames), queue.ending);
                }
            }
            self.filled.notified().await;
        }
    }

    /// The writer has written so many frames of so many bytes.
    pub(crate) fn written(&self, frames: usize, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.unwritten -= frames;
        queue.bytes -= bytes;
        drop(queue);
        self.progress.notify_one();
    }

    /// Queues unread counts that were read just now.
    pub(crate) fn tell_counts(&self, frame: Frame) {
        let mut told = lock(&self.counts_told);
        *told += 1;
        self.send(frame);
    }

    /// What to give to [`Outlet::tell_counts_since`]; call it before reading the counts.
    pub(crate) fn counts_told(&self) -> u64 {
        *lock(&self.counts_told)
    }

    /// Queues unread counts unless others, perhaps newer, were queued since `before`. False if so: read them again.
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
        self.filled.notify_one();
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
