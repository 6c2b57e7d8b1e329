//! Realistic clients, a task each: they send, scroll back, type, read, search, reconnect, and record what the server confirmed.
//! Used to verify promises; the engine is used to measure throughput.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::ensure;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::histogram::Histogram;
use crate::seed::Seat;

mod burst;
mod liveness;
mod person;
mod reading;
mod record;
mod sending;
mod socket;
mod verification;

pub(crate) use burst::BURST_TIME;
use person::Person;
pub(crate) use reading::Reading;
pub(crate) use record::Record;
pub(crate) use verification::Verification;

/// Limit for all deliveries at the end of a run.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(120);

/// Share of sending among all actions.
const SENDS: f64 = 0.7;

/// Burst senders per burst room; the other members stop reading on request.
const BURST_SENDERS: usize = 4;

/// In every n-th room, one member stays connected when all others leave.
const STAY_EVERY: usize = 5;

/// Instruction to all clients. The number makes each instruction unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// Normal activity.
    Live,
    /// Burst senders send a burst.
    SpeakUp(u32),
    /// The same, and slow readers stop reading until the next instruction.
    StopReading(u32),
    /// All clients disconnect and reconnect at once.
    ComeBack(u32),
    /// The same without new messages.
    ComeBackSilent(u32),
    /// All clients disconnect until the next instruction, except some who send meanwhile.
    GoAway(u32),
    /// All clients send a message and continue normally.
    Prove(u32),
    /// No new messages.
    FallSilent,
    /// Leave once all deliveries have arrived.
    Leave,
}

/// Role of a client in a burst room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// None.
    Usual,
    /// Sends bursts.
    Loud,
    /// Stops reading on request.
    Slow,
}

/// State shared by all clients.
struct SharedState {
    began: Instant,
    orders: watch::Receiver<Instruction>,
    /// Recent delays, taken by reports. Without burst rooms.
    delays: Mutex<Delays>,
    /// Mean time between two actions of a person.
    pause: Duration,
    /// Joined clients.
    here: AtomicUsize,
    /// Number of lost connections.
    lost: AtomicUsize,
    /// Sent messages, and unconfirmed ones.
    sent: AtomicUsize,
    waiting: AtomicUsize,
    /// Clients that are not reading.
    asleep: AtomicUsize,
    /// Clients that are sending a burst.
    speaking: AtomicUsize,
    /// Time of the last liveness check in microseconds, and the number of passed checks.
    liveness_since: AtomicU64,
    liveness_passed: AtomicUsize,
    /// Number of fault starts and ends: odd during a fault.
    fault_edges: AtomicUsize,
    reading: Mutex<reading::Responses>,
}

/// Measured delays.
#[derive(Debug, Default)]
struct Delays {
    window: Histogram,
    second: Histogram,
}

/// Population parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Population {
    /// Members of a room; consecutive seats share one.
    pub(crate) room: usize,
    /// Messages per second in total.
    pub(crate) rate: f64,
    /// Number of slow readers.
    pub(crate) slow: usize,
}

/// All clients.
pub(crate) struct People {
    shared: Arc<SharedState>,
    orders: watch::Sender<Instruction>,
    lives: Vec<JoinHandle<Record>>,
    /// Number of clients that stay when all others leave.
    staying: usize,
}

impl People {
    /// Connects all clients, distributed over the addresses, and waits until they have joined.
    pub(crate) async fn connect_all(
        fronts: &[SocketAddr],
        seats: &[Seat],
        population: Population,
    ) -> anyhow::Result<Self> {
        let (orders, heard_orders) = watch::channel(Instruction::Live);
        let shared = Arc::new(SharedState {
            began: Instant::now(),
            orders: heard_orders,
            delays: Mutex::default(),
            pause: Duration::from_secs_f64(seats.len() as f64 * SENDS / population.rate),
            here: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
            sent: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            asleep: AtomicUsize::new(0),
            speaking: AtomicUsize::new(0),
            liveness_since: AtomicU64::new(u64::MAX),
            liveness_passed: AtomicUsize::new(0),
            fault_edges: AtomicUsize::new(0),
            reading: Mutex::default(),
        });
        let mut lives = Vec::with_capacity(seats.len());
        let (mut staying, size) = (0, population.room.max(1));
        let clients = roles(seats.len(), population).into_iter().zip(seats).zip(fronts.iter().cycle());
        for (index, ((role, seat), front)) in clients.enumerate() {
            let room = seats.chunks(size).nth(index / size).unwrap_or_default();
            let stays = index % (size * STAY_EVERY) == 0;
            staying += usize::from(stays);
            let friends = room.iter().map(|seat| seat.person).filter(|person| *person != seat.person).collect();
            let mut person = Person::new(shared.clone(), *front, seat.clone(), friends, role);
            person.stays = stays;
            lives.push(tokio::spawn(person.live()));
        }
        let people = Self { shared, orders, lives, staying };
        people.until("to come in", |people| people.missing() == 0).await?;
        Ok(people)
    }

    /// Sends an instruction to all clients.
    pub(crate) fn order(&self, order: Instruction) {
        self.orders.send_replace(order);
    }

    /// Waits for a condition.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let began = Instant::now();
        while !is_so(self) {
            let (here, waiting) = (self.here(), self.waiting());
            ensure!(
                began.elapsed() < DELIVERY_TIMEOUT,
                "waited too long for all clients {what}: {here} here, {waiting} unconfirmed"
            );
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Sends an instruction that disconnects all clients, and waits until they are disconnected.
    pub(crate) async fn drop_connections(&self, order: Instruction) -> anyhow::Result<()> {
        // A client that is reconnecting has no connection to lose.
        let all = self.shared.lost.load(Relaxed) + self.here().saturating_sub(self.count() / 50);
        self.order(order);
        self.until("to lose the connection", |people| people.shared.lost.load(Relaxed) >= all).await
    }

    /// Disconnects all clients but some, who send meanwhile; waits for it. Returns the number of remaining clients.
    pub(crate) async fn disconnect(&self, number: u32) -> anyhow::Result<usize> {
        let said = self.sent() + self.staying;
        self.order(Instruction::GoAway(number));
        self.until("to go away", |people| {
            people.here() == people.staying && people.sent() >= said && people.waiting() == 0
        })
        .await?;
        Ok(self.staying)
    }

    /// Lets all clients send a message and waits until each was confirmed and each client received one of another: a connection
    /// alone proves nothing. Fails after `within`.
    pub(crate) async fn check_liveness(&self, number: u32, within: Duration) -> anyhow::Result<()> {
        // Clients of an earlier check have passed it.
        let all = self.shared.liveness_passed.load(Relaxed) + self.count();
        self.shared.liveness_since.store(self.shared.now(), Relaxed);
        self.order(Instruction::Prove(number));
        let began = Instant::now();
        loop {
            let left = all - self.shared.liveness_passed.load(Relaxed);
            if left == 0 {
                return Ok(());
            }
            let (all, here, waiting) = (self.count(), self.here(), self.waiting());
            ensure!(
                began.elapsed() < within,
                "{left} of {all} people do not send or receive, {within:?} later: {here} here, {waiting} unconfirmed"
            );
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Stops new messages and waits for all confirmations.
    pub(crate) async fn stop_messages(&self) -> anyhow::Result<()> {
        self.order(Instruction::FallSilent);
        self.until("to have everything confirmed", |people| people.missing() == 0 && people.waiting() == 0).await
    }

    /// Waits for outstanding deliveries and ends the clients. Returns their records and the read results.
    pub(crate) async fn finish(self) -> anyhow::Result<(Vec<Record>, Reading)> {
        self.order(Instruction::Leave);
        let mut records = Vec::with_capacity(self.lives.len());
        for life in self.lives {
            records.push(timeout(DELIVERY_TIMEOUT, life).await??);
        }
        let reading = self.shared.reading().summary();
        Ok((records, reading))
    }

    /// Number of clients.
    pub(crate) fn count(&self) -> usize {
        self.lives.len()
    }

    /// Number of joined clients.
    pub(crate) fn here(&self) -> usize {
        self.shared.here.load(Relaxed)
    }

    /// Number of clients that are not joined.
    pub(crate) fn missing(&self) -> usize {
        self.count().saturating_sub(self.here())
    }

    /// Number of sent messages, including repetitions.
    pub(crate) fn sent(&self) -> usize {
        self.shared.sent.load(Relaxed)
    }

    /// Number of unconfirmed messages.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.waiting.load(Relaxed)
    }

    /// Number of clients that are not reading.
    pub(crate) fn asleep(&self) -> usize {
        self.shared.asleep.load(Relaxed)
    }

    /// Returns whether a burst is being sent.
    pub(crate) fn is_bursting(&self) -> bool {
        self.shared.speaking.load(Relaxed) > 0
    }

    /// Takes the delays since the last call.
    pub(crate) fn take_delays(&self) -> Histogram {
        std::mem::take(&mut self.shared.delays().window)
    }

    /// Returns a function for sampling: delays since the last call, and joined clients.
    pub(crate) fn sampler(&self) -> impl Fn() -> (Histogram, usize) + Send + use<> {
        let shared = self.shared.clone();
        move || (std::mem::take(&mut shared.delays().second), shared.here.load(Relaxed))
    }

    /// Marks the start or end of a fault, during which reads may fail.
    pub(crate) fn mark_fault_edge(&self) {
        self.shared.fault_edges.fetch_add(1, Relaxed);
    }

    /// Discards read times so far.
    pub(crate) fn discard_read_times(&self) {
        self.shared.reading().discard_times();
    }

    /// Returns delays that were taken too early.
    pub(crate) fn return_delays(&self, delays: &Histogram) {
        self.shared.delays().window.merge(delays);
    }
}

impl SharedState {
    /// Microseconds since the start.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Records a delivery delay in microseconds.
    fn waited(&self, delay: u64) {
        let mut delays = self.delays();
        delays.window.add(delay);
        delays.second.add(delay);
    }

    fn delays(&self) -> MutexGuard<'_, Delays> {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> MutexGuard<'_, reading::Responses> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first rooms are burst rooms, until there are enough slow readers.
fn roles(count: usize, population: Population) -> Vec<Role> {
    let speakers = BURST_SENDERS.min(population.room / 2);
    let mut slow = 0;
    let mut is_bursting = false;
    let role = |index: usize| {
        let seat = index % population.room.max(1);
        if seat == 0 {
            is_bursting = slow < population.slow;
        }
        match is_bursting {
            false => Role::Usual,
            true if seat >= speakers && slow < population.slow => {
                slow += 1;
                Role::Slow
            }
            true => Role::Loud,
        }
    };
    (0..count).map(role).collect()
}

/// Sums a number over all records.
pub(crate) fn sum(records: &[Record], of: fn(&Record) -> u64) -> u64 {
    records.iter().map(of).sum()
}

/// Sums counts by key over all records.
pub(crate) fn tally<K: Ord + Clone>(records: &[Record], of: fn(&Record) -> &BTreeMap<K, u64>) -> BTreeMap<K, u64> {
    let mut all = BTreeMap::new();
    for (key, count) in records.iter().flat_map(of) {
        *all.entry(key.clone()).or_default() += count;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_readers_share_rooms_with_burst_senders() {
        let roles = roles(20, Population { room: 6, rate: 1.0, slow: 3 });
        let of = |role| roles.iter().enumerate().filter(move |(_, r)| **r == role).map(|(index, _)| index);
        assert_eq!(of(Role::Slow).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(of(Role::Loud).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(of(Role::Usual).count(), 14);
    }
}
