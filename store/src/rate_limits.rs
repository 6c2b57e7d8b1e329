//! Token buckets in rows: rate limits that hold over all nodes.

use std::time::Duration;

use crate::db::{Executor, query, query_scalar};
use crate::signing::keyed_hash;
use crate::{Result, Store};

/// The bucket of one key of a limit. A bucket without a row is full.
#[derive(Debug)]
pub struct Bucket {
    /// The names of limits and keys, such as network addresses, are not stored.
    hash: Vec<u8>,
    /// Microseconds in which one token comes back.
    interval: i64,
    burst: i64,
}

impl Bucket {
    /// The bucket of `key` in the limit `name`: one token comes back per interval, and `burst` fit.
    pub fn new(store: &Store, name: &str, key: &str, interval: Duration, burst: u32) -> Self {
        let hash = keyed_hash(&store.secrets.codes, &["rate limit", name, key]);
        Self { hash, interval: i64::try_from(interval.as_micros()).unwrap_or(i64::MAX), burst: burst.into() }
    }

    /// Takes a token in one statement. Returns the time to wait if there is none.
    pub async fn take(&self, store: &Store) -> Result<Option<Duration>> {
        if self.take_in(store, &store.db).await? { Ok(None) } else { self.wait_in(store, &store.db).await }
    }

    /// Takes a token, and returns whether there was one.
    pub(crate) async fn take_in(&self, store: &Store, executor: impl Executor) -> Result<bool> {
        let now = now(store);
        let taken = query(
            "INSERT INTO rate_limits (bucket, full_at) VALUES ($1, $2)
             ON CONFLICT (bucket) DO UPDATE SET full_at =
                 CASE WHEN rate_limits.full_at > $3 THEN rate_limits.full_at + $4 ELSE excluded.full_at END
             WHERE rate_limits.full_at <= $5",
        )
        .bind(&self.hash)
        .bind(now.saturating_add(self.interval))
        .bind(now)
        .bind(self.interval)
        .bind(self.last_full_at(now))
        .execute(executor)
        .await?;
        Ok(taken == 1)
    }

    /// Returns the time until there is a token; None if there is one.
    pub(crate) async fn wait_in(&self, store: &Store, executor: impl Executor) -> Result<Option<Duration>> {
        let full_at: Option<i64> = query_scalar("SELECT full_at FROM rate_limits WHERE bucket = $1")
            .bind(&self.hash)
            .fetch_optional(executor)
            .await?;
        let wait = full_at.unwrap_or_default().saturating_sub(self.last_full_at(now(store)));
        Ok(u64::try_from(wait).ok().filter(|wait| *wait > 0).map(Duration::from_micros))
    }

    /// Gives a token back: what was taken for did not happen.
    pub async fn give_back(&self, store: &Store) -> Result<()> {
        query("UPDATE rate_limits SET full_at = full_at - $2 WHERE bucket = $1")
            .bind(&self.hash)
            .bind(self.interval)
            .execute(&store.db)
            .await
            .map(drop)
    }

    /// When a bucket with a single token left is full again.
    fn last_full_at(&self, now: i64) -> i64 {
        now.saturating_add(self.interval.saturating_mul(self.burst - 1))
    }
}

/// Deletes full buckets.
pub(crate) async fn prune(store: &Store) -> Result<u64> {
    query("DELETE FROM rate_limits WHERE full_at <= $1").bind(now(store)).execute(&store.db).await
}

fn now(store: &Store) -> i64 {
    store.clock.now().timestamp_micros()
}
