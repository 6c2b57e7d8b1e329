//! Background work in parts, with rests between them: requests and messages have their turn on the processors and at SQLite's one
//! writer.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The rest after a part as a multiple of its duration.
const REST_FACTOR: u32 = 2;

/// The longest rest: a part that waited for a lock was no heavy work.
const MAX_REST: Duration = Duration::from_millis(250);

/// Does one part of background work, and rests.
pub(crate) async fn paced<T>(part: impl Future<Output = T>) -> T {
    let started = Instant::now();
    let done = part.await;
    sleep((started.elapsed() * REST_FACTOR).min(MAX_REST)).await;
    done
}
