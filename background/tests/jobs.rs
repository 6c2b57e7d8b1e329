//! Jobs run apart from each other, again after a failure, and on one of several nodes if they are leased.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use background::{Job, Outcome, Runner};
use chrono::TimeDelta;
use store::clock::Clock;
use store::{Error, Store};
use test_kit::{Environment, both};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

const SOON: Duration = Duration::from_millis(1);
const HOUR: Duration = Duration::from_secs(3600);
const LONGEST_RUN: TimeDelta = TimeDelta::minutes(10);

/// Limits every wait.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
struct TestApp {
    store: Arc<Store>,
    environment: Environment,
}

impl TestApp {
    async fn open(environment: Environment) -> Self {
        let environment = Environment { bus: None, ..environment };
        Self { store: node(&environment).await, environment }
    }
}

async fn node(environment: &Environment) -> Arc<Store> {
    environment.open(Clock::manual("2026-03-02T09:00:00Z".parse().unwrap())).await
}

/// A job that reports its runs.
fn reporting(interval: Duration, store: &Arc<Store>, runs: UnboundedSender<()>) -> Job {
    Job::new("reporting", interval, store, move |_| {
        let runs = runs.clone();
        async move {
            runs.send(()).unwrap();
            Ok(())
        }
    })
}

/// A leased job that counts its runs.
fn counting(store: &Arc<Store>, count: &Arc<AtomicUsize>) -> Job {
    let count = count.clone();
    let run = move |_| {
        let count = count.clone();
        async move { Ok(count.fetch_add(1, Ordering::Relaxed)) }
    };
    Job::new("leased", HOUR, store, run).on_one_node(LONGEST_RUN)
}

/// Waits for the next run. Returns false once the job has ended.
async fn next(runs: &mut UnboundedReceiver<()>) -> bool {
    timeout(WAIT_TIMEOUT, runs.recv()).await.unwrap().is_some()
}

both!(failing_and_endless_jobs_delay_no_other, async |app| {
    let (runner, (sender, mut runs)) = (Runner::new(app.store.clone()), unbounded_channel());
    let failing = |_| async { Err::<(), _>(Error::Busy) };
    runner.start(Job::new("failing", SOON, &app.store, failing));
    runner.start(Job::new("endless", SOON, &app.store, |_| pending::<store::Result<()>>()));
    runner.start(reporting(SOON, &app.store, sender));
    for _ in 0..5 {
        assert!(next(&mut runs).await);
    }
});

both!(panicking_job_runs_again, async |app| {
    let (runner, (sender, mut runs)) = (Runner::new(app.store.clone()), unbounded_channel());
    let count = AtomicUsize::new(0);
    let run = move |_| {
        let (run, sender) = (count.fetch_add(1, Ordering::Relaxed), sender.clone());
        async move {
            assert!(run >= 2, "the first runs panic");
            sender.send(()).unwrap();
            Ok(())
        }
    };
    runner.start(Job::new("panicking", SOON, &app.store, run));
    assert!(next(&mut runs).await);
});

both!(leased_job_runs_on_one_of_two_nodes, async |app| {
    let (second, count) = (node(&app.environment).await, Arc::new(AtomicUsize::new(0)));
    let (here, there) = (counting(&app.store, &count), counting(&second, &count));
    for turn in 1..=3 {
        let outcomes = tokio::join!(here.run_once(&app.store), there.run_once(&second));
        assert!(matches!(outcomes, (Outcome::Done, Outcome::Elsewhere) | (Outcome::Elsewhere, Outcome::Done)));
        assert_eq!(here.run_once(&app.store).await, Outcome::Elsewhere, "once per interval");
        assert_eq!(count.load(Ordering::Relaxed), turn);
        [&app.store, &second].iter().for_each(|store| store.clock.advance(HOUR));
    }
});

both!(leased_job_moves_on_after_failure_or_stop, async |app| {
    let (second, count) = (node(&app.environment).await, Arc::new(AtomicUsize::new(0)));
    let there = counting(&second, &count);
    let failing = |_| async { Err::<(), _>(Error::Busy) };
    let failing = Job::new("leased", HOUR, &app.store, failing).on_one_node(LONGEST_RUN);
    assert_eq!(failing.run_once(&app.store).await, Outcome::Failed);
    assert_eq!(there.run_once(&second).await, Outcome::Done, "at once after a failure");

    [&app.store, &second].iter().for_each(|store| store.clock.advance(HOUR));
    let (begun, has_begun) = oneshot::channel::<()>();
    let begun = std::sync::Mutex::new(Some(begun));
    let endless = move |_| {
        let begun = begun.lock().unwrap().take();
        async move {
            begun.unwrap().send(()).unwrap();
            pending::<store::Result<()>>().await
        }
    };
    let endless = Job::new("leased", HOUR, &app.store, endless).on_one_node(LONGEST_RUN);
    tokio::select! {
        _ = endless.run_once(&app.store) => unreachable!("it never ends"),
        begun = has_begun => begun.unwrap(),
    }
    assert_eq!(there.run_once(&second).await, Outcome::Elsewhere);
    second.clock.advance(LONGEST_RUN.to_std().unwrap());
    assert_eq!(there.run_once(&second).await, Outcome::Done, "the other node stopped in the run");
});

both!(long_interval_passes_on_injected_clock, async |app| {
    let (runner, (sender, mut runs)) = (Runner::new(app.store.clone()), unbounded_channel());
    runner.start(reporting(HOUR, &app.store, sender));
    for _ in 0..2 {
        assert!(next(&mut runs).await);
        app.store.clock.advance(HOUR);
    }
});

both!(woken_job_runs_until_runner_stops, async |app| {
    let (runner, (sender, mut runs)) = (Runner::new(app.store.clone()), unbounded_channel());
    let wake = Arc::new(Notify::new());
    runner.start(reporting(HOUR, &app.store, sender).woken_by(wake.clone()));
    for _ in 0..3 {
        assert!(next(&mut runs).await);
        wake.notify_one();
    }
    runner.stop().await;
    while next(&mut runs).await {}
});

both!(job_ends_with_its_subject, async |app| {
    let (runner, (sender, mut runs)) = (Runner::new(app.store.clone()), unbounded_channel());
    let (subject, wake) = (Arc::new(()), Arc::new(Notify::new()));
    let run = move |_| {
        let sender = sender.clone();
        async move {
            sender.send(()).unwrap();
            Ok(())
        }
    };
    runner.start(Job::new("subject", HOUR, &subject, run).woken_by(wake.clone()));
    assert!(next(&mut runs).await);
    drop(subject);
    wake.notify_one();
    assert!(!next(&mut runs).await);
});
