//! Repeats jobs until the process stops.

use std::future::pending;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use store::Store;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::job::{Job, Outcome};
use crate::reports::Reports;

/// How often a waiting job looks at the injected clock, which tests advance, and whether its subject is gone.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// In place of an interval that is too long for the clock.
const LONGEST_INTERVAL: TimeDelta = TimeDelta::weeks(1);

/// The longest wait after failures, unless the interval is longer.
const MAX_BACKOFF: Duration = Duration::from_secs(10);

/// How long [`Runner::stop`] waits for runs.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// The background jobs of this process.
#[derive(Clone, Debug)]
pub struct Runner {
    store: Arc<Store>,
    stop: CancellationToken,
    tasks: TaskTracker,
    reports: Reports,
}

impl Runner {
    /// Creates a runner without jobs.
    pub fn new(store: Arc<Store>) -> Self {
        Self { store, stop: CancellationToken::new(), tasks: TaskTracker::new(), reports: Reports::default() }
    }

    /// Starts a job on the current runtime.
    pub fn start(&self, job: Job) {
        // An alert on growth needs a first sample of zero.
        metrics::counter!("job_failures_total", "job" => job.name).increment(0);
        self.reports.start(job.name, job.interval);
        self.tasks.spawn(repeat(job, Arc::downgrade(&self.store), self.stop.clone(), self.reports.clone()));
    }

    /// Returns how the jobs go.
    pub fn reports(&self) -> Reports {
        self.reports.clone()
    }

    /// Begins no further run, and gives those that have begun a second to end.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tasks.close();
        let _ = timeout(STOP_TIMEOUT, self.tasks.wait()).await;
    }
}

async fn repeat(job: Job, store: Weak<Store>, stop: CancellationToken, reports: Reports) {
    let mut failures = 0;
    while !stop.is_cancelled() {
        let Some(strong) = store.upgrade() else { return };
        let (started, started_at) = (Instant::now(), strong.clock.now());
        let outcome = job.run_once(&strong).await;
        failures = match outcome {
            Outcome::Done | Outcome::Elsewhere => 0,
            Outcome::Failed => failures + 1,
            Outcome::Ended => return,
        };
        reports.note(job.name, outcome, failures, strong.clock.now());
        drop(strong);
        let pause = pause(job.interval, failures);
        let due_at = started_at + TimeDelta::from_std(pause).unwrap_or(LONGEST_INTERVAL);
        loop {
            let left = pause.saturating_sub(started.elapsed());
            if left.is_zero() || store.upgrade().is_none_or(|store| store.clock.now() >= due_at) {
                break;
            }
            tokio::select! {
                () = sleep(left.min(LOOK_INTERVAL)) => {}
                () = woken(&job) => break,
                () = stop.cancelled() => return,
            }
        }
    }
}

async fn woken(job: &Job) {
    match &job.wake {
        Some(wake) => wake.notified().await,
        None => pending().await,
    }
}

/// The time from the start of a run to the next one: the interval, doubled with every failure in a row.
fn pause(interval: Duration, failures: u32) -> Duration {
    interval.saturating_mul(2_u32.saturating_pow(failures)).min(MAX_BACKOFF).max(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_doubles_up_to_ten_seconds() {
        let second = Duration::from_secs(1);
        let pauses = [0, 1, 2, 3, 4, 100].map(|failures| pause(second, failures).as_secs());
        assert_eq!(pauses, [1, 2, 4, 8, 10, 10]);
        assert_eq!(pause(60 * second, 5), 60 * second);
    }
}
