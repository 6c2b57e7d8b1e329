//! The calls of this node.

use std::sync::Arc;

use store::calls::Provider;
use store::{CallId, Store};
use tokio::sync::{Notify, mpsc};

use super::peers::Peers;
use super::ringing::Ringing;
use super::settings::CallSettings;
use super::transcriber::Transcriber;
use crate::programme_cache::ProgrammeCache;
use crate::registry::Registry;

/// Notices queued. The next sweep covers the peers of one that did not fit.
const QUEUE_CAPACITY: usize = 1024;

/// Of what people are notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Notice {
    /// A call has changed.
    Changed(CallId),
    /// The peers of a call on this node may have changed.
    Peers(CallId),
}

/// The state of calls on this node.
#[derive(Debug)]
pub(crate) struct CallService {
    pub(super) store: Arc<Store>,
    pub(super) registry: Arc<Registry>,
    pub(super) programmes: Arc<ProgrammeCache>,
    pub(crate) settings: CallSettings,
    pub(crate) peers: Peers,
    pub(crate) ringing: Ringing,
    pub(super) transcriber: Transcriber,
    /// Wakes the sweep of all calls.
    pub(super) sweep_due: Arc<Notify>,
    notices: mpsc::Sender<Notice>,
}

impl CallService {
    /// Returns the service and its notices.
    pub(crate) fn new(
        store: Arc<Store>,
        registry: Arc<Registry>,
        programmes: Arc<ProgrammeCache>,
        settings: CallSettings,
    ) -> (Arc<Self>, mpsc::Receiver<Notice>) {
        let (notices, queue) = mpsc::channel(QUEUE_CAPACITY);
        let transcriber = Transcriber::new(settings.notes.clone(), settings.recordings_origin.clone());
        let (peers, ringing, sweep_due) = Default::default();
        let service = Self { store, registry, programmes, settings, peers, ringing, transcriber, sweep_due, notices };
        (Arc::new(service), queue)
    }

    /// Returns the provider of new calls.
    pub(crate) fn provider(&self) -> Provider {
        if self.settings.jitsi.is_some() { Provider::Jitsi } else { Provider::Builtin }
    }

    /// Queues a notification about a changed call.
    pub(crate) fn notify_change(&self, call: CallId) {
        let _ = self.notices.try_send(Notice::Changed(call));
    }

    /// Queues the peers of a call for those on this node.
    pub(super) fn notify_peers(&self, call: CallId) {
        let _ = self.notices.try_send(Notice::Peers(call));
    }

    /// Sweeps all calls soon: a membership may have changed.
    pub(crate) fn sweep(&self) {
        self.sweep_due.notify_one();
    }
}
