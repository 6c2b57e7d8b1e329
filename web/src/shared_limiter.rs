//! A limit that holds over all nodes.

use std::time::Instant;

use store::Store;
use store::rate_limits::Bucket;

use crate::rate_limit::rate_limited;
use crate::{Limiter, Rate, Result};

/// Token buckets in rows of the database, one per key. A bucket of this process stands before each: a flood that exceeds the limit
/// by itself does not reach the database.
#[derive(Debug)]
pub struct SharedLimiter {
    name: &'static str,
    rate: Rate,
    local: Limiter,
}

impl SharedLimiter {
    /// A limiter whose buckets are those of all limiters of this name.
    pub fn new(name: &'static str, rate: Rate) -> Self {
        Self { name, rate, local: Limiter::new(rate) }
    }

    /// Takes a token, or refuses with the time to wait.
    pub async fn take(&self, store: &Store, key: &str) -> Result<()> {
        self.local.take(key.to_owned(), Instant::now()).map_err(rate_limited)?;
        self.bucket(store, key).take(store).await?.map_or(Ok(()), |wait| Err(rate_limited(wait)))
    }

    /// Gives a token back: what was taken for did not happen.
    pub async fn give_back(&self, store: &Store, key: &str) -> Result<()> {
        self.local.give_back(&key.to_owned());
        Ok(self.bucket(store, key).give_back(store).await?)
    }

    fn bucket(&self, store: &Store, key: &str) -> Bucket {
        let (interval, burst) = self.rate.parts();
        Bucket::new(store, self.name, key, interval, burst)
    }
}
