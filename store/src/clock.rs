//! Time and ids come from here and from nowhere else, so that a test can hold them still.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, SubsecRound, Utc};
use uuid::{ContextV7, Timestamp, Uuid};

/// Wall-clock time in UTC, cut to milliseconds: both databases give back exactly what they were given.
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
    /// The machine's clock.
    pub fn system() -> Self {
        Self { source: Source::System, context: Mutex::new(ContextV7::new()) }
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self { source: Source::Manual(Mutex::new(start)), context: Mutex::new(ContextV7::new()) }
    }

    /// Now, in UTC, cut to milliseconds.
    pub fn now(&self) -> DateTime<Utc> {
        let now = match &self.source {
            #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
            Source::System => Utc::now(),
            Source::Manual(time) => *lock(time),
        };
        now.trunc_subsecs(3)
    }

    /// Moves a manual clock on; the machine's clock stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(time) = &self.source {
            *lock(time) += by;
        }
    }

    /// A new UUIDv7 of this moment, in order with all others of this clock. Not a secret: it tells the time.
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
