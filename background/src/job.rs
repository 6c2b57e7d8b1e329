//! A job and one run of it.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use store::{Store, leases};
use tokio::sync::Notify;

type Run = Pin<Box<dyn Future<Output = store::Result<()>> + Send>>;

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded.
    Done,
    /// It failed or panicked.
    Failed,
    /// Another node runs the job in this interval.
    Elsewhere,
    /// What the job works on is gone; it ends.
    Ended,
}

/// Work that is repeated in the background.
pub struct Job {
    pub(crate) name: &'static str,
    pub(crate) interval: Duration,
    pub(crate) wake: Option<Arc<Notify>>,
    longest_run: Option<TimeDelta>,
    run: Box<dyn Fn() -> Option<Run> + Send + Sync>,
}

impl Job {
    /// Creates a job that runs at every interval until `subject` is dropped. The name is a label of the metrics.
    pub fn new<S, T, F>(
        name: &'static str,
        interval: Duration,
        subject: &Arc<S>,
        run: impl Fn(Arc<S>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        F: Future<Output = store::Result<T>> + Send + 'static,
    {
        let subject: Weak<S> = Arc::downgrade(subject);
        let run = move || -> Option<Run> {
            let work = run(subject.upgrade()?);
            Some(Box::pin(async move { work.await.map(drop) }))
        };
        Self { name, interval, wake: None, longest_run: None, run: Box::new(run) }
    }

    /// Runs the job at once whenever it is woken.
    #[must_use]
    pub fn woken_by(self, wake: Arc<Notify>) -> Self {
        Self { wake: Some(wake), ..self }
    }

    /// Runs the job on one of several nodes per interval. A node that stops in a run is replaced after `longest_run`.
    #[must_use]
    pub fn on_one_node(self, longest_run: TimeDelta) -> Self {
        Self { longest_run: Some(longest_run), ..self }
    }

    /// Runs the job once, unless another node runs it. Logs and counts a failure.
    pub async fn run_once(&self, store: &Store) -> Outcome {
        let name = self.name;
        let lease = match self.longest_run {
            None => None,
            Some(length) => match leases::acquire(store, name, leases::INSTALLATION, length).await {
                Ok(Some(lease)) => Some(lease),
                Ok(None) => return Outcome::Elsewhere,
                Err(error) => return self.failed(&error),
            },
        };
        let Some(run) = (self.run)() else { return Outcome::Ended };
        let (started, started_at) = (Instant::now(), store.clock.now());
        // In a task, so that a panic ends only this run.
        let result = tokio::spawn(run).await;
        let now = store.clock.now();
        metrics::counter!("job_runs_total", "job" => name).increment(1);
        metrics::histogram!("job_seconds", "job" => name).record(started.elapsed().as_secs_f64());
        let is_done = matches!(result, Ok(Ok(())));
        if let Some(lease) = lease {
            // After a failure any node may try again.
            let length = if is_done { started_at + self.shared_interval() - now } else { TimeDelta::zero() };
            if let Err(error) = lease.renew(store, length).await {
                return self.failed(&error);
            }
        }
        match result {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return self.failed(&error),
            Err(panic) => return self.failed(&panic),
        }
        metrics::gauge!("job_last_success_timestamp_seconds", "job" => name).set(now.timestamp() as f64);
        Outcome::Done
    }

    /// How long no node runs the job again: a little less than the interval, since clocks differ.
    fn shared_interval(&self) -> TimeDelta {
        TimeDelta::from_std(self.interval).unwrap_or_default() * 9 / 10
    }

    fn failed(&self, error: &dyn fmt::Display) -> Outcome {
        tracing::warn!(job = self.name, %error, "a background job failed");
        metrics::counter!("job_failures_total", "job" => self.name).increment(1);
        Outcome::Failed
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, interval, longest_run, .. } = self;
        let mut fields = out.debug_struct("Job");
        fields.field("name", name).field("interval", interval).field("longest_run", longest_run).finish_non_exhaustive()
    }
}
