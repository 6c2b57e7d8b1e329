//! Background task that deletes uploaded files that no message or answer names.

use std::sync::Weak;
use std::time::Duration;

use store::{answer_files, attachments};
use tokio::time::{MissedTickBehavior, interval};

use crate::hub::Hub;

/// How often the task compares the injected clock with the time of the next sweep.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const SWEEP_INTERVAL: chrono::Duration = chrono::Duration::minutes(10);

/// Runs until the hub is dropped.
pub(crate) async fn run(hub: Weak<Hub>) {
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_sweep = None;
    loop {
        ticks.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        let now = hub.store.clock.now();
        if next_sweep.is_some_and(|at| now < at) {
            continue;
        }
        next_sweep = Some(now + SWEEP_INTERVAL);
        match attachments::sweep(&hub.store).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted uploaded files that were never sent"),
            Err(error) => tracing::warn!(%error, "cannot delete uploaded files that were never sent"),
        }
        if let Err(error) = answer_files::sweep(&hub.store).await {
            tracing::warn!(%error, "cannot delete uploaded files that no answer names");
        }
    }
}
