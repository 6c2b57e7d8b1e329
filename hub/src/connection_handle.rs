//! The shared part of a connection: its send queue, its login session, and the channels of its person.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::rt::net::TcpStream;
use store::tokens::Bearer;
use store::{ChannelId, LoginSessionId, PersonId};

use crate::frame::Frame;
use crate::limits::QueueLimits;
use crate::send_queue::SendQueue;

/// One connection as other tasks see it.
#[derive(Debug)]
pub(crate) struct ConnectionHandle {
    pub(crate) id: u64,
    pub(crate) queue: SendQueue,
    bearer: Mutex<Option<Bearer>>,
    /// The active channels of the person, and whether each is open in this connection.
    channels: Mutex<HashMap<ChannelId, bool>>,
    /// The version of the memberships in `channels`; changes with `channels` locked.
    membership_version: AtomicU64,
    /// The number of unread-count frames sent.
    counts_version: Mutex<u64>,
    is_unregistered: AtomicBool,
}

impl ConnectionHandle {
    pub(crate) fn new(id: u64, stream: TcpStream, limits: QueueLimits) -> Self {
        let (bearer, channels, membership_version, counts_version, is_unregistered) = Default::default();
        let queue = SendQueue::new(stream, limits);
        Self { id, queue, bearer, channels, membership_version, counts_version, is_unregistered }
    }

    /// Sends unread counts that were read just now.
    pub(crate) fn send_counts(&self, frame: Frame) {
        let mut version = lock(&self.counts_version);
        *version += 1;
        self.queue.send(frame);
    }

    /// Returns the argument for [`ConnectionHandle::send_counts_since`]; call it before reading the counts.
    pub(crate) fn counts_version(&self) -> u64 {
        *lock(&self.counts_version)
    }

    /// Sends unread counts unless others, perhaps newer, were sent since `version`. Returns false then: read them again.
    pub(crate) fn send_counts_since(&self, version: u64, frame: Frame) -> bool {
        let mut current = lock(&self.counts_version);
        let is_current = *current == version;
        if is_current {
            *current += 1;
            self.queue.send(frame);
        }
        is_current
    }

    /// Returns the version of the memberships in `channels`.
    pub(crate) fn membership_version(&self) -> u64 {
        self.membership_version.load(Ordering::Relaxed)
    }

    /// Adopts a membership version unless a newer one is known; returns whether it did. Call with `channels` locked.
    pub(crate) fn advance_membership_version(&self, version: u64) -> bool {
        self.membership_version.fetch_max(version, Ordering::Relaxed) <= version
    }

    /// Marks the connection as unregistered: nothing is registered for it any more. Call with `channels` locked.
    pub(crate) fn set_unregistered(&self) {
        self.is_unregistered.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_unregistered(&self) -> bool {
        self.is_unregistered.load(Ordering::Relaxed)
    }

    /// Returns the bearer of the token; None before authentication.
    pub(crate) fn bearer(&self) -> Option<Bearer> {
        *lock(&self.bearer)
    }

    pub(crate) fn set_bearer(&self, bearer: Bearer) {
        *lock(&self.bearer) = Some(bearer);
    }

    pub(crate) fn person(&self) -> Option<PersonId> {
        self.bearer().map(|bearer| bearer.person)
    }

    pub(crate) fn login_session(&self) -> Option<LoginSessionId> {
        self.bearer().map(|bearer| bearer.session)
    }

    /// Locks the channels of the person and whether each is open here.
    pub(crate) fn channels(&self) -> MutexGuard<'_, HashMap<ChannelId, bool>> {
        lock(&self.channels)
    }

    /// Returns whether the channel is open here.
    pub(crate) fn has_open(&self, channel: ChannelId) -> bool {
        self.channels().get(&channel).copied().unwrap_or(false)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
