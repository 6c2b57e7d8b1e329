//! The way out to one socket: a bounded queue that anybody may offer to and nobody ever waits for.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use actix_web::web::Bytes;
use bytestring::ByteString;
use store::tokens::Bearer;
use store::{ChannelId, PersonId, SessionId};
use tokio::sync::{Notify, mpsc, watch};

use crate::protocol::{ServerFrame, close};

/// How much may wait for a socket.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// Frames.
    pub frames: usize,
    /// Bytes of all of them.
    pub bytes: usize,
}

/// What waits for a socket.
#[derive(Debug)]
pub(crate) enum Out {
    /// A frame.
    Text(ByteString),
    /// The answer to a ping.
    Pong(Bytes),
}

/// One socket as the rest of the hub sees it.
#[derive(Debug)]
pub(crate) struct Outlet {
    pub(crate) id: u64,
    queue: mpsc::Sender<Out>,
    limits: QueueLimits,
    queued_bytes: AtomicUsize,
    /// Rung whenever the writer took a frame off the queue.
    progress: Notify,
    ending: watch::Sender<Option<u16>>,
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
    pub(crate) fn new(id: u64, limits: QueueLimits) -> (Self, mpsc::Receiver<Out>) {
        let (queue, waiting) = mpsc::channel(limits.frames);
        let outlet = Self {
            id,
            queue,
            limits,
            queued_bytes: AtomicUsize::new(0),
            progress: Notify::new(),
            ending: watch::Sender::new(None),
            bearer: Mutex::new(None),
            channels: Mutex::new(HashMap::new()),
            channels_as_of: AtomicU64::new(0),
            counts_told: Mutex::new(0),
            gone: AtomicBool::new(false),
        };
        (outlet, waiting)
    }

    /// Queues a frame that must arrive; a socket that cannot take it is closed and comes back for what it missed.
    pub(crate) fn send(&self, frame: ByteString) {
        let before = self.queued_bytes.fetch_add(frame.len(), Ordering::Relaxed);
        // One frame alone always fits, however large.
        let is_full = before > 0 && before + frame.len() > self.limits.bytes;
        if is_full || self.queue.try_send(Out::Text(frame)).is_err() {
            self.end(close::TOO_SLOW);
        }
    }

    /// Queues a frame that is worth nothing later; a socket that is behind does not get it.
    pub(crate) fn send_fleeting(&self, frame: ByteString) {
        if self.queue.capacity() > self.limits.frames / 2 {
            self.send(frame);
        }
    }

    /// Answers a ping, unless the socket is behind.
    pub(crate) fn pong(&self, payload: Bytes) {
        // A socket that is too slow for a pong is found out by its frames.
        let _ = self.queue.try_send(Out::Pong(payload));
    }

    /// Encodes and queues a frame for this socket alone.
    pub(crate) fn answer(&self, frame: &ServerFrame) {
        self.send(encode(frame));
    }

    /// Waits until the queue is at most half full, or the socket ends. For what the socket itself asked for: much of it
    /// must not count as reading slowly. Only one task may wait.
    pub(crate) async fn has_room(&self) {
        let is_half_empty = || {
            self.queue.capacity() > self.limits.frames / 2
                && self.queued_bytes.load(Ordering::Relaxed) <= self.limits.bytes / 2
        };
        while !is_half_empty() && self.ending.borrow().is_none() {
            tokio::select! {
                () = self.progress.notified() => {}
                _ = self.ended() => {}
            }
        }
    }

    /// Queues unread counts that were read just now.
    pub(crate) fn tell_counts(&self, frame: ByteString) {
        let mut told = lock(&self.counts_told);
        *told += 1;
        self.send(frame);
    }

    /// What to give to [`Outlet::tell_counts_since`]; call it before reading the counts.
    pub(crate) fn counts_told(&self) -> u64 {
        *lock(&self.counts_told)
    }

    /// Queues unread counts unless others, perhaps newer, were queued since `before`. False if so: read them again.
    pub(crate) fn tell_counts_since(&self, before: u64, frame: ByteString) -> bool {
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
        self.queued_bytes.load(Ordering::Relaxed)
    }

    /// The writer took a frame off the queue.
    pub(crate) fn taken(&self, frame: &ByteString) {
        self.queued_bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        self.progress.notify_one();
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
        self.ending.send_if_modified(|ending| {
            let first = ending.is_none();
            if first && code == close::TOO_SLOW {
                metrics::counter!("hub_slow_readers_cut_total").increment(1);
            }
            ending.get_or_insert(code);
            first
        });
    }

    /// Waits until somebody ends the socket.
    pub(crate) async fn ended(&self) -> u16 {
        let mut ending = self.ending.subscribe();
        let code = ending.wait_for(Option::is_some).await.map(|code| *code);
        code.ok().flatten().unwrap_or(close::GONE)
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
    pub(crate) fn channels(&self) -> std::sync::MutexGuard<'_, HashMap<ChannelId, bool>> {
        lock(&self.channels)
    }

    /// Whether the channel is open here.
    pub(crate) fn has_open(&self, channel: ChannelId) -> bool {
        self.channels().get(&channel).copied().unwrap_or(false)
    }
}

/// A frame as text, made once and shared by all who get it.
pub(crate) fn encode(frame: &ServerFrame) -> ByteString {
    match serde_json::to_string(frame) {
        Ok(text) => text.into(),
        Err(error) => {
            // Only a bug gets here: nothing in a frame can fail to be written.
            tracing::error!(%error, "a frame could not be written");
            ByteString::from_static("{\"command\":\"reload\"}")
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
