//! Times at which all members of a mentorship can talk.

use chrono::{DateTime, Datelike, Days, Duration, NaiveTime, Utc};

use super::Availability;
use crate::blackout::to_utc;

/// How long a call takes.
pub const CALL_MINUTES: i64 = 60;

/// How long before a call the members must know of it.
pub const NOTICE_HOURS: i64 = 24;

/// How far ahead times are searched.
const DAYS_AHEAD: u64 = 21;

/// Times are offered at half hours.
const STEP: Duration = Duration::minutes(30);

/// How many are offered.
const SUGGESTIONS: usize = 3;

type Span = (DateTime<Utc>, DateTime<Utc>);

/// Returns up to three times at which all people are available for a call, each on another day of the first one's zone, and none
/// while another event takes place. Empty if someone has not entered when they are available.
pub fn free_times(people: &[Availability], taken: &[DateTime<Utc>], now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let Some((first, others)) = people.split_first() else { return Vec::new() };
    let earliest = now + Duration::hours(NOTICE_HOURS);
    let mut common = spans(first, now);
    for other in others {
        common = intersection(&common, &spans(other, now));
    }
    let length = Duration::minutes(CALL_MINUTES);
    let is_taken = |start: DateTime<Utc>| taken.iter().any(|other| start < *other + length && *other < start + length);
    let mut found: Vec<DateTime<Utc>> = Vec::new();
    for (from, until) in common {
        let mut start = half_hour(from.max(earliest));
        while start + length <= until {
            let day = |time: &DateTime<Utc>| time.with_timezone(&first.zone).date_naive();
            if !is_taken(start) && found.last().is_none_or(|last| day(last) != day(&start)) {
                found.push(start);
            }
            start += STEP;
        }
        if found.len() >= SUGGESTIONS {
            break;
        }
    }
    found.truncate(SUGGESTIONS);
    found
}

/// The next half hour, at the latest this time itself.
fn half_hour(time: DateTime<Utc>) -> DateTime<Utc> {
    let over = time.timestamp().rem_euclid(STEP.num_seconds());
    let whole = time - Duration::seconds(over) - Duration::nanoseconds(i64::from(time.timestamp_subsec_nanos()));
    if whole < time { whole + STEP } else { whole }
}

/// The times of the next weeks in which a person is available, in order, joined where they touch.
fn spans(of: &Availability, now: DateTime<Utc>) -> Vec<Span> {
    let today = now.with_timezone(&of.zone).date_naive();
    let days = (0..=DAYS_AHEAD).map(|ahead| today + Days::new(ahead));
    let mut spans: Vec<Span> = days
        .flat_map(|day| {
            let windows = of.windows.iter().filter(move |window| window.weekday == day.weekday());
            windows.map(move |window| {
                let at = |minute: u32| {
                    let midnight = (day + Days::new(u64::from(minute / 1440))).and_time(NaiveTime::MIN);
                    to_utc(midnight + Duration::minutes(i64::from(minute % 1440)), of.zone)
                };
                (at(window.from), at(window.until))
            })
        })
        .collect();
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::new();
    for (from, until) in spans {
        match joined.last_mut().filter(|last| last.1 >= from) {
            Some(last) => last.1 = last.1.max(until),
            None => joined.push((from, until)),
        }
    }
    joined
}

fn intersection(one: &[Span], other: &[Span]) -> Vec<Span> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
    pairs.filter(|(from, until)| from < until).collect()
}

#[cfg(test)]
mod tests {
    use chrono::Weekday;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::PersonId;
    use crate::calendar::Window;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn person(zone: &str, windows: &[(Weekday, u32, u32)]) -> Availability {
        let windows = windows.iter().map(|(weekday, from, until)| Window {
            weekday: *weekday,
            from: from * 60,
            until: until * 60,
        });
        Availability { person: PersonId(Uuid::nil()), zone: zone.parse().unwrap(), windows: windows.collect() }
    }

    #[test]
    fn times_suit_both_zones() {
        // 17 to 20 in London is 18 to 21 in Berlin.
        let mentor = person("Europe/London", &[(Weekday::Thu, 17, 20)]);
        let mentee = person("Europe/Berlin", &[(Weekday::Thu, 19, 22)]);
        let times = free_times(&[mentor.clone(), mentee.clone()], &[], at("2026-03-03T12:00:00Z"));
        // Clocks change on 29 March in both: not in these weeks.
        assert_eq!(times, ["2026-03-05T18:00:00Z", "2026-03-12T18:00:00Z", "2026-03-19T18:00:00Z"].map(at));
        let over_change = free_times(&[mentor.clone(), mentee.clone()], &[], at("2026-03-20T12:00:00Z"));
        assert_eq!(over_change, ["2026-03-26T18:00:00Z", "2026-04-02T17:00:00Z", "2026-04-09T17:00:00Z"].map(at));
        let taken = at("2026-03-05T18:30:00Z");
        let around = free_times(&[mentor, mentee], &[taken], at("2026-03-03T12:00:00Z"));
        assert_eq!(around[0], at("2026-03-12T18:00:00Z"), "only half an hour is left on the fifth");
    }

    #[test]
    fn weekdays_differ_between_zones() {
        // Monday morning in Auckland is Sunday evening in São Paulo.
        let mentor = person("Pacific/Auckland", &[(Weekday::Mon, 9, 12)]);
        let mentee = person("America/Sao_Paulo", &[(Weekday::Sun, 17, 20)]);
        assert_eq!(free_times(&[mentor, mentee], &[], at("2026-03-05T00:00:00Z"))[0], at("2026-03-08T20:00:00Z"));
        let night = person("Asia/Kathmandu", &[(Weekday::Mon, 22, 24), (Weekday::Tue, 0, 1)]);
        assert_eq!(
            free_times(&[night], &[], at("2026-03-07T00:00:00Z"))[0],
            at("2026-03-09T16:30:00Z"),
            "half hours of UTC are quarters in Kathmandu"
        );
    }

    #[test]
    fn people_get_notice() {
        let any = person("UTC", &[(Weekday::Tue, 0, 24), (Weekday::Wed, 0, 24)]);
        assert_eq!(
            free_times(std::slice::from_ref(&any), &[], at("2026-03-03T12:10:30Z"))[0],
            at("2026-03-04T12:30:00Z")
        );
        let nothing = person("UTC", &[]);
        assert!(free_times(&[any, nothing], &[], at("2026-03-03T12:10:30Z")).is_empty());
    }

    proptest! {
        #[test]
        fn times_are_within_all_windows(
            windows in prop::collection::vec(prop::collection::vec((0..7_u8, 0..23_u32, 1..8_u32), 0..6), 1..4),
            zones in prop::collection::vec(prop::sample::select(vec!["Pacific/Auckland", "Asia/Kathmandu", "America/Sao_Paulo", "Europe/London"]), 4),
            hour in 0..9000_i64,
        ) {
            let people: Vec<_> = windows.iter().zip(&zones).map(|(windows, zone)| {
                let windows: Vec<_> = windows.iter().map(|(day, from, hours)| (Weekday::try_from(*day).unwrap(), *from, (from + hours).min(24))).collect();
                person(zone, &windows)
            }).collect();
            let now = at("2026-01-01T00:00:00Z") + Duration::hours(hour);
            let times = free_times(&people, &[], now);
            for time in &times {
                prop_assert!(*time >= now + Duration::hours(NOTICE_HOURS));
                for person in &people {
                    // Each minute of the call, as the person's clock shows it.
                    for minute in 0..CALL_MINUTES {
                        let local = (*time + Duration::minutes(minute)).with_timezone(&person.zone);
                        let clock = u32::try_from(local.time().signed_duration_since(NaiveTime::MIN).num_minutes()).unwrap();
                        prop_assert!(person.windows.iter().any(|window| window.weekday == local.weekday()
                            && (window.from..window.until).contains(&clock)), "{time} {:?}", person.windows);
                    }
                }
            }
        }
    }
}
