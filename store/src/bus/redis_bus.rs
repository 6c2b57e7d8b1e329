//! The part of the bus that crosses processes.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::Value;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, timeout_at};

use self::cluster::Cluster;
use self::one::One;
use super::{Event, Signal};
use crate::{BusOptions, Result};

pub(crate) use self::address::Address;

mod address;
mod cluster;
mod one;

/// Batches that wait for Redis before further ones are dropped (and the others told to look into the database).
const WAITING: usize = 4096;

/// Redis that takes longer is treated as away.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it is asked whether this node still hears everything.
const PULSE: Duration = Duration::from_secs(1);

/// What travels: who sent it (first: see [`beginning`]), what happened, and whether something was dropped before it.
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

/// What carries envelopes to the other nodes. Neither of the two may take longer than some [`PATIENCE`].
trait Wire: Send + 'static {
    /// Sees to it that this node hears the others. What it missed until then it is told to have lost. Says why it does
    /// not hear all of them.
    fn listen(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// Says this to the others. Says why, if some of it could not be said.
    fn say(&mut self, envelope: Envelope<&Event>) -> impl Future<Output = Result<(), String>> + Send;
}

/// The sending end.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    queue: mpsc::Sender<Arc<Vec<Event>>>,
    lost: Arc<AtomicBool>,
    what: &'static str,
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

    /// For people.
    pub(super) fn describe(&self) -> &'static str {
        self.what
    }
}

/// Starts the two ends. The task ends when the bus is dropped.
pub(super) fn start(
    options: &BusOptions,
    signals: broadcast::Sender<Signal>,
    healthy: Arc<AtomicBool>,
) -> Result<Outgoing> {
    let node = rand::random();
    let ear = Ear { own: beginning(node), signals, healthy };
    ear.healthy.store(false, Ordering::Relaxed);
    let (queue, waiting) = mpsc::channel(WAITING);
    let lost = Arc::new(AtomicBool::new(false));
    let sender = Sender { node, waiting, lost: lost.clone(), healthy: ear.healthy.clone(), was_well: None };
    let address = Address::parse(&options.url)?;
    let what = address.describe();
    match address {
        Address::One(client) => drop(tokio::spawn(sender.run(One::new(*client, &options.topic, ear)?))),
        Address::Cluster(seeds) => drop(tokio::spawn(sender.run(Cluster::new(seeds, &options.topic, ear)))),
    }
    Ok(Outgoing { queue, lost, what })
}

/// Connects to every address and asks whether the news of this installation can be heard there.
pub(crate) async fn probe(options: &BusOptions) -> Result<()> {
    match Address::parse(&options.url)? {
        Address::One(client) => one::probe(&client).await,
        Address::Cluster(seeds) => cluster::probe(seeds, &options.topic).await,
    }
}

/// What becomes of what Redis says.
#[derive(Clone)]
struct Ear {
    own: Vec<u8>,
    signals: broadcast::Sender<Signal>,
    healthy: Arc<AtomicBool>,
}

impl Ear {
    /// The second part of a push is what was said.
    fn hear(&self, push: &[Value]) {
        match push.get(1) {
            // What this node said was heard here at once; most of what comes back is that.
            Some(Value::BulkString(bytes)) if bytes.starts_with(&self.own) => {}
            Some(Value::BulkString(bytes)) => self.tell(read(bytes)),
            _ => {}
        }
    }

    fn tell(&self, signal: Signal) {
        let _ = self.signals.send(signal);
    }

    fn is_cut(&self) {
        self.healthy.store(false, Ordering::Relaxed);
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

/// Says what waits.
struct Sender {
    node: u64,
    waiting: mpsc::Receiver<Arc<Vec<Event>>>,
    lost: Arc<AtomicBool>,
    healthy: Arc<AtomicBool>,
    /// What was last written into the log.
    was_well: Option<bool>,
}

impl Sender {
    async fn run(mut self, mut wire: impl Wire) {
        let mut pulse = Instant::now();
        let mut hears = false;
        let mut batches = Vec::new();
        loop {
            if pulse <= Instant::now() {
                let heard = wire.listen().await;
                hears = heard.is_ok();
                self.note(heard);
                pulse = Instant::now() + PULSE;
            }
            batches.clear();
            match timeout_at(pulse, self.waiting.recv_many(&mut batches, 64)).await {
                Ok(0) => return,
                Ok(_) => {}
                // Quiet: say now what could not be said before.
                Err(_quiet) if hears && self.lost.load(Ordering::Relaxed) => {}
                Err(_quiet) => continue,
            }
            let lost = self.lost.swap(false, Ordering::Relaxed);
            let events = batches.iter().flat_map(|batch| batch.iter()).collect();
            let said = wire.say(Envelope { node: self.node, lost, events }).await;
            if said.is_err() {
                self.lost.store(true, Ordering::Relaxed);
            }
            if hears || said.is_err() {
                self.note(said);
            }
        }
    }

    fn note(&mut self, now: Result<(), String>) {
        self.healthy.store(now.is_ok(), Ordering::Relaxed);
        if self.was_well.replace(now.is_ok()) != Some(now.is_ok()) {
            match now {
                Ok(()) => tracing::info!("Redis is reachable"),
                Err(reason) => {
                    tracing::warn!(
                        reason,
                        "Redis is out of reach: events reach the other nodes late, through the database"
                    );
                }
            }
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
