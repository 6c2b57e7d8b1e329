//! What a worker does for the matching.

use chrono::Duration;

use super::expiry;
use super::pool::{self, ENTRIES, Entry};
use crate::outbox::{self, Job};
use crate::{Result, Store};

const BATCH: i64 = 16;

/// Longer than a look at all people of an installation takes.
const LEASE: Duration = Duration::minutes(10);

/// Lets people enter the pool, ends and reminds what is due, and begins groups. Any number of nodes may call it at once. Returns how
/// many things it did; what fails does not keep the rest from being done.
pub async fn work(store: &Store) -> Result<usize> {
    let (entered, swept) = (enter(store).await, expiry::sweep(store).await);
    Ok(entered? + swept?)
}

async fn enter(store: &Store) -> Result<usize> {
    let mut count = 0;
    loop {
        let jobs: Vec<Job<Entry>> = outbox::lease(store, ENTRIES, BATCH, LEASE).await?;
        if jobs.is_empty() {
            return Ok(count);
        }
        for job in &jobs {
            if let Err(error) = pool::enter_due(store, job).await {
                outbox::failed(store, job, &error.to_string()).await?;
            }
        }
        count += jobs.len();
    }
}
