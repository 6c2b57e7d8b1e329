//! Time series of a run, second by second: a total says little about a run with faults.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::histogram::Histogram;
use crate::html::{Figure, Line, figure};
use crate::report::Outputs;
use crate::target::{Memory, memory_of};

/// One second.
#[derive(Clone, Copy, Debug, Serialize)]
struct Second {
    at: f64,
    p50_ms: f64,
    p99_ms: f64,
    count: u64,
    /// Connected people.
    here: usize,
    /// Memory of the largest node.
    memory_mb: f64,
}

#[derive(Debug, Default)]
struct Seen {
    seconds: Vec<Second>,
    marks: Vec<(f64, String)>,
    /// Peak memory of any node.
    peak_mb: f64,
}

/// Samples until it is dropped.
#[derive(Debug)]
pub(crate) struct Timeline {
    began: Instant,
    seen: Arc<Mutex<Seen>>,
    watch: JoinHandle<()>,
}

/// Process ids, 0 while not running.
pub(crate) type Processes = Vec<Arc<AtomicU32>>;

impl Timeline {
    /// Starts sampling. `take` returns the delays since the last call and the number of connected people.
    pub(crate) fn watch(nodes: Processes, take: impl Fn() -> (Histogram, usize) + Send + 'static) -> Self {
        let (began, seen) = (Instant::now(), Arc::<Mutex<Seen>>::default());
        let own = seen.clone();
        let watch = tokio::spawn(async move {
            let mut ticks = interval_at(began + Duration::from_secs(1), Duration::from_secs(1));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
            loop {
                ticks.tick().await;
                let (delays, here) = take();
                let most = |what| {
                    let pids = nodes.iter().map(|node| node.load(Ordering::Relaxed)).filter(|pid| *pid != 0);
                    // A process that has just ended has no memory.
                    pids.filter_map(|pid| memory_of(pid, what).ok()).max().unwrap_or(0) as f64 / 1e6
                };
                let mut seen = lock(&own);
                seen.peak_mb = seen.peak_mb.max(most(Memory::Peak));
                seen.seconds.push(Second {
                    at: began.elapsed().as_secs_f64(),
                    p50_ms: delays.percentile(0.5),
                    p99_ms: delays.percentile(0.99),
                    count: delays.count(),
                    here,
                    memory_mb: most(Memory::Now),
                });
            }
        });
        Self { began, seen, watch }
    }

    /// Returns seconds since the start.
    pub(crate) fn now(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// Records an event.
    pub(crate) fn mark(&self, what: &str) {
        lock(&self.seen).marks.push((self.now(), what.to_owned()));
    }

    /// Returns the peak memory of any node in MB.
    pub(crate) fn peak_mb(&self) -> f64 {
        lock(&self.seen).peak_mb
    }

    /// Writes the requested reports: `results` contains the other results, `what` describes the delays.
    pub(crate) fn write(
        &self,
        outputs: &Outputs,
        title: &str,
        what: &str,
        results: &impl Serialize,
        text: &str,
    ) -> anyhow::Result<()> {
        let seen = lock(&self.seen);
        let story = serde_json::json!({"results": results, "peak_mb": seen.peak_mb, "marks": seen.marks, "seconds": seen.seconds});
        outputs.write_files(|| Ok(serde_json::to_string_pretty(&story)?), || seen.page(title, what, text))
    }
}

impl Seen {
    fn page(&self, title: &str, what: &str, text: &str) -> String {
        let line = |name: &str, value: fn(&Second) -> f64| Line {
            name: name.to_owned(),
            points: self.seconds.iter().map(|second| (second.at, value(second))).collect(),
        };
        let plot = |caption: &str, lines| {
            figure(&Figure { caption, unit: "s", is_logarithmic: false, lines, marks: &self.marks })
        };
        let delays = vec![line("p50", |second| second.p50_ms), line("p99", |second| second.p99_ms)];
        let body = crate::html::printed(text)
            + &plot(&format!("{what} (ms), second by second"), delays)
            + &plot("How many, second by second", vec![line(what, |second| second.count as f64)])
            + &plot("People who are connected", vec![line("here", |second| second.here as f64)])
            + &plot("Memory of the largest node (MB)", vec![line("memory", |second| second.memory_mb)]);
        crate::html::page(title, &body)
    }
}

impl Drop for Timeline {
    fn drop(&mut self) {
        self.watch.abort();
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
