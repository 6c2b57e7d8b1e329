//! The part of the bus that crosses processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{AsyncCommands, Client, PushInfo, PushKind, Value};
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;

use super::{Event, Signal};
use crate::{BusOptions, Error, Result};

/// Batches that wait for Redis before further ones are dropped (and the others told to look into the database).
const WAITING: usize = 4096;

/// Redis that takes longer is treated as away.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a quiet connection is asked whether it still lives.
const PULSE: Duration = Duration::from_secs(1);

/// What travels: who sent it (first: see [`beginning`]), what happened, and whether something was dropped before it.
#[derive(Serialize, Deserialize)]
struct Envelope<E> {
    node: u64,
    lost: bool,
    events: Vec<E>,
}

/// The sending end.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    queue: mpsc::Sender<Arc<Vec<Event>>>,
    lost: Arc<AtomicBool>,
}

impl Outgoing {
    pub(super) fn publish(&self, events: Arc<Vec<Event>>) {
        if self.queue.try_send(events).is_err() {
            self.doubt();
        }
    }

    pub(super) fn doubt(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }
}

/// Starts the two ends. The task ends when the bus is dropped.
pub(super) fn start(
    options: &BusOptions,
    signals: broadcast::Sender<Signal>,
    healthy: Arc<AtomicBool>,
) -> Result<Outgoing> {
    let node = rand::random();
    let config = ConnectionManagerConfig::new()
        .set_push_sender(incoming(node, signals, healthy.clone()))
        .set_automatic_resubscription()
        .set_min_delay(Duration::from_millis(100))
        .set_max_delay(PULSE)
        .set_number_of_retries(usize::MAX)
        .set_connection_timeout(Some(PATIENCE))
        .set_response_timeout(Some(PATIENCE));
    let client = Client::open(with_resp3(&options.url))
        .map_err(|error| Error::Configuration(format!("bus.url is not a Redis address: {}", error.category())))?;
    let manager = ConnectionManager::new_lazy_with_config(client, config)?;
    healthy.store(false, Ordering::Relaxed);
    let (queue, waiting) = mpsc::channel(WAITING);
    let lost = Arc::new(AtomicBool::new(false));
    let outgoing = Redis { manager, topic: format!("{}:events", options.topic) };
    tokio::spawn(send_all(outgoing, waiting, node, lost.clone(), healthy));
    Ok(Outgoing { queue, lost })
}

/// Pushes (and so subscriptions on a shared connection) need the third protocol version.
fn with_resp3(url: &str) -> String {
    match url {
        url if url.contains("protocol=") => url.to_owned(),
        url if url.contains('?') => format!("{url}&protocol=resp3"),
        url => format!("{url}?protocol=resp3"),
    }
}

fn incoming(
    node: u64,
    signals: broadcast::Sender<Signal>,
    healthy: Arc<AtomicBool>,
) -> impl Fn(PushInfo) -> Result<(), std::convert::Infallible> + Send + Sync + 'static {
    let own = beginning(node);
    move |push| {
        let signal = match push.kind {
            PushKind::Message => match push.data.get(1) {
                // What this node said was heard here at once; most of what comes back is that.
                Some(Value::BulkString(bytes)) if bytes.starts_with(&own) => None,
                Some(Value::BulkString(bytes)) => Some(read(bytes)),
                _ => None,
            },
            // Subscribed, perhaps again: whatever was said meanwhile was said to nobody.
            PushKind::Subscribe => Some(Signal::Lost),
            PushKind::Disconnection => {
                healthy.store(false, Ordering::Relaxed);
                None
            }
            _ => None,
        };
        if let Some(signal) = signal {
            let _ = signals.send(signal);
        }
        Ok(())
    }
}

/// How each envelope of a node begins.
fn beginning(node: u64) -> Vec<u8> {
    format!("{{\"node\":{node},").into_bytes()
}

fn read(bytes: &[u8]) -> Signal {
    match serde_json::from_slice::<Envelope<Event>>(bytes) {
        Ok(envelope) if envelope.lost => Signal::Lost,
        Ok(envelope) => Signal::Events(Arc::new(envelope.events)),
        Err(error) => {
            // A node of another version speaks: what it says is in the database.
            tracing::warn!(%error, "unreadable event on the bus");
            Signal::Lost
        }
    }
}

/// The connection, and what is said over it.
struct Redis {
    manager: ConnectionManager,
    topic: String,
}

async fn send_all(
    mut redis: Redis,
    mut waiting: mpsc::Receiver<Arc<Vec<Event>>>,
    node: u64,
    lost: Arc<AtomicBool>,
    healthy: Arc<AtomicBool>,
) {
    let mut subscribed = false;
    let mut batches = Vec::new();
    loop {
        if !subscribed {
            subscribed = matches!(timeout(PATIENCE, redis.manager.subscribe(&redis.topic)).await, Ok(Ok(())));
            note(&healthy, subscribed);
        }
        batches.clear();
        match timeout(PULSE, waiting.recv_many(&mut batches, 64)).await {
            Ok(0) => return,
            Ok(_) => {
                let envelope = Envelope {
                    node,
                    lost: lost.swap(false, Ordering::Relaxed),
                    events: batches.iter().flat_map(|batch| batch.iter()).collect(),
                };
                let sent = send(&mut redis, &envelope).await;
                if !sent {
                    lost.store(true, Ordering::Relaxed);
                }
                note(&healthy, sent && subscribed);
            }
            Err(_quiet) => {
                let alive = timeout(PATIENCE, redis.manager.ping::<()>()).await.is_ok_and(|answer| answer.is_ok());
                // Say now what could not be said before.
                let caught_up = alive
                    && (!lost.swap(false, Ordering::Relaxed)
                        || send(&mut redis, &Envelope::<Event> { node, lost: true, events: vec![] }).await);
                if alive && !caught_up {
                    lost.store(true, Ordering::Relaxed);
                }
                note(&healthy, alive && subscribed);
            }
        }
    }
}

async fn send<E: Serialize>(redis: &mut Redis, envelope: &Envelope<E>) -> bool {
    let Ok(text) = serde_json::to_vec(envelope) else { return false };
    timeout(PATIENCE, redis.manager.publish::<_, _, ()>(&redis.topic, text)).await.is_ok_and(|answer| answer.is_ok())
}

fn note(healthy: &AtomicBool, now: bool) {
    if healthy.swap(now, Ordering::Relaxed) != now {
        if now {
            tracing::info!("Redis is reachable");
        } else {
            tracing::warn!("Redis is out of reach: events reach the other nodes late, through the database");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_knows_its_own_envelopes_by_their_beginning() {
        let of = |node| serde_json::to_vec(&Envelope::<Event> { node, lost: false, events: vec![] }).unwrap();
        assert!(of(12).starts_with(&beginning(12)));
        assert!(!of(123).starts_with(&beginning(12)));
    }
}
