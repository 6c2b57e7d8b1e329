//! How often one person may ask for something that costs more than a look-up.

use std::time::Instant;

use ::web::{Error, Result};
use actix_web::http::StatusCode;
use dashmap::DashMap;
use store::PersonId;

use crate::limits::{Bucket, Rate};

/// People that are remembered before those who have been quiet are forgotten.
const PEOPLE: usize = 4096;

/// A bucket for each person.
#[derive(Debug)]
pub(crate) struct Throttle {
    rate: Rate,
    buckets: DashMap<PersonId, Bucket>,
}

impl Throttle {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: DashMap::new() }
    }

    /// Takes one, or refuses with 429 `rate_limited`.
    pub(crate) fn take(&self, person: PersonId) -> Result<()> {
        let now = Instant::now();
        if self.buckets.len() >= PEOPLE {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let taken = self.buckets.entry(person).or_insert_with(|| Bucket::full(self.rate, now)).take(now);
        taken.map_err(|milliseconds| {
            let sentence = "That was a lot at once. Please wait a moment.";
            Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(milliseconds.div_ceil(1000))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn one_person_does_not_slow_another() {
        let throttle = Throttle::new(Rate { per_second: 1, burst: 2 });
        let [maya, tom] = [1, 2].map(|number| PersonId::from(Uuid::from_u128(number)));
        assert!(throttle.take(maya).is_ok() && throttle.take(maya).is_ok());
        assert!(throttle.take(maya).unwrap_err().to_string().starts_with("rate_limited"));
        assert!(throttle.take(tom).is_ok());
    }
}
