//! Background task that ends suspensions on time.

use std::sync::Arc;
use std::time::Duration;

use store::{Store, channels};
use tokio::time::{MissedTickBehavior, interval};

const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) async fn run(store: Arc<Store>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match channels::resume_due(&store).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "ended suspensions of members"),
            Err(error) => tracing::warn!(%error, "cannot end suspensions of members"),
        }
    }
}
