//! Streaks: weeks in which a person submitted three quizzes.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::bus::{Event, Topic};
use crate::db::{query, query_as};
use crate::programmes::Holiday;
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
    /// The quizzes of this week.
    pub this_week: u32,
}

/// First and last day of a time in which nothing is expected: holidays of the programme, a pause of the person's mentorship. Weeks
/// that it touches do not end a streak.
pub type Rest = (NaiveDate, NaiveDate);

#[derive(sqlx::FromRow)]
struct Row {
    kind: i32,
    at: Option<DateTime<Utc>>,
    starts_on: Option<NaiveDate>,
    days: i64,
    time_zone: Option<String>,
}

/// Returns the streak of a person, in the zone of their settings, else in this one. None if they do not want to see it.
pub async fn of_person(store: &Store, person: PersonId, zone: Tz, holidays: &[Holiday]) -> Result<Option<Streak>> {
    let rows: Vec<Row> = query_as(
        "SELECT 1 AS kind, submitted_at AS at, CAST(NULL AS DATE) AS starts_on, CAST(0 AS BIGINT) AS days,
             CAST(NULL AS TEXT) AS time_zone FROM quiz_attempts WHERE person_id = $1 AND attempt = 1
         UNION ALL SELECT 2, NULL, p.starts_on, p.days, NULL FROM mentorship_pauses p
         JOIN mentorship_members m ON m.mentorship_id = p.mentorship_id WHERE m.person_id = $1
         UNION ALL SELECT 3, NULL, NULL, 0, time_zone FROM notification_settings WHERE person_id = $1
         UNION ALL SELECT 4, hidden_at, NULL, 0, NULL FROM hidden_streaks WHERE person_id = $1
         ORDER BY 1, 2",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    if rows.iter().any(|row| row.kind == 4) {
        return Ok(None);
    }
    let own = rows.iter().find_map(|row| row.time_zone.as_ref()?.parse().ok());
    let first: Vec<_> = rows.iter().filter(|row| row.kind == 1).filter_map(|row| row.at).collect();
    let pauses = rows.iter().filter_map(|row| {
        let (first, days) = (row.starts_on?, u64::try_from(row.days - 1).ok()?);
        Some((first, first + Days::new(days)))
    });
    let rests: Vec<Rest> = pauses.chain(holidays.iter().map(|holiday| (holiday.from, holiday.until))).collect();
    Ok(Some(streak(&first, own.unwrap_or(zone), store.clock.now(), &rests)))
}

/// Shows or hides the streak of a person, for themselves.
pub async fn set_shown(store: &Store, person: PersonId, is_shown: bool) -> Result<()> {
    if is_shown {
        query("DELETE FROM hidden_streaks WHERE person_id = $1").bind(person).execute(&store.db).await?;
    } else {
        query("INSERT INTO hidden_streaks (person_id, hidden_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(person)
            .bind(store.clock.now())
            .execute(&store.db)
            .await?;
    }
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics: vec![Topic::Mentorship] }]);
    Ok(())
}

/// Returns the streak that follows from the first submissions of quizzes, in the order of time. A week begins on Monday in the zone.
pub fn streak(first: &[DateTime<Utc>], zone: Tz, now: DateTime<Utc>, rests: &[Rest]) -> Streak {
    let mut weeks: BTreeMap<NaiveDate, Vec<DateTime<Utc>>> = BTreeMap::new();
    for at in first {
        weeks.entry(monday(*at, zone)).or_default().push(*at);
    }
    let this = monday(now, zone);
    let this_week = weeks.get(&this).map_or(0, |times| u32::try_from(times.len()).unwrap_or(u32::MAX));
    weeks.retain(|_, times| times.len() >= QUIZZES);
    let rests_in = |week: NaiveDate| rests.iter().any(|(from, until)| *from < week + Days::new(7) && *until >= week);
    let mut count = 0;
    if let Some(oldest) = weeks.keys().next() {
        let mut week = this;
        while week >= *oldest {
            if weeks.contains_key(&week) {
                count += 1;
            } else if week != this && !rests_in(week) {
                break;
            }
            week = week - Days::new(7);
        }
    }
    Streak { reached: weeks.into_values().map(|times| times[QUIZZES - 1]).collect(), weeks: count, this_week }
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
        assert_eq!(streak(&week[..2], zone, week[2], &[]), Streak { this_week: 2, ..Streak::default() });
        let full = streak(&week, zone, week[2], &[]);
        assert_eq!(full, Streak { reached: vec![week[2]], weeks: 1, this_week: 3 });
        let next = streak(&week, zone, at("2026-03-15T23:59:59Z"), &[]);
        assert_eq!((next.weeks, next.this_week), (1, 0), "the week after may still be filled");
        assert_eq!(streak(&week, zone, at("2026-03-16T00:00:00Z"), &[]).weeks, 0);
        assert_eq!(streak(&week, zone, at("2026-03-16T00:00:00Z"), &[]).reached.len(), 1);
    }

    #[test]
    fn weeks_begin_on_monday_where_the_person_is() {
        // Sunday evening in London is Monday in Auckland and Kathmandu, and still Sunday in São Paulo.
        let times = ["2026-03-02T09:00:00Z", "2026-03-04T09:00:00Z", "2026-03-08T23:30:00Z"].map(at);
        for (zone, expected) in
            [(Tz::Europe__London, 1), (Tz::America__Sao_Paulo, 1), (Tz::Asia__Kathmandu, 0), (Tz::Pacific__Auckland, 0)]
        {
            assert_eq!(streak(&times, zone, times[2], &[]).weeks, expected, "{zone}");
        }
        // The hour that London skips on 29 March, and the one that it has twice on 25 October.
        for day in ["2026-03-29", "2026-10-25"] {
            let times = ["T00:30:00Z", "T01:30:00Z", "T22:30:00Z"].map(|time| at(&format!("{day}{time}")));
            assert_eq!(streak(&times, Tz::Europe__London, times[2], &[]).weeks, 1, "{day}");
        }
    }

    #[test]
    fn holidays_and_pauses_do_not_end_a_streak() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let full = |monday: &str| {
            let first = day(monday).and_hms_opt(9, 0, 0).unwrap().and_utc();
            (0..3).map(move |days| first + TimeDelta::days(days))
        };
        // Two full weeks, one without quizzes, one full week; it is the Friday after.
        let times: Vec<_> = ["2026-02-02", "2026-02-09", "2026-02-23"].into_iter().flat_map(full).collect();
        let now = at("2026-03-06T12:00:00Z");
        for (rests, expected) in [
            (vec![], 1),
            (vec![("2026-02-16", "2026-02-22")], 3),
            (vec![("2026-02-22", "2026-02-22")], 3),
            (vec![("2026-02-20", "2026-03-01")], 3),
            (vec![("2026-02-15", "2026-02-15")], 1),
            (vec![("2026-02-23", "2026-02-23")], 1),
        ] {
            let rests: Vec<Rest> = rests.into_iter().map(|(from, until)| (day(from), day(until))).collect();
            assert_eq!(streak(&times, Tz::UTC, now, &rests).weeks, expected, "{rests:?}");
        }
        // A rest counts for nothing by itself, however long it is.
        let forever = [(day("2000-01-01"), day("2100-01-01"))];
        assert_eq!(streak(&[], Tz::UTC, now, &forever), Streak::default());
        assert_eq!(streak(&times, Tz::UTC, at("2030-01-01T00:00:00Z"), &forever).weeks, 3);
    }

    proptest! {
        #[test]
        fn counter_equals_a_count_week_by_week(days in prop::collection::vec(0..70_i64, 0..40), now in 0..80_i64) {
            let monday = at("2026-01-05T12:00:00Z");
            let mut times: Vec<_> = days.iter().filter(|day| **day <= now).map(|day| monday + TimeDelta::days(*day)).collect();
            times.sort_unstable();
            let streak = streak(&times, Tz::UTC, monday + TimeDelta::days(now), &[]);
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
