//! Time and ids, injected so that tests control them.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, SubsecRound, Utc};
use uuid::{ContextV7, Timestamp, Uuid};

/// The wall clock in UTC, in milliseconds: the precision that both databases keep.
#[derive(Debug)]
pub struct Clock {
    source: Source,
    context: Mutex<ContextV7>,
}

#[derive(Debug)]
enum Source {
    System,
    Manual(Mutex<DateTime<Utc>>),
}

impl Clock {
    /// Creates the system clock.
    pub fn system() -> Self {
        Self { source: Source::System, context: Mutex::new(ContextV7::new()) }
    }

    /// Creates a clock that moves only by [`Clock::advance`].
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self { source: Source::Manual(Mutex::new(start)), context: Mutex::new(ContextV7::new()) }
    }

    /// Returns the current time in milliseconds.
    pub fn now(&self) -> DateTime<Utc> {
        let now = match &self.source {
            #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
            Source::System => Utc::now(),
            Source::Manual(time) => *lock(time),
        };
        now.trunc_subsecs(3)
    }

    /// Advances a manual clock; does nothing to the system clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(time) = &self.source {
            *lock(time) += by;
        }
    }

    /// Returns a new UUIDv7, ordered among all ids of this clock. It is no secret: it contains the time.
    pub fn id<T: From<Uuid>>(&self) -> T {
        let now = self.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
        let stamp = Timestamp::from_unix(&*lock(&self.context), seconds, now.timestamp_subsec_nanos());
        Uuid::new_v7(stamp).into()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
