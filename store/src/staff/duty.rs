//! Who is on duty for the cases of a programme: the rule, without I/O.
//!
//! | who has entered hours | this lead | is |
//! |---|---|---|
//! | none | not absent | on duty |
//! | some | has hours now, not absent | on duty |
//! | some | has no hours now, not absent | deputy |
//! | – | absent | neither |

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::PersonId;
use crate::programmes::blackout::to_utc;

mod hours;

pub use hours::{
    DutyRefusal, MAX_ABSENCES, MAX_HOURS, ProgrammeDuty, absences, of_programmes, reads_at, set_absences, set_hours,
};
pub(crate) use hours::{forget_lost_in, leads};

/// Days that a timeline looks ahead: a week, and the day on which it begins.
const LOOK_AHEAD: u64 = 8;

/// Hours of a week, in local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Hours {
    /// The day on which they begin; 0 is Monday.
    pub weekday: i64,
    /// When they begin, in minutes from midnight.
    pub from_minute: i64,
    /// When they end; not after the beginning means on the next day.
    pub until_minute: i64,
}

/// Days of absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Absence {
    /// The first day.
    pub first_day: NaiveDate,
    /// The last day, included.
    pub last_day: NaiveDate,
}

/// A lead of a programme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The person.
    pub person: PersonId,
    /// Their hours for this programme.
    pub hours: Vec<Hours>,
    /// Their absences.
    pub absences: Vec<Absence>,
}

/// Who is responsible at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duty {
    /// Who is on duty.
    pub on_duty: BTreeSet<PersonId>,
    /// Leads who are neither on duty nor absent.
    pub deputies: BTreeSet<PersonId>,
}

/// Who is responsible from a moment on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The moment.
    pub from: DateTime<Utc>,
    /// Who is on duty.
    pub on_duty: BTreeSet<PersonId>,
}

impl Hours {
    /// Returns beginning and end of the hours that begin on a day of their weekday.
    fn on(self, day: NaiveDate) -> Option<(NaiveDateTime, NaiveDateTime)> {
        if i64::from(day.weekday().num_days_from_monday()) != self.weekday {
            return None;
        }
        let overnight = self.until_minute <= self.from_minute;
        let last = day.checked_add_days(Days::new(u64::from(overnight)))?;
        let at = |day: NaiveDate, minute| day.and_time(NaiveTime::MIN) + TimeDelta::minutes(minute);
        Some((at(day, self.from_minute), at(last, self.until_minute)))
    }

    fn cover(self, moment: NaiveDateTime) -> bool {
        // They may have begun the day before.
        [0, 1].into_iter().any(|days_ago| {
            let day = moment.date().checked_sub_days(Days::new(days_ago));
            day.and_then(|day| self.on(day)).is_some_and(|(from, until)| from <= moment && moment < until)
        })
    }
}

impl Absence {
    fn covers(self, day: NaiveDate) -> bool {
        (self.first_day..=self.last_day).contains(&day)
    }
}

impl Lead {
    fn is_absent(&self, day: NaiveDate) -> bool {
        self.absences.iter().any(|absence| absence.covers(day))
    }
}

/// Returns who is responsible at a moment.
pub fn at(leads: &[Lead], now: DateTime<Utc>, zone: Tz) -> Duty {
    let local = now.with_timezone(&zone).naive_local();
    let is_planned = leads.iter().any(|lead| !lead.hours.is_empty());
    let mut duty = Duty::default();
    for lead in leads.iter().filter(|lead| !lead.is_absent(local.date())) {
        let is_on = !is_planned || lead.hours.iter().any(|hours| hours.cover(local));
        if is_on { &mut duty.on_duty } else { &mut duty.deputies }.insert(lead.person);
    }
    duty
}

/// Returns whom an alert reaches after so many earlier notices: who is on duty, from the second notice on the deputies, too. Without
/// either all leads: a crisis never waits for the end of an absence.
pub fn notified(leads: &[Lead], step: u8, now: DateTime<Utc>, zone: Tz) -> BTreeSet<PersonId> {
    let Duty { mut on_duty, deputies } = at(leads, now, zone);
    if step > 0 || on_duty.is_empty() {
        on_duty.extend(deputies);
    }
    if on_duty.is_empty() { leads.iter().map(|lead| lead.person).collect() } else { on_duty }
}

/// Returns who is on duty from now on for a week: the first entry is now, each further one a change.
pub fn timeline(leads: &[Lead], now: DateTime<Utc>, zone: Tz) -> Vec<Shift> {
    let today = now.with_timezone(&zone).date_naive();
    let mut moments = BTreeSet::new();
    // From the day before: hours over midnight end today.
    for day in today.pred_opt().unwrap_or(today).iter_days().take(usize::try_from(LOOK_AHEAD).unwrap_or_default() + 1) {
        moments.insert(to_utc(day.and_time(NaiveTime::MIN), zone));
        for (from, until) in leads.iter().flat_map(|lead| &lead.hours).filter_map(|hours| hours.on(day)) {
            moments.extend([to_utc(from, zone), to_utc(until, zone)]);
        }
    }
    let mut shifts = vec![Shift { from: now, on_duty: at(leads, now, zone).on_duty }];
    for from in moments.into_iter().filter(|moment| *moment > now && *moment <= now + TimeDelta::days(7)) {
        let on_duty = at(leads, from, zone).on_duty;
        if shifts.last().is_some_and(|last| last.on_duty != on_duty) {
            shifts.push(Shift { from, on_duty });
        }
    }
    shifts
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// What it is about, the leads, a time, who is on duty, and the deputies.
    type Duty<'a> = (&'a str, Vec<Lead>, &'a str, &'a [u128], &'a [u128]);
    /// What it is about, the leads, the step, a time, and whom the notice reaches.
    type Notice<'a> = (&'a str, Vec<Lead>, u8, &'a str, &'a [u128]);

    const BERLIN: Tz = Tz::Europe__Berlin;

    fn person(number: u128) -> PersonId {
        PersonId(Uuid::from_u128(number))
    }

    fn hours(weekday: i64, from: i64, until: i64) -> Hours {
        Hours { weekday, from_minute: from * 60, until_minute: until % 24 * 60 }
    }

    fn lead(number: u128, hours: &[Hours], absences: &[(&str, &str)]) -> Lead {
        let day = |text: &str| text.parse().unwrap();
        let absences = absences.iter().map(|(first, last)| Absence { first_day: day(first), last_day: day(last) });
        Lead { person: person(number), hours: hours.to_vec(), absences: absences.collect() }
    }

    fn numbers(people: &BTreeSet<PersonId>) -> Vec<u128> {
        people.iter().map(|person| person.0.as_u128()).collect()
    }

    #[test]
    fn duty_follows_hours_and_absences() {
        // 2026-06-01 is a Monday, and Berlin two hours ahead.
        let sam = || lead(1, &[hours(0, 9, 16)], &[]);
        let lea = |absences| lead(2, &[hours(0, 16, 2)], absences);
        let kim = || lead(3, &[], &[]);
        let cases: [Duty<'_>; 14] = [
            ("no leads", vec![], "2026-06-01T08:00:00Z", &[], &[]),
            ("no hours at all", vec![kim(), lead(4, &[], &[])], "2026-06-06T23:00:00Z", &[3, 4], &[]),
            (
                "no hours, one absent",
                vec![kim(), lead(4, &[], &[("2026-06-01", "2026-06-01")])],
                "2026-06-01T10:00:00Z",
                &[3],
                &[],
            ),
            ("before hours", vec![sam(), kim()], "2026-06-01T06:59:59Z", &[], &[1, 3]),
            ("at the beginning", vec![sam(), kim()], "2026-06-01T07:00:00Z", &[1], &[3]),
            ("at the end, and the next begins", vec![sam(), lea(&[])], "2026-06-01T14:00:00Z", &[2], &[1]),
            ("over midnight", vec![sam(), lea(&[])], "2026-06-01T23:59:59Z", &[2], &[1]),
            ("after the end past midnight", vec![sam(), lea(&[])], "2026-06-02T00:00:00Z", &[], &[1, 2]),
            ("not a week before", vec![sam(), lea(&[])], "2026-05-31T23:00:00Z", &[], &[1, 2]),
            (
                "absent during hours",
                vec![sam(), lea(&[("2026-06-01", "2026-06-01")])],
                "2026-06-01T15:00:00Z",
                &[],
                &[1],
            ),
            (
                "absent from midnight of the programme on",
                vec![sam(), lea(&[("2026-06-02", "2026-06-09")])],
                "2026-06-01T22:00:00Z",
                &[],
                &[1],
            ),
            (
                "back the day after the last",
                vec![sam(), lea(&[("2026-05-20", "2026-05-31")])],
                "2026-06-01T14:00:00Z",
                &[2],
                &[1],
            ),
            // Clocks go back at 3:00 on Sunday, 25 October 2026: 2:30 comes twice.
            ("hour that comes twice", vec![lead(5, &[hours(6, 2, 3)], &[]), kim()], "2026-10-25T01:30:00Z", &[5], &[3]),
            // Clocks go forward at 2:00 on Sunday, 29 March 2026.
            (
                "after the skipped hour",
                vec![lead(5, &[hours(6, 1, 4)], &[]), kim()],
                "2026-03-29T01:30:00Z",
                &[5],
                &[3],
            ),
        ];
        for (name, leads, now, on_duty, deputies) in cases {
            let duty = at(&leads, now.parse().unwrap(), BERLIN);
            assert_eq!((&*numbers(&duty.on_duty), &*numbers(&duty.deputies)), (on_duty, deputies), "{name}");
        }
    }

    #[test]
    fn same_hours_differ_between_time_zones() {
        let leads = [lead(1, &[hours(0, 9, 10)], &[]), lead(2, &[], &[])];
        let now = "2026-06-01T13:30:00Z".parse().unwrap();
        assert_eq!(numbers(&at(&leads, now, Tz::America__New_York).on_duty), [1]);
        assert_eq!(numbers(&at(&leads, now, BERLIN).on_duty), Vec::<u128>::new());
    }

    #[test]
    fn later_notices_reach_more_leads() {
        let sam = || lead(1, &[hours(0, 9, 16)], &[]);
        let away = |number| lead(number, &[], &[("2026-06-01", "2026-06-07")]);
        let (during, outside) = ("2026-06-01T10:00:00Z", "2026-06-01T20:00:00Z");
        let cases: [Notice<'_>; 7] = [
            ("first, on duty", vec![sam(), lead(2, &[], &[]), away(3)], 0, during, &[1]),
            ("second, with deputies", vec![sam(), lead(2, &[], &[]), away(3)], 1, during, &[1, 2]),
            ("third", vec![sam(), lead(2, &[], &[]), away(3)], 2, during, &[1, 2]),
            ("first outside hours", vec![sam(), lead(2, &[], &[]), away(3)], 0, outside, &[1, 2]),
            ("only the absent are left", vec![away(3), away(4)], 0, during, &[3, 4]),
            ("no lead has hours", vec![lead(1, &[], &[]), lead(2, &[], &[])], 0, during, &[1, 2]),
            ("no lead", vec![], 0, during, &[]),
        ];
        for (name, leads, step, now, expected) in cases {
            assert_eq!(numbers(&notified(&leads, step, now.parse().unwrap(), BERLIN)), expected, "{name}");
        }
    }

    #[test]
    fn timeline_shows_each_change_and_gap() {
        let leads = [
            lead(1, &[hours(0, 9, 16)], &[]),
            lead(2, &[hours(0, 16, 20), hours(1, 0, 24)], &[("2026-06-02", "2026-06-02")]),
        ];
        let shifts = timeline(&leads, "2026-06-01T08:00:00Z".parse().unwrap(), BERLIN);
        let shown: Vec<_> = shifts.iter().map(|shift| (shift.from.to_rfc3339(), numbers(&shift.on_duty))).collect();
        let expected: [(&str, &[u128]); 4] = [
            ("2026-06-01T08:00:00+00:00", &[1]),
            ("2026-06-01T14:00:00+00:00", &[2]),
            ("2026-06-01T18:00:00+00:00", &[]),
            ("2026-06-08T07:00:00+00:00", &[1]),
        ];
        let expected: Vec<_> = expected.iter().map(|(from, on)| ((*from).to_owned(), on.to_vec())).collect();
        assert_eq!(shown, expected);
        let always = [lead(1, &[], &[])];
        assert_eq!(timeline(&always, "2026-06-01T08:00:00Z".parse().unwrap(), BERLIN).len(), 1);
    }
}
