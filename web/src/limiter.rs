//! How often one key may do something: a token bucket per key, kept as the one moment at which it is full again.

use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use dashmap::DashMap;

/// Keys that are kept before full buckets are looked for and forgotten.
const KEYS_BEFORE_PRUNING: usize = 4096;

/// Buckets by key.
#[derive(Debug)]
pub struct Limiter<K: Eq + Hash = String> {
    full_at: DashMap<K, Instant>,
    /// In which a token comes back.
    interval: Duration,
    /// In which an empty bucket is full again.
    period: Duration,
    pruned_at: Mutex<Option<Instant>>,
}

impl<K: Eq + Hash> Limiter<K> {
    /// `times` at once, and as many in each minute after that.
    pub fn per_minute(times: u32) -> Self {
        let period = Duration::from_secs(60);
        Self { full_at: DashMap::new(), interval: period / times.max(1), period, pruned_at: Mutex::new(None) }
    }

    /// Takes a token, or says how long to wait for the next one.
    pub fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        self.prune(now);
        let mut full_at = self.full_at.entry(key).or_insert(now);
        let next = (*full_at).max(now) + self.interval;
        match next.duration_since(now).checked_sub(self.period) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                *full_at = next;
                Ok(())
            }
        }
    }

    /// Forgets full buckets, once per period at most: a flood of keys must not make every call walk over all of them.
    fn prune(&self, now: Instant) {
        if self.full_at.len() < KEYS_BEFORE_PRUNING {
            return;
        }
        let Ok(mut pruned_at) = self.pruned_at.try_lock() else { return };
        if pruned_at.is_none_or(|at| now.duration_since(at) >= self.period) {
            self.full_at.retain(|_, full_at| *full_at > now);
            *pruned_at = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(limiter: &Limiter, key: &str, times: usize, now: Instant) -> usize {
        (0..times).filter(|_| limiter.take(key.into(), now).is_ok()).count()
    }

    #[test]
    fn a_burst_is_allowed_and_comes_back_with_time() {
        let (limiter, start) = (Limiter::per_minute(6), Instant::now());
        assert_eq!(taken(&limiter, "a", 20, start), 6);
        assert_eq!(limiter.take("a".into(), start), Err(Duration::from_secs(10)));
        assert_eq!(taken(&limiter, "a", 20, start + Duration::from_secs(20)), 2);
        assert_eq!(taken(&limiter, "a", 20, start + Duration::from_secs(3600)), 6);
    }

    #[test]
    fn keys_do_not_disturb_each_other() {
        let (limiter, now) = (Limiter::per_minute(3), Instant::now());
        assert_eq!(taken(&limiter, "a", 9, now), 3);
        assert_eq!(taken(&limiter, "b", 9, now), 3);
    }

    #[test]
    fn full_buckets_are_forgotten_and_others_kept() {
        let (limiter, start) = (Limiter::per_minute(1), Instant::now());
        for key in 0..KEYS_BEFORE_PRUNING {
            limiter.take(format!("old {key}"), start).unwrap();
        }
        let later = start + Duration::from_secs(61);
        limiter.take("new".into(), later).unwrap();
        assert_eq!(limiter.full_at.len(), 1);
        assert!(limiter.take("new".into(), later).is_err());
    }
}
