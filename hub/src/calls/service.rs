//! The calls of this node.

use store::CallId;
use store::calls::Provider;
use tokio::sync::mpsc;

use super::peers::Peers;
use super::ringing::Ringing;
use super::settings::CallSettings;
use super::transcriber::Transcriber;

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
    pub(crate) settings: CallSettings,
    pub(crate) peers: Peers,
    pub(crate) ringing: Ringing,
    pub(crate) transcriber: Transcriber,
    jobs: mpsc::Sender<Job>,
}

impl CallService {
    /// Returns the service and the jobs for the reaper.
    pub(crate) fn new(settings: CallSettings) -> (Self, mpsc::Receiver<Job>) {
        let (sender, jobs) = mpsc::channel(QUEUE_CAPACITY);
        let transcriber = Transcriber::new(settings.notes.clone(), settings.recordings_origin.clone());
        let (peers, ringing) = Default::default();
        (Self { settings, peers, ringing, transcriber, jobs: sender }, jobs)
    }

    /// Returns the provider of new calls.
    pub(crate) fn provider(&self) -> Provider {
        if self.settings.jitsi.is_some() { Provider::Jitsi } else { Provider::Builtin }
    }

    /// Queues a notification about a changed call.
    pub(crate) fn notify_change(&self, call: CallId) {
        let _ = self.jobs.try_send(Job::NotifyChange(call));
    }

    /// Queues a sweep.
    pub(crate) fn sweep(&self) {
        let _ = self.jobs.try_send(Job::Sweep);
    }
}
