//! When people have time for calls, every week.

use chrono::Weekday;
use chrono_tz::Tz;

use crate::channels::is_separated;
use crate::db::{query, query_as};
use crate::{PersonId, Result, Store};

/// The most windows of a person.
pub const MAX_WINDOWS: usize = 21;

/// A time of the week, in minutes after midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The day.
    pub weekday: Weekday,
    /// When it begins.
    pub from: u32,
    /// When it ends, at most 1,440; later than `from`.
    pub until: u32,
}

/// When a person has time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The person.
    pub person: PersonId,
    /// The time zone of the windows.
    pub zone: Tz,
    /// In the order of the week. Empty: not entered.
    pub windows: Vec<Window>,
}

#[derive(sqlx::FromRow)]
struct Row {
    person_id: PersonId,
    time_zone: Option<String>,
    weekday: Option<i64>,
    from_minute: Option<i64>,
    until_minute: Option<i64>,
}

/// Returns when people have time, as a reader sees it: those from whom the reader is kept apart seem to have none. Those who have
/// not entered it get the zone of their settings, else this one.
pub async fn availability_of(
    store: &Store,
    people: &[PersonId],
    reader: PersonId,
    zone: Tz,
) -> Result<Vec<Availability>> {
    let mut all = Vec::new();
    for person in people {
        let rows: Vec<Row> = query_as([
            "SELECT p.id AS person_id, COALESCE(a.time_zone, n.time_zone) AS time_zone, a.weekday, a.from_minute, a.until_minute FROM people p
             LEFT JOIN notification_settings n ON n.person_id = p.id LEFT JOIN availabilities a ON a.person_id = p.id
                 AND NOT ",
            is_separated!("p.id", "$2"),
            " WHERE p.id = $1 ORDER BY a.weekday, a.from_minute",
        ])
        .bind(*person)
        .bind(reader)
        .fetch_all(&store.db)
        .await?;
        let own = rows.first().and_then(|row| row.time_zone.as_ref()?.parse().ok());
        all.extend(rows.first().map(|row| Availability {
            person: row.person_id,
            zone: own.unwrap_or(zone),
            windows: rows.iter().filter_map(Row::window).collect(),
        }));
    }
    Ok(all)
}

impl Row {
    fn window(&self) -> Option<Window> {
        Some(Window {
            weekday: Weekday::try_from(u8::try_from(self.weekday? - 1).ok()?).ok()?,
            from: u32::try_from(self.from_minute?).ok()?,
            until: u32::try_from(self.until_minute?).ok()?,
        })
    }
}

/// Replaces when a person has time.
pub async fn set_availability(store: &Store, person: PersonId, zone: Tz, windows: &[Window]) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query("DELETE FROM availabilities WHERE person_id = $1").bind(person).execute(&mut tx).await?;
    for window in windows {
        query("INSERT INTO availabilities (person_id, weekday, from_minute, until_minute, time_zone) VALUES ($1, $2, $3, $4, $5)")
            .bind(person)
            .bind(i64::from(window.weekday.number_from_monday()))
            .bind(i64::from(window.from))
            .bind(i64::from(window.until))
            .bind(zone.name())
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await
}
