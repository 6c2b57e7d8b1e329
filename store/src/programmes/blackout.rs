//! Blackouts of a programme: weekly windows and dated periods in the programme's time zone.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// The blackouts of a programme. Calls cannot start in them; messages are rejected only with `refuses_sending`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Blackout {
    /// Whether messages are rejected as well.
    pub refuses_sending: bool,
    /// Weekly windows.
    pub weekly: Vec<WeeklyWindow>,
    /// Dated periods.
    pub dated: Vec<DatedPeriod>,
}

/// A weekly window. If `to` is not after `from`, it ends on the next day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeeklyWindow {
    /// The day it begins on.
    pub day: Weekday,
    /// When it begins, local time.
    pub from: NaiveTime,
    /// When it ends, local time.
    pub to: NaiveTime,
}

/// A period between two local times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatedPeriod {
    /// When it begins.
    pub from: NaiveDateTime,
    /// When it ends.
    pub to: NaiveDateTime,
}

impl Blackout {
    /// Returns the end of the blackout at `now`; None without one. Adjacent windows count as one.
    pub fn ends_at(&self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let mut end = None;
        let mut moment = now.with_timezone(&zone).naive_local();
        // Each step adds a window that covers `moment`. The limit is for weeks that are covered entirely.
        for _ in 0..64 {
            let Some(next) = self.window_end(moment) else { break };
            end = Some(next);
            moment = next;
        }
        end.map(|local| to_utc(local, zone))
    }

    fn window_end(&self, moment: NaiveDateTime) -> Option<NaiveDateTime> {
        let weekly = self.weekly.iter().filter_map(|window| window.end_around(moment));
        let dated = self.dated.iter().filter(|p| p.from <= moment && moment < p.to).map(|p| p.to);
        weekly.chain(dated).max()
    }
}

impl WeeklyWindow {
    fn end_around(&self, moment: NaiveDateTime) -> Option<NaiveDateTime> {
        let overnight = self.to <= self.from;
        // The window may have begun today, or yesterday and extend over midnight.
        [0, 1].into_iter().find_map(|days_ago| {
            let day = moment.date().checked_sub_days(Days::new(days_ago))?;
            let last = day.checked_add_days(Days::new(u64::from(overnight)))?;
            let (from, to) = (day.and_time(self.from), last.and_time(self.to));
            (day.weekday() == self.day && from <= moment && moment < to).then_some(to)
        })
    }
}

/// Returns the time at which a day begins in a time zone.
pub fn start_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    to_utc(day.and_time(NaiveTime::MIN), zone)
}

/// Returns when content appears: at the beginning of its day, or with a later import.
pub fn appears_at(day: NaiveDate, added_at: Option<DateTime<Utc>>, zone: Tz) -> DateTime<Utc> {
    let beginning = start_of_day(day, zone);
    added_at.map_or(beginning, |added_at| added_at.max(beginning))
}

/// Converts local time to UTC. A time that the clocks skip becomes the next one that exists.
pub(crate) fn to_utc(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    zone.from_local_datetime(&local)
        .earliest()
        .or_else(|| zone.from_local_datetime(&(local + chrono::Duration::hours(1))).earliest())
        .map_or_else(|| local.and_utc(), |time| time.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn weekly(day: Weekday, from: &str, to: &str) -> WeeklyWindow {
        WeeklyWindow { day, from: from.parse().unwrap(), to: to.parse().unwrap() }
    }

    fn school_night() -> Blackout {
        Blackout { weekly: vec![weekly(Weekday::Mon, "21:00:00", "07:00:00")], ..Default::default() }
    }

    #[test]
    fn overnight_window_covers_both_days() {
        let end = Some(at("2026-06-02T06:00:00Z"));
        let london = Tz::Europe__London;
        assert_eq!(school_night().ends_at(at("2026-06-01T20:30:00Z"), london), end);
        assert_eq!(school_night().ends_at(at("2026-06-02T05:59:59Z"), london), end);
        assert_eq!(school_night().ends_at(at("2026-06-02T06:00:00Z"), london), None);
        assert_eq!(school_night().ends_at(at("2026-06-01T19:59:59Z"), london), None);
    }

    #[test]
    fn adjacent_windows_count_as_one() {
        let mut blackout = school_night();
        blackout.dated.push(DatedPeriod {
            from: "2026-06-02T06:30:00".parse().unwrap(),
            to: "2026-06-03T00:00:00".parse().unwrap(),
        });
        assert_eq!(blackout.ends_at(at("2026-06-01T22:00:00Z"), Tz::Europe__London), Some(at("2026-06-02T23:00:00Z")));
    }

    #[test]
    fn skipped_end_moves_to_next_time() {
        let blackout = Blackout { weekly: vec![weekly(Weekday::Sat, "22:00:00", "01:30:00")], ..Default::default() };
        // 29 March 2026, 01:00 to 02:00 does not exist in London.
        assert_eq!(blackout.ends_at(at("2026-03-28T23:00:00Z"), Tz::Europe__London), Some(at("2026-03-29T01:30:00Z")));
    }

    #[test]
    fn programme_without_blackouts_has_none() {
        assert_eq!(Blackout::default().ends_at(at("2026-06-01T12:00:00Z"), Tz::UTC), None);
    }
}
