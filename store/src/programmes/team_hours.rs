//! When the team of a programme answers: hours of the week in the time zone of the programme, and days on which it is away.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::Holiday;
use super::blackout::to_utc;

/// Days that are looked ahead for the next one with hours. A team that is away for longer answers after them.
const LOOK_AHEAD: usize = 400;

/// The hours of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TeamHours {
    /// The days of the week.
    pub days: Vec<Weekday>,
    /// When they begin, local time.
    pub from: NaiveTime,
    /// When they end, local time, later on the same day.
    pub until: NaiveTime,
    /// Days on which the team is away.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Holiday>,
}

impl Default for TeamHours {
    fn default() -> Self {
        Self {
            days: vec![Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri],
            from: NaiveTime::from_hms_opt(9, 0, 0).unwrap_or_default(),
            until: NaiveTime::from_hms_opt(17, 0, 0).unwrap_or_default(),
            away: Vec::new(),
        }
    }
}

impl TeamHours {
    /// Returns when the team is back; None while it is there, and for hours that never come.
    pub fn back_at(&self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let local = now.with_timezone(&zone).naive_local();
        let (today, time) = (local.date(), local.time());
        if self.is_open_on(today) && (self.from..self.until).contains(&time) {
            return None;
        }
        let may_be_today = time < self.from;
        let day = today.iter_days().skip(usize::from(!may_be_today)).take(LOOK_AHEAD).find(|day| self.is_open_on(*day));
        day.map(|day| to_utc(day.and_time(self.from), zone))
    }

    /// Returns by when a message is answered: the end of the first day that begins after it was sent.
    pub fn due_at(&self, sent_at: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        let local = sent_at.with_timezone(&zone).naive_local();
        let before_hours = local.time() < self.from;
        let days = local.date().iter_days().skip(usize::from(!before_hours)).take(LOOK_AHEAD);
        let day = days.into_iter().find(|day| self.is_open_on(*day)).unwrap_or_else(|| local.date());
        to_utc(day.and_time(self.until), zone).max(sent_at)
    }

    fn is_open_on(&self, day: NaiveDate) -> bool {
        let is_away = self.away.iter().any(|away| (away.from..=away.until).contains(&day));
        self.days.contains(&day.weekday()) && self.from < self.until && !is_away
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERLIN: Tz = Tz::Europe__Berlin;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn team_is_back_at_next_opening() {
        let holidays = Holiday { from: "2026-06-08".parse().unwrap(), until: "2026-06-10".parse().unwrap() };
        let hours = TeamHours { away: vec![holidays], ..TeamHours::default() };
        // 2026-06-01 is a Monday, and Berlin two hours ahead.
        let cases = [
            ("during hours", "2026-06-01T07:00:00Z", None),
            ("a second before the end", "2026-06-01T14:59:59Z", None),
            ("before hours", "2026-06-01T06:59:59Z", Some("2026-06-01T07:00:00Z")),
            ("in the evening", "2026-06-01T15:00:00Z", Some("2026-06-02T07:00:00Z")),
            ("past midnight there", "2026-06-01T22:30:00Z", Some("2026-06-02T07:00:00Z")),
            ("on Friday evening, before holidays", "2026-06-05T16:00:00Z", Some("2026-06-11T07:00:00Z")),
            ("over the end of summer time", "2026-10-24T12:00:00Z", Some("2026-10-26T08:00:00Z")),
        ];
        for (name, now, expected) in cases {
            assert_eq!(hours.back_at(at(now), BERLIN), expected.map(at), "{name}");
        }
    }

    #[test]
    fn answer_is_due_at_end_of_next_day() {
        let hours = TeamHours::default();
        let cases = [
            ("before hours", "2026-06-01T06:00:00Z", "2026-06-01T15:00:00Z"),
            ("during hours", "2026-06-01T09:00:00Z", "2026-06-02T15:00:00Z"),
            ("on Friday", "2026-06-05T09:00:00Z", "2026-06-08T15:00:00Z"),
            ("on Sunday", "2026-06-07T20:00:00Z", "2026-06-08T15:00:00Z"),
        ];
        for (name, sent_at, expected) in cases {
            assert_eq!(hours.due_at(at(sent_at), BERLIN), at(expected), "{name}");
        }
    }

    #[test]
    fn team_without_hours_is_never_back() {
        let never = TeamHours { days: Vec::new(), ..TeamHours::default() };
        assert_eq!(never.back_at(at("2026-06-01T09:00:00Z"), BERLIN), None);
        assert!(never.due_at(at("2026-06-01T09:00:00Z"), BERLIN) >= at("2026-06-01T09:00:00Z"));
    }
}
