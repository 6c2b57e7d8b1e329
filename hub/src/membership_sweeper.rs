//! Background task that ends suspensions on time.

use std::sync::Weak;
use std::time::Duration;

use store::channels;
use tokio::time::{MissedTickBehavior, interval};

use crate::hub::Hub;

const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Runs until the hub is dropped.
pub(crate) async fn run(hub: Weak<Hub>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        match channels::resume_due(&hub.store).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "ended suspensions of members"),
            Err(error) => tracing::warn!(%error, "cannot end suspensions of members"),
        }
    }
}
