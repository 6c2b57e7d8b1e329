//! Quiet hours of a person: daily, in their time zone.

use chrono::{DateTime, Days, Duration, NaiveTime, Timelike, Utc};
use chrono_tz::Tz;

use crate::blackout::to_utc;

/// The hours in which a person gets no push. If `until` is not after `from`, they end on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    /// When they begin, local time.
    pub from: NaiveTime,
    /// When they end, local time.
    pub until: NaiveTime,
}

impl QuietHours {
    /// Returns the end of the quiet hours at `now`; None outside of them.
    pub fn ends_at(self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let local = now.with_timezone(&zone).naive_local();
        let (time, today) = (local.time(), local.date());
        let is_overnight = self.until <= self.from;
        let is_quiet =
            if is_overnight { time >= self.from || time < self.until } else { (self.from..self.until).contains(&time) };
        let day = if is_overnight && time >= self.from { today + Days::new(1) } else { today };
        let end = is_quiet.then(|| to_utc(day.and_time(self.until), zone))?;
        // In the hour that clocks repeat, the end that comes first may have passed.
        Some(if end > now { end } else { end + Duration::hours(1) })
    }

    /// As columns: minutes after midnight.
    pub(super) fn minutes(self) -> (i64, i64) {
        let minutes = |time: NaiveTime| i64::from(time.num_seconds_from_midnight() / 60);
        (minutes(self.from), minutes(self.until))
    }

    pub(super) fn of_minutes(from: i64, until: i64) -> Option<Self> {
        let time = |minutes: i64| {
            NaiveTime::from_num_seconds_from_midnight_opt(u32::try_from(minutes).ok()?.checked_mul(60)?, 0)
        };
        Some(Self { from: time(from)?, until: time(until)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(from: &str, until: &str, now: &str, zone: Tz) -> Option<String> {
        let hours = QuietHours { from: from.parse().unwrap(), until: until.parse().unwrap() };
        assert_eq!(QuietHours::of_minutes(hours.minutes().0, hours.minutes().1), Some(hours));
        hours.ends_at(now.parse().unwrap(), zone).map(|end| end.format("%F %R").to_string())
    }

    #[test]
    fn night_ends_on_the_next_day() {
        let night = |now| end("22:00:00", "07:00:00", now, Tz::Europe__Berlin);
        assert_eq!(night("2026-06-01T20:00:00Z").as_deref(), Some("2026-06-02 05:00"));
        assert_eq!(night("2026-06-02T04:59:59Z").as_deref(), Some("2026-06-02 05:00"));
        assert_eq!((night("2026-06-02T05:00:00Z"), night("2026-06-01T19:59:59Z")), (None, None));
    }

    #[test]
    fn afternoon_ends_on_the_same_day() {
        let school = |now| end("08:00:00", "13:30:00", now, Tz::Asia__Kolkata);
        assert_eq!(school("2026-06-01T02:30:00Z").as_deref(), Some("2026-06-01 08:00"));
        assert_eq!(school("2026-06-01T08:00:00Z"), None);
    }

    #[test]
    fn end_is_later_than_now_when_clocks_change() {
        // 25 October 2026: 02:00 to 03:00 comes twice in Berlin; 29 March: not at all.
        let berlin = |now| end("22:00:00", "02:30:00", now, Tz::Europe__Berlin);
        assert_eq!(berlin("2026-10-25T00:10:00Z").as_deref(), Some("2026-10-25 00:30"));
        assert_eq!(berlin("2026-10-25T01:10:00Z").as_deref(), Some("2026-10-25 01:30"));
        assert_eq!(berlin("2026-03-29T00:10:00Z").as_deref(), Some("2026-03-29 01:30"));
    }
}
