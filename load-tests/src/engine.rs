//! The load generator: many connections on few threads, each with an epoll of its own. It must cost less than the server
//! that it drives, so a connection is a socket, a number, and what is half read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::histogram::Histogram;
use crate::seed::Seat;
use crate::wire::Wire;

mod client;
mod thread;
mod timer;

/// How a crowd talks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Talk {
    /// So many messages are in flight in each room: who sees their own message sends the next one.
    Window(usize),
    /// So many messages per second in all, whatever becomes of them.
    Rate(f64),
}

/// Whom to drive, and with whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) wire: Wire,
    pub(crate) seats: &'a [Seat],
    /// Where the one in each seat comes in.
    pub(crate) doors: &'a [SocketAddr],
    /// Seats in a row that share a channel.
    pub(crate) room: usize,
    pub(crate) talk: Talk,
    pub(crate) threads: usize,
}

/// What a crowd does at the moment; it only ever moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
enum Phase {
    /// Connects, and then is silent.
    Gathering,
    /// Talks, and nobody counts yet.
    WarmingUp,
    /// Talks and counts.
    Measuring,
    /// Listens to what is still on its way.
    Listening,
    /// Goes home.
    Leaving,
}

/// What the threads and their owner know of each other.
#[derive(Debug)]
struct Shared {
    began: Instant,
    phase: AtomicU8,
    joined: AtomicU64,
    /// What is to be heard, and what was.
    due: AtomicU64,
    heard: AtomicU64,
}

impl Shared {
    fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Gathering,
            1 => Phase::WarmingUp,
            2 => Phase::Measuring,
            3 => Phase::Listening,
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

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// From send to each peer, while it was measured.
    pub(crate) delays: Histogram,
    /// The same, second by second.
    pub(crate) seconds: Vec<Histogram>,
    /// Messages sent while it was measured.
    pub(crate) measured: u64,
    /// Messages that never came to somebody.
    pub(crate) lost: u64,
    /// Messages that came twice.
    pub(crate) doubled: u64,
    /// Messages that came before an older one.
    pub(crate) out_of_order: u64,
    /// Sends that were refused.
    pub(crate) refused: u64,
    /// Connections that ended by themselves.
    pub(crate) closed: u64,
    /// What the first refusal or end said.
    pub(crate) complaint: Option<String>,
    /// Deliveries that are owed for what was sent, and not for what was refused.
    due: u64,
    waived: u64,
    heard: u64,
}

impl Outcome {
    fn merge(&mut self, other: Self) {
        self.delays.merge(&other.delays);
        if self.seconds.len() < other.seconds.len() {
            self.seconds.resize(other.seconds.len(), Histogram::default());
        }
        self.seconds.iter_mut().zip(&other.seconds).for_each(|(own, more)| own.merge(more));
        self.measured += other.measured;
        self.doubled += other.doubled;
        self.out_of_order += other.out_of_order;
        self.refused += other.refused;
        self.closed += other.closed;
        self.complaint = self.complaint.take().or(other.complaint);
        self.due += other.due;
        self.waived += other.waived;
        self.heard += other.heard;
    }
}

/// Connections that have all joined.
#[derive(Debug)]
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<anyhow::Result<Outcome>>>,
    /// Connections opened, signed in and joined per second.
    pub(crate) joins_per_second: f64,
}

/// How long a crowd may take to gather.
const PATIENCE: Duration = Duration::from_secs(180);

const GAVE_UP: &str = "a thread of the generator gave up";

/// The crowd has heard everything when it hears nothing new for so long.
const QUIET: Duration = Duration::from_secs(10);

impl Crowd {
    /// Connects everybody and waits until all have joined.
    pub(crate) async fn gather(plan: &Plan<'_>) -> anyhow::Result<Self> {
        let shared = Arc::new(Shared {
            began: Instant::now(),
            phase: AtomicU8::new(Phase::Gathering as u8),
            joined: AtomicU64::new(0),
            due: AtomicU64::new(0),
            heard: AtomicU64::new(0),
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
                thread::Thread::new(doors.to_vec(), plan.wire, seats.to_vec(), plan.room, talk, shared.clone())?;
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
            if let Some(place) = self.threads.iter().position(JoinHandle::is_finished) {
                self.threads.swap_remove(place).join().ok().context(GAVE_UP)??;
            }
            if self.shared.began.elapsed() > PATIENCE {
                bail!("only {} of {count} have joined", self.shared.joined.load(Ordering::Relaxed));
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Ok(())
    }

    /// Lets everybody talk.
    pub(crate) fn start_talking(&self) {
        self.shared.enter(Phase::WarmingUp);
    }

    /// From now on it counts.
    pub(crate) fn start_measuring(&self) {
        self.shared.enter(Phase::Measuring);
    }

    /// From now on it does not.
    pub(crate) fn stop_talking(&self) {
        self.shared.enter(Phase::Listening);
    }

    /// Hears the rest, and says what was seen.
    pub(crate) async fn go_home(self) -> anyhow::Result<Outcome> {
        let heard = || self.shared.heard.load(Ordering::Relaxed);
        let (mut before, mut since) = (heard(), Instant::now());
        // Everything there is to hear, or silence.
        while since.elapsed() < QUIET && heard() < self.shared.due.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if heard() != before {
                (before, since) = (heard(), Instant::now());
            }
        }
        // A message too many comes at once.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.shared.enter(Phase::Leaving);
        let mut all = Outcome::default();
        for thread in self.threads {
            all.merge(thread.join().ok().context(GAVE_UP)??);
        }
        all.lost = all.due.saturating_sub(all.waived + all.heard - all.doubled.min(all.heard));
        Ok(all)
    }
}
