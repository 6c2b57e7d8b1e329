//! What a worker does for the matching.

use chrono::Duration;

use super::expiry;
use super::pool;
use crate::followups::POOL_ENTRIES;
use crate::outbox;
use crate::{Result, Store};

/// Longer than a look at all people of an installation takes.
const LEASE: Duration = Duration::minutes(10);

/// Lets people enter the pool, ends and reminds what is due, and begins groups. Any number of nodes may call it at once. Returns how
/// many things it did; what fails does not keep the rest from being done.
pub async fn work(store: &Store) -> Result<usize> {
    let (entered, swept) = (enter(store).await, expiry::sweep(store).await);
    Ok(entered? + swept?)
}

async fn enter(store: &Store) -> Result<usize> {
    outbox::work_off(store, POOL_ENTRIES, LEASE, |job| async move { pool::enter_due(store, &job).await }).await
}
