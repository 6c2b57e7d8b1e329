//! Token buckets: how often something may happen, alone ([`Bucket`]) or per key ([`Limiter`]).

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::marker::PhantomData;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use dashmap::DashMap;

/// Keys of a limiter before full buckets are removed.
const PRUNE_ABOVE: usize = 4096;

/// Keys of a limiter at most. Above it those with the fullest buckets are removed.
const MAX_KEYS: usize = 65_536;

/// A long-term rate, and how many may happen at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// In which one token comes back.
    interval: Duration,
    burst: u32,
}

impl Rate {
    /// `times` a second, and as many at once.
    pub const fn per_second(times: u32) -> Self {
        Self::per(Duration::from_secs(1), times)
    }

    /// `times` a minute, and as many at once.
    pub const fn per_minute(times: u32) -> Self {
        Self::per(Duration::from_secs(60), times)
    }

    /// `times` an hour, and as many at once.
    pub const fn per_hour(times: u32) -> Self {
        Self::per(Duration::from_secs(3600), times)
    }

    /// The same rate with another number of tokens at once.
    #[must_use]
    pub const fn burst(self, burst: u32) -> Self {
        Self { burst, ..self }
    }

    const fn per(period: Duration, times: u32) -> Self {
        let times = if times == 0 { 1 } else { times };
        Self { interval: Duration::from_nanos(period.as_nanos() as u64 / times as u64), burst: times }
    }

    /// The time in which one token comes back, and how many may be taken at once.
    pub(crate) const fn parts(self) -> (Duration, u32) {
        (self.interval, self.burst)
    }

    /// Takes a token from a bucket that is full at `full_at`, or returns the time until there is one.
    fn take(self, full_at: &mut Instant, now: Instant) -> Result<(), Duration> {
        let next = (*full_at).max(now) + self.interval;
        match next.duration_since(now).checked_sub(self.interval * self.burst) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                *full_at = next;
                Ok(())
            }
        }
    }
}

/// One token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    full_at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn full(rate: Rate, now: Instant) -> Self {
        Self { rate, full_at: now }
    }

    /// Takes a token, or returns the time until there is one.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        self.rate.take(&mut self.full_at, now)
    }

    /// Whether no token is missing.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

/// A token bucket per key, for a bounded number of keys of any length.
#[derive(Debug)]
pub struct Limiter<K: Hash = String> {
    rate: Rate,
    /// By the hash of the key: clients choose the length of some keys. The hash is seeded, so clients cannot choose keys that
    /// share a bucket.
    full_at: DashMap<u64, Instant>,
    seed: RandomState,
    pruned_at: Mutex<Option<Instant>>,
    keys: PhantomData<fn(K)>,
}

impl<K: Hash> Limiter<K> {
    /// A limiter with full buckets.
    pub fn new(rate: Rate) -> Self {
        let (full_at, seed, pruned_at) = Default::default();
        Self { rate, full_at, seed, pruned_at, keys: PhantomData }
    }

    /// Takes a token, or returns the time until there is one.
    pub fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        self.prune(now);
        self.rate.take(&mut self.full_at.entry(self.seed.hash_one(&key)).or_insert(now), now)
    }

    /// Gives a token back: what was taken for did not happen.
    pub fn give_back(&self, key: &K) {
        if let Some(mut full_at) = self.full_at.get_mut(&self.seed.hash_one(key)) {
            *full_at -= self.rate.interval;
        }
    }

    /// Removes full buckets, once per refill time at most, so that a flood of keys does not make every call walk over all of
    /// them. At [`MAX_KEYS`] it removes at least half of the keys, whatever
    /// their buckets hold, so the next such removal is as many keys away.
    fn prune(&self, now: Instant) {
        let keys = self.full_at.len();
        if keys < PRUNE_ABOVE {
            return;
        }
        let Ok(mut pruned_at) = self.pruned_at.try_lock() else { return };
        let refill = self.rate.interval * self.rate.burst;
        if keys < MAX_KEYS && pruned_at.is_some_and(|at| now.duration_since(at) < refill) {
            return;
        }
        *pruned_at = Some(now);
        self.full_at.retain(|_, full_at| *full_at > now);
        if self.full_at.len() >= MAX_KEYS {
            let mut moments: Vec<Instant> = self.full_at.iter().map(|entry| *entry.value()).collect();
            let middle = moments.len() / 2;
            let (_, median, _) = moments.select_nth_unstable(middle);
            let median = *median;
            self.full_at.retain(|_, full_at| *full_at > median);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_many(limiter: &Limiter, key: &str, times: usize, now: Instant) -> usize {
        (0..times).filter(|_| limiter.take(key.into(), now).is_ok()).count()
    }

    #[test]
    fn burst_passes_and_refills_over_time() {
        let (limiter, start) = (Limiter::new(Rate::per_minute(6)), Instant::now());
        assert_eq!(take_many(&limiter, "a", 20, start), 6);
        assert_eq!(limiter.take("a".into(), start), Err(Duration::from_secs(10)));
        assert_eq!(take_many(&limiter, "a", 20, start + Duration::from_secs(20)), 2);
        assert_eq!(take_many(&limiter, "a", 20, start + Duration::from_secs(3600)), 6);
    }

    #[test]
    fn bucket_returns_time_until_next_token() {
        let start = Instant::now();
        let mut bucket = Bucket::full(Rate::per_second(10).burst(3), start);
        assert!((0..3).all(|_| bucket.take(start).is_ok()));
        let wait = Duration::from_millis(100);
        assert_eq!(bucket.take(start), Err(wait));
        assert!(bucket.take(start + wait).is_ok());
        assert!(bucket.take(start + wait).is_err());
    }

    #[test]
    fn token_given_back_can_be_taken_again() {
        let (limiter, now) = (Limiter::new(Rate::per_hour(2)), Instant::now());
        assert_eq!(take_many(&limiter, "a", 9, now), 2);
        limiter.give_back(&"a".to_owned());
        assert_eq!(take_many(&limiter, "a", 9, now), 1);
    }

    #[test]
    fn keys_have_separate_buckets() {
        let (limiter, now) = (Limiter::new(Rate::per_minute(3)), Instant::now());
        assert_eq!(take_many(&limiter, "a", 9, now), 3);
        assert_eq!(take_many(&limiter, "b", 9, now), 3);
    }

    #[test]
    fn long_keys_cost_no_more_than_short_ones() {
        let (limiter, now) = (Limiter::new(Rate::per_minute(1)), Instant::now());
        let longest = "a".repeat(65_536);
        assert_eq!(take_many(&limiter, &longest, 2, now), 1);
        assert_eq!(take_many(&limiter, &format!("{longest}b"), 2, now), 1, "the end of a key counts");
        assert!(limiter.full_at.iter().all(|entry| size_of_val(entry.key()) == size_of::<u64>()));
    }

    #[test]
    fn full_buckets_are_removed() {
        let (limiter, start) = (Limiter::new(Rate::per_minute(1)), Instant::now());
        for key in 0..PRUNE_ABOVE {
            limiter.take(format!("old {key}"), start).unwrap();
        }
        let later = start + Duration::from_secs(61);
        limiter.take("new".into(), later).unwrap();
        assert_eq!(limiter.full_at.len(), 1);
        assert!(limiter.take("new".into(), later).is_err());
    }

    #[test]
    fn key_flood_keeps_emptiest_buckets() {
        let (limiter, start) = (Limiter::new(Rate::per_minute(2)), Instant::now());
        assert_eq!(take_many(&limiter, "limited", 9, start), 2);
        for key in 0..2 * MAX_KEYS {
            limiter.take(format!("flood {key}"), start).unwrap();
        }
        assert!(limiter.full_at.len() <= MAX_KEYS);
        assert!(limiter.take("limited".into(), start).is_err());
    }
}
