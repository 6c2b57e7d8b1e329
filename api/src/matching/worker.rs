//! The workers of the matching.

use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::matching;
use tokio::time::{MissedTickBehavior, interval};

/// People who may enter the pool see it within this time.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the workers. They end with the store.
pub fn start(store: &Arc<Store>) {
    repeat(store, |store| async move { matching::work(&store).await });
    // A worker of its own: a round takes seconds, during which expiry and reminders must go on.
    repeat(store, |store| async move { matching::run_due(&store).await });
}

fn repeat<F>(store: &Arc<Store>, work: impl Fn(Arc<Store>) -> F + Send + 'static)
where
    F: Future<Output = store::Result<usize>> + Send,
{
    let store = Arc::downgrade(store);
    tokio::spawn(async move {
        let mut polls = interval(POLL_INTERVAL);
        polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            polls.tick().await;
            let Some(store) = store.upgrade() else { return };
            if let Err(error) = work(store).await {
                tracing::warn!(%error, "cannot work on the matching");
            }
        }
    });
}
