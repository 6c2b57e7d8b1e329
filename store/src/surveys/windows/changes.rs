//! What staff change of a window: its last day, its end, and reminders by hand.

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};

use super::audience::takes_part;
use super::{LONGEST_DAYS, Times, WindowKind, end_of_day, overlaps, record};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::Act;
use crate::{CohortId, PersonId, ProgrammeId, Result, Store, SurveyWindowId};

/// Why a window stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeRefusal {
    /// There is no such window, or the actor does not reach it.
    #[error("There is no such window.")]
    NotFound,
    /// It has been changed since the actor saw it.
    #[error("A colleague has changed this meanwhile.")]
    ChangedMeanwhile,
    /// It has closed or was stopped.
    #[error("This survey is not open any more.")]
    Closed,
    /// It has no last day, or the day has passed or is too late.
    #[error("Choose a last day from today on, at most {LONGEST_DAYS} days after the first one.")]
    WrongDay,
    /// Another window asks the same people then.
    #[error("These people are asked to take this survey again on one of these days. Choose an earlier last day.")]
    Overlaps,
    /// Everyone was reminded today already.
    #[error("Everyone was reminded today. Try again tomorrow.")]
    RemindedToday,
}

#[derive(sqlx::FromRow)]
struct Row {
    programme_id: ProgrammeId,
    survey_key: String,
    kind: WindowKind,
    asks_mentors: bool,
    asks_mentees: bool,
    cohort_id: Option<CohortId>,
    opens_at: DateTime<Utc>,
    closes_on: Option<NaiveDate>,
    closes_at: Option<DateTime<Utc>>,
    stopped_at: Option<DateTime<Utc>>,
    reminded_at: Option<DateTime<Utc>>,
    revision: i64,
    time_zone: String,
}

impl Row {
    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }

    fn day(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.zone()).date_naive()
    }

    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.stopped_at.is_some() || self.closes_at.is_some_and(|at| at <= now)
    }
}

/// Locks a window within the reach of an actor.
async fn lock(tx: &mut Tx, actor: &Actor, id: SurveyWindowId) -> Result<Option<Row>> {
    let row: Option<Row> = query_as(
        "UPDATE survey_windows SET kind = kind WHERE id = $1
         RETURNING programme_id, survey_key, kind, asks_mentors, asks_mentees, cohort_id, opens_at, closes_on, closes_at, stopped_at, reminded_at, revision,
             (SELECT g.time_zone FROM programmes g WHERE g.id = survey_windows.programme_id) AS time_zone",
    )
    .bind(id)
    .fetch_optional(tx)
    .await?;
    Ok(row.filter(|row| actor.reaches(Some(row.programme_id))))
}

/// Changes the last day of a window between two days; those who were asked have until then. `seen` is the revision that the actor saw.
pub async fn extend(
    store: &Store,
    actor: &Actor,
    id: SurveyWindowId,
    closes_on: NaiveDate,
    seen: i64,
) -> Result<std::result::Result<(), ChangeRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, actor, id).await? else { return Ok(Err(ChangeRefusal::NotFound)) };
    if row.revision != seen {
        return Ok(Err(ChangeRefusal::ChangedMeanwhile));
    }
    if row.is_over(now) {
        return Ok(Err(ChangeRefusal::Closed));
    }
    let first = row.day(row.opens_at);
    if row.kind != WindowKind::Dates
        || !(first.max(row.day(now))..=first + Days::new(LONGEST_DAYS)).contains(&closes_on)
    {
        return Ok(Err(ChangeRefusal::WrongDay));
    }
    let closes_at = end_of_day(closes_on, row.zone());
    let times = Times {
        id: Some(id),
        programme: row.programme_id,
        survey: row.survey_key.clone(),
        kind: row.kind,
        asks_mentors: row.asks_mentors,
        asks_mentees: row.asks_mentees,
        cohort: row.cohort_id,
        week: None,
        closes_on: Some(closes_on),
        opens_at: row.opens_at,
        closes_at: Some(closes_at),
    };
    if overlaps(&mut tx, store, &times).await? {
        return Ok(Err(ChangeRefusal::Overlaps));
    }
    query("UPDATE survey_windows SET closes_on = $2, closes_at = $3, revision = revision + 1 WHERE id = $1")
        .bind(id)
        .bind(closes_on)
        .bind(closes_at)
        .execute(&mut tx)
        .await?;
    query("UPDATE survey_invites SET closes_on = $2, closes_at = $3 WHERE window_id = $1")
        .bind(id)
        .bind(closes_on)
        .bind(closes_at)
        .execute(&mut tx)
        .await?;
    let until = |day: Option<NaiveDate>| json!({"survey": row.survey_key, "until": day});
    record(Act::ChangeSurveyWindow, row.programme_id, until(row.closes_on), until(Some(closes_on)))
        .write(&mut tx, store, actor)
        .await?;
    commit(store, tx, id).await?;
    Ok(Ok(()))
}

/// Ends a window now: no one else is asked, and those who have not begun can no longer begin.
pub async fn stop(
    store: &Store,
    actor: &Actor,
    id: SurveyWindowId,
    seen: i64,
) -> Result<std::result::Result<(), ChangeRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, actor, id).await? else { return Ok(Err(ChangeRefusal::NotFound)) };
    if row.is_over(now) {
        return Ok(Err(ChangeRefusal::Closed));
    }
    if row.revision != seen {
        return Ok(Err(ChangeRefusal::ChangedMeanwhile));
    }
    query("UPDATE survey_windows SET stopped_at = $2, revision = revision + 1 WHERE id = $1")
        .bind(id)
        .bind(now)
        .execute(&mut tx)
        .await?;
    record(Act::StopSurveyWindow, row.programme_id, Value::Null, json!({"survey": row.survey_key}))
        .write(&mut tx, store, actor)
        .await?;
    commit(store, tx, id).await?;
    Ok(Ok(()))
}

/// Has everyone reminded who was asked, can still answer, and has not sent the survey; once a day. Returns their number.
pub async fn remind(
    store: &Store,
    actor: &Actor,
    id: SurveyWindowId,
) -> Result<std::result::Result<u64, ChangeRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, actor, id).await? else { return Ok(Err(ChangeRefusal::NotFound)) };
    if row.is_over(now) {
        return Ok(Err(ChangeRefusal::Closed));
    }
    if row.reminded_at.is_some_and(|at| row.day(at) == row.day(now)) {
        return Ok(Err(ChangeRefusal::RemindedToday));
    }
    let reminded = query(concat!(
        "UPDATE survey_invites SET remind_at = $1 WHERE window_id = $2 AND closes_at > $1 AND notified_at IS NOT NULL
         AND EXISTS (SELECT 1 FROM people p WHERE p.id = survey_invites.person_id AND ",
        takes_part!(),
        " AND (p.left_programme_at IS NULL OR EXISTS (
             SELECT 1 FROM survey_windows w WHERE w.id = survey_invites.window_id AND w.kind = 'exit')))
         AND NOT EXISTS (SELECT 1 FROM survey_progress q WHERE q.person_id = survey_invites.person_id
             AND q.survey_key = $3 AND q.completed_at IS NOT NULL)"
    ))
    .bind(now)
    .bind(id)
    .bind(&row.survey_key)
    .execute(&mut tx)
    .await?;
    query("UPDATE survey_windows SET reminded_at = $2 WHERE id = $1").bind(id).bind(now).execute(&mut tx).await?;
    let values = json!({"survey": row.survey_key, "people": reminded});
    record(Act::RemindSurveyWindow, row.programme_id, Value::Null, values).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(Ok(reminded))
}

/// Commits a change, and has the pages of those who were asked follow.
async fn commit(store: &Store, mut tx: Tx, id: SurveyWindowId) -> Result<()> {
    let people: Vec<PersonId> =
        query_scalar("SELECT person_id FROM survey_invites WHERE window_id = $1").bind(id).fetch_all(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Surveys, Topic::Profile] }]);
    Ok(())
}
