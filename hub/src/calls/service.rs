//! The calls of this node.

use std::sync::Arc;

use store::calls::Provider;
use store::{CallId, Store};
use tokio::sync::mpsc;

use super::peers::Peers;
use super::ringing::Ringing;
use super::settings::CallSettings;
use super::transcriber::Transcriber;
use crate::entitlements::Entitlements;
use crate::programme_cache::ProgrammeCache;
use crate::registry::Registry;

/// Jobs queued for the reaper. The next sweep covers a job that did not fit.
const QUEUE_CAPACITY: usize = 1024;

/// A job of the reaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    /// Notify people of a changed call.
    NotifyChange(CallId),
    /// Sweep all calls: a membership may have changed.
    Sweep,
}

/// The state of calls on this node.
#[derive(Debug)]
pub(crate) struct CallService {
    pub(super) store: Arc<Store>,
    pub(super) registry: Arc<Registry>,
    pub(super) programmes: Arc<ProgrammeCache>,
    pub(super) entitlements: Arc<Entitlements>,
    pub(crate) settings: CallSettings,
    pub(crate) peers: Peers,
    pub(crate) ringing: Ringing,
    pub(super) transcriber: Transcriber,
    jobs: mpsc::Sender<Job>,
}

impl CallService {
    /// Returns the service and the jobs for the reaper.
    pub(crate) fn new(
        store: Arc<Store>,
        registry: Arc<Registry>,
        programmes: Arc<ProgrammeCache>,
        entitlements: Arc<Entitlements>,
        settings: CallSettings,
    ) -> (Arc<Self>, mpsc::Receiver<Job>) {
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        let transcriber = Transcriber::new(settings.notes.clone(), settings.recordings_origin.clone());
        let (peers, ringing) = Default::default();
        let service = Self { store, registry, programmes, entitlements, settings, peers, ringing, transcriber, jobs };
        (Arc::new(service), queue)
    }

    /// Returns the provider of new calls.
    pub(crate) fn provider(&self) -> Provider {
        if self.settings.jitsi.is_some() { Provider::Jitsi } else { Provider::Builtin }
    }

    /// Queues a notification about a changed call.
    pub(crate) fn notify_change(&self, call: CallId) {
        let _ = self.jobs.try_send(Job::NotifyChange(call));
    }

    /// Queues a sweep of all calls.
    pub(crate) fn sweep(&self) {
        let _ = self.jobs.try_send(Job::Sweep);
    }
}
