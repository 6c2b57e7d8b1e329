//! Background task that deletes uploaded files that no message or answer names.

use std::sync::Arc;
use std::time::Duration;

use store::{Store, answer_files, attachments};
use tokio::time::{MissedTickBehavior, interval};

/// How often the task compares the injected clock with the time of the next sweep.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const SWEEP_INTERVAL: chrono::Duration = chrono::Duration::minutes(10);

pub(crate) async fn run(store: Arc<Store>) {
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_sweep = None;
    loop {
        ticks.tick().await;
        let now = store.clock.now();
        if next_sweep.is_some_and(|at| now < at) {
            continue;
        }
        next_sweep = Some(now + SWEEP_INTERVAL);
        match attachments::sweep(&store).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted uploaded files that were never sent"),
            Err(error) => tracing::warn!(%error, "cannot delete uploaded files that were never sent"),
        }
        if let Err(error) = answer_files::sweep(&store).await {
            tracing::warn!(%error, "cannot delete uploaded files that no answer names");
        }
    }
}
