//! Bounded waiting. A wait that takes too long fails the test with a sentence about what did not happen.

use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::timeout;

/// Much longer than anything takes on a busy machine: only a failing test waits this long. Shorter than the ping interval,
/// so that pings do not prolong a wait for a frame.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for a future; fails with the expectation after [`TIMEOUT`].
pub(crate) async fn within<T>(expectation: &str, future: impl Future<Output = T>) -> T {
    timeout(TIMEOUT, future).await.unwrap_or_else(|_| panic!("not within {TIMEOUT:?}: {expectation}"))
}

/// Repeats a probe until it returns a value; fails with the expectation after [`TIMEOUT`].
pub(crate) async fn eventually<T>(expectation: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let polling = async {
        loop {
            if let Some(found) = probe().await {
                return found;
            }
            yield_now().await;
        }
    };
    within(expectation, polling).await
}
