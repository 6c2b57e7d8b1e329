//! When a weekly event takes place.

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::blackout::to_utc;

/// The most occurrences of a repeating event, the first included.
pub const MAX_OCCURRENCES: u64 = 26;

/// Returns when an event takes place: once, or weekly until a local day, at the local time of its first occurrence.
pub fn occurrences(first: DateTime<Utc>, zone: Tz, repeats_until: Option<NaiveDate>) -> Vec<DateTime<Utc>> {
    let local = first.with_timezone(&zone).naive_local();
    let later = repeats_until.into_iter().flat_map(|until| {
        (1..MAX_OCCURRENCES)
            .map_while(move |week| local.checked_add_days(Days::new(7 * week)))
            .take_while(move |time| time.date() <= until)
            .map(|time| to_utc(time, zone))
    });
    // The first one stays as it was entered, also in an hour that occurs twice.
    std::iter::once(first).chain(later).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_keep_the_local_time() {
        for (zone, until, times) in [
            ("Europe/Berlin", "2026-04-04", ["2026-03-22T17:00:00Z", "2026-03-29T16:00:00Z"]),
            ("Europe/Berlin", "2026-10-31", ["2026-10-18T16:00:00Z", "2026-10-25T17:00:00Z"]),
            ("Europe/Berlin", "2026-03-29", ["2026-03-22T01:30:00Z", "2026-03-29T01:30:00Z"]),
            ("Europe/Berlin", "2026-10-25", ["2026-10-18T00:30:00Z", "2026-10-25T00:30:00Z"]),
            ("Pacific/Auckland", "2026-04-11", ["2026-03-29T05:00:00Z", "2026-04-05T06:00:00Z"]),
            ("Pacific/Auckland", "2026-10-02", ["2026-09-20T06:00:00Z", "2026-09-27T05:00:00Z"]),
            ("Asia/Kathmandu", "2026-03-29", ["2026-03-22T12:15:00Z", "2026-03-29T12:15:00Z"]),
            ("America/Sao_Paulo", "2018-11-04", ["2018-10-28T21:00:00Z", "2018-11-04T20:00:00Z"]),
            ("America/Sao_Paulo", "2019-02-20", ["2019-02-10T20:00:00Z", "2019-02-17T21:00:00Z"]),
        ] {
            let times = times.map(|time| time.parse::<DateTime<Utc>>().unwrap());
            let found = occurrences(times[0], zone.parse().unwrap(), Some(until.parse().unwrap()));
            assert_eq!(found, times, "{zone} until {until}");
        }
    }

    #[test]
    fn occurrences_are_limited() {
        let first = "2026-03-02T09:00:00Z".parse().unwrap();
        assert_eq!(occurrences(first, Tz::UTC, None), [first]);
        assert_eq!(occurrences(first, Tz::UTC, Some(NaiveDate::MAX)).len(), 26);
    }
}
