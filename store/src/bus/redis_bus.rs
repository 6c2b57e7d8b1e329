//! The Redis part of the bus.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::Value;
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout_at};

use self::cluster::Cluster;
use self::single::Single;
use super::envelope::{self, Envelope, decode};
use super::sender::{self, BusSender, Outgoing, Queued};
use super::{BusMessage, Event};
use crate::{BusOptions, Result};

pub(crate) use self::address::Address;

mod address;
mod cluster;
mod single;

/// Redis counts as unreachable after this time.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the subscription is checked.
const HEALTH_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Carries envelopes to the other nodes. Neither method may take much longer than [`REQUEST_TIMEOUT`].
trait BusTransport: Send + 'static {
    /// Ensures the subscription and sends [`BusMessage::Lost`] after a gap. Returns the reason if it is incomplete.
    fn listen(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// Publishes an envelope. Returns the reason if a part of it failed.
    fn publish(&mut self, envelope: Envelope<&Event>) -> impl Future<Output = Result<(), String>> + Send;
}

/// Starts sender and receiver. The task ends when the bus is dropped.
pub(super) fn start(
    options: &BusOptions,
    signals: broadcast::Sender<BusMessage>,
    healthy: Arc<AtomicBool>,
) -> Result<BusSender> {
    let node = rand::random();
    let receiver = BusReceiver { own: envelope::prefix(node), signals, healthy };
    receiver.healthy.store(false, Ordering::Relaxed);
    let address = Address::parse(&options.url)?;
    let (handle, outgoing) = sender::channel(address.describe());
    let sender = SenderTask { node, outgoing, healthy: receiver.healthy.clone(), was_healthy: None };
    match address {
        Address::One(client) => drop(tokio::spawn(sender.run(Single::new(*client, &options.topic, receiver)?))),
        Address::Cluster(seeds) => drop(tokio::spawn(sender.run(Cluster::new(seeds, &options.topic, receiver)))),
    }
    Ok(handle)
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

/// The task that publishes queued events.
struct SenderTask {
    node: u64,
    outgoing: Outgoing,
    healthy: Arc<AtomicBool>,
    /// The state that was last logged.
    was_healthy: Option<bool>,
}

impl SenderTask {
    async fn run(mut self, mut transport: impl BusTransport) {
        let mut next_check = Instant::now();
        let mut is_listening = false;
        let mut queued = Vec::new();
        loop {
            if next_check <= Instant::now() {
                let listening = transport.listen().await;
                is_listening = listening.is_ok();
                self.record_health(listening);
                next_check = Instant::now() + HEALTH_CHECK_INTERVAL;
            }
            let Outgoing { queue, lost } = &mut self.outgoing;
            match timeout_at(next_check, queue.recv_many(&mut queued, 64)).await {
                Ok(0) => return,
                Ok(_) => {}
                // Nothing new: report the loss that could not be reported before.
                Err(_elapsed) if is_listening && lost.load(Ordering::Relaxed) => {}
                Err(_elapsed) => continue,
            }
            let (mut batches, mut flushes) = (Vec::new(), Vec::new());
            for one in queued.drain(..) {
                match one {
                    Queued::Events(events) => batches.push(events),
                    Queued::Flush(sent) => flushes.push(sent),
                }
            }
            let is_lost = lost.swap(false, Ordering::Relaxed);
            if is_lost || !batches.is_empty() {
                let events = batches.iter().flat_map(|batch| batch.iter()).collect();
                let published = transport.publish(Envelope { node: self.node, lost: is_lost, events }).await;
                if published.is_err() {
                    lost.store(true, Ordering::Relaxed);
                }
                if is_listening || published.is_err() {
                    self.record_health(published);
                }
            }
            for sent in flushes {
                // The command may have stopped waiting.
                let _ = sent.send(());
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
