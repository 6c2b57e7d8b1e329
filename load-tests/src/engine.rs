//! Load generator: many connections on few threads with an epoll instance each. It must use less CPU than the server under
//! test, so a connection is a socket, an index and partly read bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::histogram::Histogram;
use crate::protocol::Protocol;
use crate::seed::Seat;

mod client;
mod thread;
mod timer;

/// Sending pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Talk {
    /// Messages in flight per room: a sender sends the next message on receiving its own.
    Window(usize),
    /// Messages per second in total, regardless of deliveries.
    Rate(f64),
}

/// Target servers and seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) protocol: Protocol,
    pub(crate) seats: &'a [Seat],
    /// Address for each seat.
    pub(crate) doors: &'a [SocketAddr],
    /// Number of consecutive seats that share a channel.
    pub(crate) room: usize,
    pub(crate) talk: Talk,
    pub(crate) threads: usize,
}

/// Phase of a run; it only advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
enum Phase {
    /// Connects without sending.
    Connecting,
    /// Sends without measuring.
    WarmingUp,
    /// Sends and measures.
    Measuring,
    /// Waits for outstanding deliveries.
    Draining,
    /// Closes the connections.
    Leaving,
}

/// State shared between the threads and their owner.
#[derive(Debug)]
struct Shared {
    began: Instant,
    phase: AtomicU8,
    joined: AtomicU64,
    /// Expected and received deliveries.
    due: AtomicU64,
    received: AtomicU64,
}

impl Shared {
    fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Connecting,
            1 => Phase::WarmingUp,
            2 => Phase::Measuring,
            3 => Phase::Draining,
            _ => Phase::Leaving,
        }
    }

    fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Measurements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Delay from send to each receiver during the measurement.
    pub(crate) delays: Histogram,
    /// The same per second.
    pub(crate) seconds: Vec<Histogram>,
    /// The same per tenth of a second.
    pub(crate) tenths: Vec<Histogram>,
    /// Messages sent during the measurement.
    pub(crate) measured: u64,
    /// Missing deliveries.
    pub(crate) lost: u64,
    /// Duplicate deliveries.
    pub(crate) doubled: u64,
    /// Deliveries before an older message.
    pub(crate) out_of_order: u64,
    /// Rejected sends.
    pub(crate) refused: u64,
    /// Connections closed by the server.
    pub(crate) closed: u64,
    /// Text of the first rejection or close.
    pub(crate) complaint: Option<String>,
    /// Deliveries expected for sent messages that were not rejected.
    due: u64,
    waived: u64,
    received: u64,
}

impl Outcome {
    fn merge(&mut self, other: Self) {
        self.delays.merge(&other.delays);
        if self.tenths.len() < other.tenths.len() {
            self.tenths.resize(other.tenths.len(), Histogram::default());
        }
        self.tenths.iter_mut().zip(&other.tenths).for_each(|(own, more)| own.merge(more));
        self.measured += other.measured;
        self.doubled += other.doubled;
        self.out_of_order += other.out_of_order;
        self.refused += other.refused;
        self.closed += other.closed;
        self.complaint = self.complaint.take().or(other.complaint);
        self.due += other.due;
        self.waived += other.waived;
        self.received += other.received;
    }
}

/// Connected clients that have joined.
#[derive(Debug)]
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<anyhow::Result<Outcome>>>,
    /// Connections established, authenticated and joined per second.
    pub(crate) joins_per_second: f64,
}

/// Limit for all clients to join.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(180);

const CONNECT_FAILED: &str = "a thread of the generator gave up";

/// All deliveries have arrived if none arrives for this long.
const QUIET_PERIOD: Duration = Duration::from_secs(10);

impl Crowd {
    /// Connects all clients and waits until they have joined.
    pub(crate) async fn connect_all(plan: &Plan<'_>) -> anyhow::Result<Self> {
        let shared = Arc::new(Shared {
            began: Instant::now(),
            phase: AtomicU8::new(Phase::Connecting as u8),
            joined: AtomicU64::new(0),
            due: AtomicU64::new(0),
            received: AtomicU64::new(0),
        });
        let count = plan.seats.len();
        let rooms = count.div_ceil(plan.room);
        let of_one_thread = rooms.div_ceil(plan.threads.max(1)) * plan.room;
        let shares = plan.seats.chunks(of_one_thread).zip(plan.doors.chunks(of_one_thread));
        let threads = shares.map(|(seats, doors)| {
            let talk = match plan.talk {
                Talk::Window(window) => Talk::Window(window),
                Talk::Rate(rate) => Talk::Rate(rate * seats.len() as f64 / count as f64),
            };
            let thread =
                thread::Thread::new(doors.to_vec(), plan.protocol, seats.to_vec(), plan.room, talk, shared.clone())?;
            Ok(std::thread::spawn(move || thread.run()))
        });
        let threads = threads.collect::<anyhow::Result<Vec<_>>>()?;
        let mut crowd = Self { shared, threads, joins_per_second: 0.0 };
        crowd.wait_for_all(count as u64).await?;
        crowd.joins_per_second = count as f64 / crowd.shared.began.elapsed().as_secs_f64();
        Ok(crowd)
    }

    async fn wait_for_all(&mut self, count: u64) -> anyhow::Result<()> {
        while self.shared.joined.load(Ordering::Relaxed) < count {
            if let Some(index) = self.threads.iter().position(JoinHandle::is_finished) {
                self.threads.swap_remove(index).join().ok().context(CONNECT_FAILED)??;
            }
            if self.shared.began.elapsed() > CONNECT_TIMEOUT {
                bail!("only {} of {count} have joined", self.shared.joined.load(Ordering::Relaxed));
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Ok(())
    }

    /// Starts sending.
    pub(crate) fn start_sending(&self) {
        self.shared.enter(Phase::WarmingUp);
    }

    /// Starts measuring.
    pub(crate) fn start_measuring(&self) {
        self.shared.enter(Phase::Measuring);
    }

    /// Stops sending.
    pub(crate) fn stop_sending(&self) {
        self.shared.enter(Phase::Draining);
    }

    /// Waits for outstanding deliveries and returns the measurements.
    pub(crate) async fn finish(self) -> anyhow::Result<Outcome> {
        let received = || self.shared.received.load(Ordering::Relaxed);
        let (mut before, mut since) = (received(), Instant::now());
        // Waits for all expected deliveries, or silence.
        while since.elapsed() < QUIET_PERIOD && received() < self.shared.due.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if received() != before {
                (before, since) = (received(), Instant::now());
            }
        }
        // An additional delivery would arrive at once.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.shared.enter(Phase::Leaving);
        let mut all = Outcome::default();
        for thread in self.threads {
            all.merge(thread.join().ok().context(CONNECT_FAILED)??);
        }
        all.seconds = all.tenths.chunks(10).map(Histogram::sum).collect();
        all.lost = all.due.saturating_sub(all.waived + all.received - all.doubled.min(all.received));
        Ok(all)
    }
}
