//! The questions that this node works on.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use store::ChannelId;
use tokio::sync::{Semaphore, mpsc};

use super::knowledge::Knowledge;
use super::settings::AssistantSettings;

/// Answers generated at the same time on this node.
const MAX_ANSWERS: usize = 64;

/// Channels queued for the worker. Polling finds those that did not fit.
const QUEUE_CAPACITY: usize = 4096;

/// The state of the assistant on this node.
#[derive(Debug)]
pub(crate) struct AssistantService {
    pub(super) settings: AssistantSettings,
    pub(super) knowledge: Knowledge,
    pub(super) answers: Semaphore,
    queue: mpsc::Sender<ChannelId>,
    /// Channels in work on this node, and whether another question arrived meanwhile.
    in_work: Mutex<HashMap<ChannelId, bool>>,
}

impl AssistantService {
    /// Returns the service and the queue for the worker.
    pub(crate) fn new(settings: AssistantSettings) -> (Self, mpsc::Receiver<ChannelId>) {
        let (queue, channels) = mpsc::channel(QUEUE_CAPACITY);
        let (knowledge, answers) = (Knowledge::default(), Semaphore::new(MAX_ANSWERS));
        (Self { settings, knowledge, answers, queue, in_work: Mutex::default() }, channels)
    }

    /// Queues a channel with a new question.
    pub(crate) fn enqueue(&self, channel: ChannelId) {
        let _ = self.queue.try_send(channel);
    }

    /// Claims a channel. Returns false if it is in work; it is then processed once more.
    pub(super) fn claim(&self, channel: ChannelId) -> bool {
        let mut in_work = self.in_work.lock().unwrap_or_else(PoisonError::into_inner);
        let is_claimed = in_work.contains_key(&channel);
        in_work.insert(channel, is_claimed);
        !is_claimed
    }

    /// Releases a channel. Returns false if another question arrived; the channel then stays claimed.
    pub(super) fn release(&self, channel: ChannelId) -> bool {
        let mut in_work = self.in_work.lock().unwrap_or_else(PoisonError::into_inner);
        let has_more = in_work.remove(&channel) == Some(true);
        if has_more {
            in_work.insert(channel, false);
        }
        !has_more
    }
}
