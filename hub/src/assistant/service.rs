//! The questions that this node answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use store::{ChannelId, Store};
use tokio::sync::{Semaphore, mpsc};

use super::knowledge::Knowledge;
use super::settings::AssistantSettings;
use crate::programme_cache::ProgrammeCache;

/// Answers generated at the same time on this node.
const MAX_ANSWERS: usize = 64;

/// Channels queued for the worker. Polling finds those that did not fit.
const QUEUE_CAPACITY: usize = 4096;

/// The state of the assistant on this node.
#[derive(Debug)]
pub(crate) struct AssistantService {
    pub(super) store: Arc<Store>,
    pub(super) programmes: Arc<ProgrammeCache>,
    pub(super) settings: AssistantSettings,
    pub(super) knowledge: Knowledge,
    pub(super) answers: Semaphore,
    queue: mpsc::Sender<ChannelId>,
    /// Channels whose questions this node answers now, and whether another question arrived meanwhile.
    running: Mutex<HashMap<ChannelId, bool>>,
}

impl AssistantService {
    /// Returns the service and the queue for the worker.
    pub(crate) fn new(
        store: Arc<Store>,
        programmes: Arc<ProgrammeCache>,
        settings: AssistantSettings,
    ) -> (Arc<Self>, mpsc::Receiver<ChannelId>) {
        let (queue, channels) = mpsc::channel(QUEUE_CAPACITY);
        let (knowledge, answers) = (Knowledge::default(), Semaphore::new(MAX_ANSWERS));
        let running = Mutex::default();
        (Arc::new(Self { store, programmes, settings, knowledge, answers, queue, running }), channels)
    }

    /// Queues a channel with a new question.
    pub(crate) fn enqueue(&self, channel: ChannelId) {
        let _ = self.queue.try_send(channel);
    }

    /// Begins with a channel. Returns false if the node answers it already; it is then processed once more.
    pub(super) fn begin(&self, channel: ChannelId) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running = running.contains_key(&channel);
        running.insert(channel, is_running);
        !is_running
    }

    /// Ends with a channel. Returns false if another question arrived, which is to be answered now.
    pub(super) fn end(&self, channel: ChannelId) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let has_more = running.remove(&channel) == Some(true);
        if has_more {
            running.insert(channel, false);
        }
        !has_more
    }
}
