//! How much is too much.

use std::time::{Duration, Instant};

use crate::outlet::QueueLimits;

/// What one installation allows.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a frame from a person.
    pub frame_bytes: usize,
    /// Bytes of a frame from anybody else.
    pub first_frame_bytes: usize,
    /// Characters of a message.
    pub message_chars: usize,
    /// Messages of a person.
    pub sends: Rate,
    /// Files that a person uploads through this node.
    pub uploads: Rate,
    /// Searches of a person.
    pub searches: Rate,
    /// Sockets of a person on this node.
    pub sockets_per_person: usize,
    /// What may wait for a socket that reads slowly.
    pub queue: QueueLimits,
    /// How long one write may take before the socket counts as too slow.
    pub write_timeout: Duration,
    /// How long a socket may take to say who it is.
    pub sign_in_timeout: Duration,
    /// How long an expired token is put up with.
    pub renewal_timeout: Duration,
    /// Between two pings.
    pub ping_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame_bytes: 8 * 1024 * 1024,
            first_frame_bytes: 64 * 1024,
            message_chars: 8_000,
            sends: Rate { per_second: 10, burst: 20 },
            uploads: Rate { per_second: 1, burst: 20 },
            searches: Rate { per_second: 2, burst: 20 },
            sockets_per_person: 20,
            queue: QueueLimits { frames: 512, bytes: 4 * 1024 * 1024 },
            write_timeout: Duration::from_secs(8),
            sign_in_timeout: Duration::from_secs(10),
            renewal_timeout: Duration::from_secs(30),
            ping_interval: Duration::from_secs(25),
        }
    }
}

/// So many a second in the long run, and so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_second: u32,
    /// At once.
    pub burst: u32,
}

/// A bucket that fills at a rate and is taken from.
#[derive(Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    level: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Self { rate, level: f64::from(rate.burst), at: now }
    }

    /// Takes one, or says after how many milliseconds there is one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), u64> {
        self.fill(now);
        if self.level >= 1.0 {
            self.level -= 1.0;
            return Ok(());
        }
        let wait = (1.0 - self.level) / f64::from(self.rate.per_second.max(1));
        Err(u64::try_from(Duration::from_secs_f64(wait).as_millis()).unwrap_or(u64::MAX).saturating_add(1))
    }

    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level >= f64::from(self.rate.burst)
    }

    fn fill(&mut self, now: Instant) {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * f64::from(self.rate.per_second);
        self.level = (self.level + filled).min(f64::from(self.rate.burst));
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut bucket = Bucket::full(Rate { per_second: 10, burst: 3 }, start);
        assert!((0..3).all(|_| bucket.take(start).is_ok()));
        let wait = bucket.take(start).unwrap_err();
        assert!((100..=102).contains(&wait), "{wait}");
        assert!(bucket.take(start + Duration::from_millis(wait)).is_ok());
        assert!(!bucket.is_full(start + Duration::from_millis(200)));
        assert!(bucket.is_full(start + Duration::from_secs(1)));
    }
}
