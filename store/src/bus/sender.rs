//! The queue of events that leave the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::Event;

/// Batches that wait to be sent; further ones are dropped and reported as [`super::BusMessage::Lost`].
const QUEUE_CAPACITY: usize = 4096;

/// How long the end of a command waits for its events. Receivers that miss them read the database later.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);

/// The handle for publishing to other processes.
#[derive(Clone, Debug)]
pub(super) struct BusSender {
    queue: mpsc::Sender<Queued>,
    lost: Arc<AtomicBool>,
    kind: &'static str,
}

/// What waits to be sent.
#[derive(Debug)]
pub(super) enum Queued {
    Events(Arc<Vec<Event>>),
    /// Answered once everything before it was sent, or could not be.
    Flush(oneshot::Sender<()>),
}

/// The end of the queue that the sending task reads.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) queue: mpsc::Receiver<Queued>,
    /// Whether events were dropped since the last envelope.
    pub(super) lost: Arc<AtomicBool>,
}

/// Returns the two ends of a queue; `kind` names the bus for people.
pub(super) fn channel(kind: &'static str) -> (BusSender, Outgoing) {
    let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
    let lost = Arc::new(AtomicBool::new(false));
    (BusSender { queue: sender, lost: lost.clone(), kind }, Outgoing { queue, lost })
}

impl BusSender {
    pub(super) fn publish(&self, events: Arc<Vec<Event>>) {
        if self.queue.try_send(Queued::Events(events)).is_err() {
            self.publish_loss();
        }
    }

    pub(super) fn publish_loss(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    /// Waits until all events were sent, or for [`FLUSH_TIMEOUT`].
    pub(super) async fn flush(&self) {
        let (sent, is_sent) = oneshot::channel();
        let flushed = async {
            if self.queue.send(Queued::Flush(sent)).await.is_ok() {
                let _ = is_sent.await;
            }
        };
        if timeout(FLUSH_TIMEOUT, flushed).await.is_err() {
            tracing::warn!("running servers did not take the events: they read the database later");
        }
    }

    /// Names the bus for people.
    pub(super) fn describe(&self) -> &'static str {
        self.kind
    }
}
