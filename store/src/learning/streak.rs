//! Streaks: weeks in which a person submitted three quizzes.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// Different quizzes that make a week count.
pub const QUIZZES: usize = 3;

/// The weeks of a person that count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// When each of them was reached, the oldest first: the time of its third quiz.
    pub reached: Vec<DateTime<Utc>>,
    /// How many of them follow each other without a gap, up to this week or the last.
    pub weeks: u32,
}

/// Returns the streak of a person, in the zone of their settings, else in this one.
pub async fn of_person(store: &Store, person: PersonId, zone: Tz) -> Result<Streak> {
    let rows: Vec<(DateTime<Utc>, Option<String>)> = query_as(
        "SELECT q.submitted_at, n.time_zone FROM quiz_attempts q
         LEFT JOIN notification_settings n ON n.person_id = q.person_id
         WHERE q.person_id = $1 AND q.attempt = 1 ORDER BY q.submitted_at",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    let own = rows.first().and_then(|(_, zone)| zone.as_ref()?.parse().ok());
    let first: Vec<_> = rows.into_iter().map(|(at, _)| at).collect();
    Ok(streak(&first, own.unwrap_or(zone), store.clock.now()))
}

/// Returns the streak that follows from the first submissions of quizzes, in the order of time. A week begins on Monday in the zone.
pub fn streak(first: &[DateTime<Utc>], zone: Tz, now: DateTime<Utc>) -> Streak {
    let mut weeks: BTreeMap<NaiveDate, Vec<DateTime<Utc>>> = BTreeMap::new();
    for at in first {
        weeks.entry(monday(*at, zone)).or_default().push(*at);
    }
    weeks.retain(|_, times| times.len() >= QUIZZES);
    let this = monday(now, zone);
    let mut week = if weeks.contains_key(&this) { this } else { this - Days::new(7) };
    let mut count = 0;
    while weeks.contains_key(&week) {
        count += 1;
        week = week - Days::new(7);
    }
    Streak { reached: weeks.into_values().map(|times| times[QUIZZES - 1]).collect(), weeks: count }
}

fn monday(at: DateTime<Utc>, zone: Tz) -> NaiveDate {
    let day = at.with_timezone(&zone).date_naive();
    day - Days::new(day.weekday().num_days_from_monday().into())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn three_quizzes_make_a_week() {
        let zone = Tz::Europe__London;
        let week = ["2026-03-02T09:00:00Z", "2026-03-04T09:00:00Z", "2026-03-08T23:30:00Z"].map(at);
        assert_eq!(streak(&week[..2], zone, week[2]), Streak::default());
        let full = streak(&week, zone, week[2]);
        assert_eq!(full, Streak { reached: vec![week[2]], weeks: 1 });
        assert_eq!(streak(&week, zone, at("2026-03-15T23:59:59Z")).weeks, 1, "the week after may still be filled");
        assert_eq!(streak(&week, zone, at("2026-03-16T00:00:00Z")).weeks, 0);
        assert_eq!(streak(&week, zone, at("2026-03-16T00:00:00Z")).reached.len(), 1);
    }

    #[test]
    fn weeks_begin_on_monday_where_the_person_is() {
        // Sunday evening in London is Monday in Auckland and Kathmandu, and still Sunday in São Paulo.
        let times = ["2026-03-02T09:00:00Z", "2026-03-04T09:00:00Z", "2026-03-08T23:30:00Z"].map(at);
        for (zone, expected) in
            [(Tz::Europe__London, 1), (Tz::America__Sao_Paulo, 1), (Tz::Asia__Kathmandu, 0), (Tz::Pacific__Auckland, 0)]
        {
            assert_eq!(streak(&times, zone, times[2]).weeks, expected, "{zone}");
        }
        // The hour that London skips on 29 March, and the one that it has twice on 25 October.
        for day in ["2026-03-29", "2026-10-25"] {
            let times = ["T00:30:00Z", "T01:30:00Z", "T22:30:00Z"].map(|time| at(&format!("{day}{time}")));
            assert_eq!(streak(&times, Tz::Europe__London, times[2]).weeks, 1, "{day}");
        }
    }

    proptest! {
        #[test]
        fn counter_equals_a_count_week_by_week(days in prop::collection::vec(0..70_i64, 0..40), now in 0..80_i64) {
            let monday = at("2026-01-05T12:00:00Z");
            let mut times: Vec<_> = days.iter().filter(|day| **day <= now).map(|day| monday + TimeDelta::days(*day)).collect();
            times.sort_unstable();
            let streak = streak(&times, Tz::UTC, monday + TimeDelta::days(now));
            let is_full = |week: i64| times.iter().filter(|time| (**time - monday).num_days() / 7 == week).count() >= 3;
            let mut week = now / 7;
            let mut expected = 0;
            if !is_full(week) {
                week -= 1;
            }
            while week >= 0 && is_full(week) {
                expected += 1;
                week -= 1;
            }
            prop_assert_eq!(streak.weeks, expected);
            prop_assert_eq!(streak.reached.len(), (0..=now / 7).filter(|week| is_full(*week)).count());
        }
    }
}
