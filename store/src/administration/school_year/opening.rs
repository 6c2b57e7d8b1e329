//! Opens the next year of a programme, now or on a day.

use chrono::{Days, NaiveDate, NaiveTime, TimeDelta};
use serde_json::{Value, json};

use super::{JOB, Locked, YearRefusal, archived, lock, newest, record};
use crate::db::{Tx, query, query_scalar};
use crate::programmes::blackout::to_utc;
use crate::role::MEMBER;
use crate::staff::Actor;
use crate::staff::audit::Act;
use crate::{ProgrammeId, Result, SchoolYearId, Store};

/// How far ahead a year opens, in days.
const LONGEST_WAIT: u64 = 366;

/// The hour at which a year opens on its day: in the morning, when mails may leave.
const HOUR: u32 = 8;

/// Opens the next year now, or on a day from tomorrow on. Those who continue get one mail then, and mentees without a mentor wait again.
pub async fn open(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    on: Option<NaiveDate>,
) -> Result<std::result::Result<(), YearRefusal>> {
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    if let Some(at) = row.archived_at {
        return Ok(Err(archived(&mut tx, programme, at).await?));
    }
    let Some(year) = newest(&mut tx, programme).await?.filter(|_| row.year_closed_at.is_some()) else {
        return Ok(Err(YearRefusal::Open));
    };
    let Some(day) = on else {
        let ending = ending_in(&mut tx, year.id).await?;
        if ending > 0 {
            return Ok(Err(YearRefusal::Ending(ending)));
        }
        open_in(&mut tx, store, actor, (programme, &row), year.id).await?;
        tx.commit().await?;
        return Ok(Ok(()));
    };
    let today = store.clock.now().with_timezone(&row.zone()).date_naive();
    if day <= today || day > today + Days::new(LONGEST_WAIT) {
        return Ok(Err(YearRefusal::WrongDay));
    }
    let at = to_utc(day.and_time(NaiveTime::MIN + TimeDelta::hours(HOUR.into())), row.zone());
    if year.opens_at != Some(at) {
        query("UPDATE school_years SET opens_at = $2 WHERE id = $1").bind(year.id).bind(at).execute(&mut tx).await?;
        let before = year.opens_at.map(|at| at.with_timezone(&row.zone()).date_naive());
        let before = before.map_or(Value::Null, |day| json!({"opens_on": day}));
        record(Act::OpenYear, programme).change(before, json!({"opens_on": day})).write(&mut tx, store, actor).await?;
        tx.commit().await?;
    }
    Ok(Ok(()))
}

/// Opens a year whose time has come, once no mentorship of the year before ends any more. Returns whether it did.
pub(super) async fn open_due_one(store: &Store, id: SchoolYearId, programme: ProgrammeId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await? else { return Ok(false) };
    let is_due: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM school_years WHERE id = $1 AND opened_at IS NULL AND opens_at <= $2)",
    )
    .bind(id)
    .bind(store.clock.now())
    .fetch_one(&mut tx)
    .await?;
    if !is_due || row.archived_at.is_some() || ending_in(&mut tx, id).await? > 0 {
        return Ok(false);
    }
    open_in(&mut tx, store, &Actor::Job { name: JOB }, (programme, &row), id).await?;
    tx.commit().await?;
    Ok(true)
}

async fn ending_in(tx: &mut Tx, id: SchoolYearId) -> Result<i64> {
    query_scalar("SELECT COUNT(*) FROM school_year_endings WHERE year_id = $1 AND state = 'waiting'")
        .bind(id)
        .fetch_one(tx)
        .await
}

async fn open_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    (programme, row): (ProgrammeId, &Locked),
    id: SchoolYearId,
) -> Result<()> {
    let now = store.clock.now();
    query("UPDATE programmes SET year_closed_at = NULL WHERE id = $1").bind(programme).execute(&mut *tx).await?;
    query("UPDATE school_years SET opened_at = $2, opens_at = COALESCE(opens_at, $2) WHERE id = $1")
        .bind(id)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    query([
        "INSERT INTO school_year_people (year_id, person_id, choice)
         SELECT $2, p.id, 'continues' FROM people p WHERE p.programme_id = $1 AND ",
        MEMBER,
        " ON CONFLICT (year_id, person_id) DO NOTHING",
    ])
    .bind(programme)
    .bind(id)
    .execute(&mut *tx)
    .await?;
    // A round that was due while the year was closed waits until those who continue are in the pool.
    let days = row.settings.matching.round_every_days;
    if days > 0 {
        query("UPDATE matching_schedules SET next_round_at = $2 WHERE programme_id = $1 AND next_round_at < $2")
            .bind(programme)
            .bind(now + TimeDelta::days(i64::from(days)))
            .execute(&mut *tx)
            .await?;
    }
    let people: i64 = query_scalar("SELECT COUNT(*) FROM school_year_people WHERE year_id = $1 AND choice <> 'leaves'")
        .bind(id)
        .fetch_one(&mut *tx)
        .await?;
    record(Act::OpenYear, programme).change(Value::Null, json!({"people": people})).write(tx, store, actor).await
}
