//! The Redis part of the bus.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::Value;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, timeout_at};

use self::cluster::Cluster;
use self::single::Single;
use super::{BusMessage, Event};
use crate::{BusOptions, Result};

pub(crate) use self::address::Address;

mod address;
mod cluster;
mod single;

/// Batches that wait for Redis; further ones are dropped and reported as [`BusMessage::Lost`].
const QUEUE_CAPACITY: usize = 4096;

/// Redis counts as unreachable after this time.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the subscription is checked.
const HEALTH_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The message on the wire: the sending node (first, see [`envelope_prefix`]), whether events were dropped before it,
/// and the events.
#[derive(Serialize, Deserialize)]
struct Envelope<E> {
    node: u64,
    lost: bool,
    events: Vec<E>,
}

impl<E: Serialize> Envelope<E> {
    fn text(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(self).map_err(|error| error.to_string())
    }
}

/// Carries envelopes to the other nodes. Neither method may take much longer than [`REQUEST_TIMEOUT`].
trait BusTransport: Send + 'static {
    /// Ensures the subscription and sends [`BusMessage::Lost`] after a gap. Returns the reason if it is incomplete.
    fn listen(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// Publishes an envelope. Returns the reason if a part of it failed.
    fn publish(&mut self, envelope: Envelope<&Event>) -> impl Future<Output = Result<(), String>> + Send;
}

/// The handle for publishing.
#[derive(Clone, Debug)]
pub(super) struct BusSender {
    queue: mpsc::Sender<Arc<Vec<Event>>>,
    lost: Arc<AtomicBool>,
    kind: &'static str,
}

impl BusSender {
    pub(super) fn publish(&self, events: Arc<Vec<Event>>) {
        if self.queue.try_send(events).is_err() {
            self.publish_loss();
        }
    }

    pub(super) fn publish_loss(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    /// Names the kind of Redis for people.
    pub(super) fn describe(&self) -> &'static str {
        self.kind
    }
}

/// Starts sender and receiver. The task ends when the bus is dropped.
pub(super) fn start(
    options: &BusOptions,
    signals: broadcast::Sender<BusMessage>,
    healthy: Arc<AtomicBool>,
) -> Result<BusSender> {
    let node = rand::random();
    let receiver = BusReceiver { own: envelope_prefix(node), signals, healthy };
    receiver.healthy.store(false, Ordering::Relaxed);
    let (queue, queued) = mpsc::channel(QUEUE_CAPACITY);
    let lost = Arc::new(AtomicBool::new(false));
    let sender = SenderTask { node, queued, lost: lost.clone(), healthy: receiver.healthy.clone(), was_healthy: None };
    let address = Address::parse(&options.url)?;
    let kind = address.describe();
    match address {
        Address::One(client) => drop(tokio::spawn(sender.run(Single::new(*client, &options.topic, receiver)?))),
        Address::Cluster(seeds) => drop(tokio::spawn(sender.run(Cluster::new(seeds, &options.topic, receiver)))),
    }
    Ok(BusSender { queue, lost, kind })
}

/// Connects to every address and checks that this installation's topics can be used.
pub(crate) async fn probe(options: &BusOptions) -> Result<()> {
    match Address::parse(&options.url)? {
        Address::One(client) => single::probe(&client).await,
        Address::Cluster(seeds) => cluster::probe(seeds, &options.topic).await,
    }
}

/// Forwards messages from Redis to the listeners.
#[derive(Clone)]
struct BusReceiver {
    own: Vec<u8>,
    signals: broadcast::Sender<BusMessage>,
    healthy: Arc<AtomicBool>,
}

impl BusReceiver {
    /// Handles a push; its second part is the payload.
    fn receive(&self, push: &[Value]) {
        match push.get(1) {
            // Listeners of this node have these events already; most messages are the node's own.
            Some(Value::BulkString(bytes)) if bytes.starts_with(&self.own) => {}
            Some(Value::BulkString(bytes)) => self.send(decode(bytes)),
            _ => {}
        }
    }

    fn send(&self, signal: BusMessage) {
        let _ = self.signals.send(signal);
    }

    fn mark_disconnected(&self) {
        self.healthy.store(false, Ordering::Relaxed);
    }
}

/// The first bytes of every envelope of a node.
fn envelope_prefix(node: u64) -> Vec<u8> {
    format!("{{\"node\":{node},").into_bytes()
}

fn decode(bytes: &[u8]) -> BusMessage {
    match serde_json::from_slice::<Envelope<Event>>(bytes) {
        Ok(envelope) if envelope.lost => BusMessage::Lost,
        Ok(envelope) => BusMessage::Events(Arc::new(envelope.events)),
        Err(error) => {
            // A node of another version may send other events; the database has their content.
            tracing::warn!(%error, "unreadable event on the bus");
            BusMessage::Lost
        }
    }
}

/// The task that publishes queued events.
struct SenderTask {
    node: u64,
    queued: mpsc::Receiver<Arc<Vec<Event>>>,
    lost: Arc<AtomicBool>,
    healthy: Arc<AtomicBool>,
    /// The state that was last logged.
    was_healthy: Option<bool>,
}

impl SenderTask {
    async fn run(mut self, mut transport: impl BusTransport) {
        let mut next_check = Instant::now();
        let mut is_listening = false;
        let mut batches = Vec::new();
        loop {
            if next_check <= Instant::now() {
                let listening = transport.listen().await;
                is_listening = listening.is_ok();
                self.record_health(listening);
                next_check = Instant::now() + HEALTH_CHECK_INTERVAL;
            }
            batches.clear();
            match timeout_at(next_check, self.queued.recv_many(&mut batches, 64)).await {
                Ok(0) => return,
                Ok(_) => {}
                // Nothing new: report the loss that could not be reported before.
                Err(_elapsed) if is_listening && self.lost.load(Ordering::Relaxed) => {}
                Err(_elapsed) => continue,
            }
            let lost = self.lost.swap(false, Ordering::Relaxed);
            let events = batches.iter().flat_map(|batch| batch.iter()).collect();
            let published = transport.publish(Envelope { node: self.node, lost, events }).await;
            if published.is_err() {
                self.lost.store(true, Ordering::Relaxed);
            }
            if is_listening || published.is_err() {
                self.record_health(published);
            }
        }
    }

    fn record_health(&mut self, now: Result<(), String>) {
        self.healthy.store(now.is_ok(), Ordering::Relaxed);
        if self.was_healthy.replace(now.is_ok()) != Some(now.is_ok()) {
            match now {
                Ok(()) => tracing::info!("Redis is reachable"),
                Err(reason) => {
                    tracing::warn!(reason, "Redis is unreachable: events reach other nodes late, through the database");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelope_prefix_identifies_own_node() {
        let of = |node| serde_json::to_vec(&Envelope::<Event> { node, lost: false, events: vec![] }).unwrap();
        assert!(of(12).starts_with(&envelope_prefix(12)));
        assert!(!of(123).starts_with(&envelope_prefix(12)));
    }
}
