//! Makes reports: asked for by staff or, on the first of the month, by a job; computed by a job of the outbox.

use chrono::{DateTime, Datelike, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{Cohort, Figures, changes, counting, facts, school_year};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::outbox::{self, Job, NewJob};
use crate::programmes::{self, Programme};
use crate::sheet::TableFormat;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{OutcomeReportId, ProgrammeId, Result, Store, content};

/// The kind of outbox jobs with a report to compute.
const KIND: &str = "outcomes";

/// Longer than the largest programme takes.
const LEASE: Duration = Duration::minutes(10);

/// Reports of a programme that staff make within 24 hours.
const MAX_A_DAY: i64 = 20;

/// School years of a report.
const MAX_YEARS: i32 = 10;

/// Days of a month on which the job makes up for an outage on the first.
const LAST_DAY_OF_JOB: u32 = 7;

/// What a report covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OutcomePeriod)]
pub enum Period {
    /// The school year that goes on.
    ThisYear,
    /// The school year before.
    LastYear,
    /// All school years since the first person joined, ten at most.
    SinceBeginning,
}

/// Why no report is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MadeRefusal {
    /// For this actor there is no such programme.
    #[error("There is no such programme.")]
    NotFound,
    /// Too many were made.
    #[error(
        "At most {MAX_A_DAY} reports of a programme are made within a day. Use one of them, or come back tomorrow."
    )]
    TooMany,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    report: OutcomeReportId,
}

/// Asks for a report, which a job computes at once. While the same one is being computed, that one is returned.
pub async fn make(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    period: Period,
) -> Result<std::result::Result<OutcomeReportId, MadeRefusal>> {
    if !actor.reaches(Some(programme)) {
        return Ok(Err(MadeRefusal::NotFound));
    }
    let mut tx = store.db.begin().await?;
    let Some(zone) = lock(&mut tx, programme).await? else { return Ok(Err(MadeRefusal::NotFound)) };
    let now = store.clock.now();
    let this = school_year(now.with_timezone(&zone).date_naive());
    let (first, last) = match period {
        Period::ThisYear => (this, this),
        Period::LastYear => (this - 1, this - 1),
        Period::SinceBeginning => {
            let oldest: Option<DateTime<Utc>> = query_scalar(
                "SELECT MIN(created_at) FROM people WHERE programme_id = $1 AND role <> 'staff' AND email NOT LIKE '%.invalid'",
            )
            .bind(programme)
            .fetch_one(&mut tx)
            .await?;
            let first = oldest.map_or(this, |at| school_year(at.with_timezone(&zone).date_naive()));
            (first.clamp(this - MAX_YEARS + 1, this), this)
        }
    };
    let same: Option<OutcomeReportId> = query_scalar(
        "SELECT id FROM outcome_reports WHERE programme_id = $1 AND first_year = $2 AND last_year = $3
             AND computed_at IS NULL AND requested_at > $4",
    )
    .bind(programme)
    .bind(i64::from(first))
    .bind(i64::from(last))
    .bind(now - LEASE)
    .fetch_optional(&mut tx)
    .await?;
    if let Some(same) = same {
        return Ok(Ok(same));
    }
    let made: i64 = query_scalar(
        "SELECT COUNT(*) FROM outcome_reports WHERE programme_id = $1 AND requested_at > $2 AND month IS NULL",
    )
    .bind(programme)
    .bind(now - Duration::days(1))
    .fetch_one(&mut tx)
    .await?;
    if made >= MAX_A_DAY {
        return Ok(Err(MadeRefusal::TooMany));
    }
    let id = add(&mut tx, store, actor, programme, (first, last), None).await?;
    tx.commit().await?;
    Ok(Ok(id))
}

/// On the first of a month makes a report of each programme with people, about the school year of the day before. Returns their number.
/// Those of before whose job was given up are computed again.
pub async fn make_monthly(store: &Store) -> Result<usize> {
    revive(store).await?;
    let mut count = 0;
    for Programme { id, time_zone, .. } in programmes::all(store).await? {
        let today = store.clock.now().with_timezone(&programmes::zone(&time_zone)).date_naive();
        let Some(month) = today.with_day(1).filter(|_| today.day() <= LAST_DAY_OF_JOB) else { continue };
        if make_of_month(store, id, month).await? {
            count += 1;
        }
    }
    Ok(count)
}

async fn make_of_month(store: &Store, programme: ProgrammeId, month: NaiveDate) -> Result<bool> {
    let is_due = "SELECT EXISTS (SELECT 1 FROM people WHERE programme_id = $1 AND role <> 'staff')
        AND NOT EXISTS (SELECT 1 FROM outcome_reports WHERE programme_id = $1 AND month = $2)";
    let is_due_in = |sql| query_scalar::<bool>(sql).bind(programme).bind(month);
    // Most runs find nothing, and need no lock.
    if !is_due_in(is_due).fetch_one(&store.db).await? {
        return Ok(false);
    }
    let mut tx = store.db.begin().await?;
    if lock(&mut tx, programme).await?.is_none() || !is_due_in(is_due).fetch_one(&mut tx).await? {
        return Ok(false);
    }
    let year = school_year(month.pred_opt().unwrap_or(month));
    add(&mut tx, store, &Actor::Job { name: KIND }, programme, (year, year), Some(month)).await?;
    tx.commit().await?;
    Ok(true)
}

/// Puts a new job for each report whose job was given up.
async fn revive(store: &Store) -> Result<()> {
    let missing: Vec<OutcomeReportId> =
        query_scalar("SELECT id FROM outcome_reports WHERE computed_at IS NULL").fetch_all(&store.db).await?;
    for report in missing {
        let mut tx = store.db.begin().await?;
        let dead = "DELETE FROM outbox WHERE kind = $1 AND dead_reason IS NOT NULL AND CAST(payload AS TEXT) LIKE $2";
        if query(dead).bind(KIND).bind(format!("%{report}%")).execute(&mut tx).await? > 0 {
            outbox::put_in(&mut tx, &NewJob::new(store, KIND, &Payload { report })?).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Locks a programme, and returns its zone.
async fn lock(tx: &mut Tx, programme: ProgrammeId) -> Result<Option<chrono_tz::Tz>> {
    let zone: Option<String> = query_scalar("UPDATE programmes SET name = name WHERE id = $1 RETURNING time_zone")
        .bind(programme)
        .fetch_optional(tx)
        .await?;
    Ok(zone.as_deref().map(programmes::zone))
}

async fn add(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    (first, last): (i32, i32),
    month: Option<NaiveDate>,
) -> Result<OutcomeReportId> {
    let id: OutcomeReportId = store.clock.id();
    query(
        "INSERT INTO outcome_reports (id, programme_id, first_year, last_year, requested_at, made_by, month)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(programme)
    .bind(i64::from(first))
    .bind(i64::from(last))
    .bind(store.clock.now())
    .bind(actor.person())
    .bind(month)
    .execute(&mut *tx)
    .await?;
    outbox::put_in(tx, &NewJob::new(store, KIND, &Payload { report: id })?).await?;
    Record::new(Act::MakeOutcomes, Target::Outcomes(id), Some(programme))
        .change(Value::Null, json!({"first_year": first, "last_year": last}))
        .write(tx, store, actor)
        .await?;
    Ok(id)
}

/// Computes the reports that were asked for. Returns their number.
pub async fn compute_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, KIND, LEASE, |job: Job<Payload>| async move { compute(store, job).await }).await
}

async fn compute(store: &Store, job: Job<Payload>) -> Result<()> {
    let report: Option<(ProgrammeId, i64, i64)> = query_as(
        "SELECT programme_id, first_year, last_year FROM outcome_reports WHERE id = $1 AND computed_at IS NULL",
    )
    .bind(job.payload.report)
    .fetch_optional(&store.db)
    .await?;
    if let Some((programme, first, last)) = report {
        let years = i32::try_from(first).unwrap_or_default()..=i32::try_from(last).unwrap_or_default();
        let (figures, at) = read(store, programme, years).await?;
        query("UPDATE outcome_reports SET figures = $2, computed_at = $3 WHERE id = $1 AND computed_at IS NULL")
            .bind(job.payload.report)
            .bind(serde_json::to_string(&figures)?)
            .bind(at)
            .execute(&store.db)
            .await?;
    }
    outbox::done(store, job.id).await
}

/// Reads and counts everything in one transaction, so that all tables are of the same moment.
async fn read(
    store: &Store,
    programme: ProgrammeId,
    years: std::ops::RangeInclusive<i32>,
) -> Result<(Figures, DateTime<Utc>)> {
    let catalogue = content::catalogue(store).await?;
    let repeated = changes::repeated(&catalogue);
    let now = store.clock.now();
    let mut tx = store.db.begin_reading().await?;
    let zone: String =
        query_scalar("SELECT time_zone FROM programmes WHERE id = $1").bind(programme).fetch_one(&mut tx).await?;
    let zone = programmes::zone(&zone);
    let facts = facts::read(&mut tx, store, programme).await?;
    let answers = changes::read(&mut tx, programme, &catalogue, &repeated).await?;
    // It wrote nothing; the end releases what it saw.
    tx.commit().await?;
    let mut cohorts: Vec<Cohort> = years.flat_map(|year| counting::cohorts(&facts, year, zone, now)).collect();
    for cohort in &mut cohorts {
        let (role, year) = (cohort.role, cohort.year);
        let people: std::collections::HashSet<_> = facts
            .people
            .iter()
            .filter(|one| one.role == role && school_year(one.joined_at.with_timezone(&zone).date_naive()) == year)
            .map(|one| one.id)
            .collect();
        cohort.changes = changes::of_people(&repeated, &answers, |person| people.contains(&person));
    }
    Ok((Figures { cohorts }, now))
}

/// Records that a report leaves the product as a file. Returns false if there is none for this actor.
pub async fn record_export(store: &Store, actor: &Actor, id: OutcomeReportId, format: TableFormat) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let programme: Option<ProgrammeId> =
        query_scalar("SELECT programme_id FROM outcome_reports WHERE id = $1").bind(id).fetch_optional(&mut tx).await?;
    let Some(programme) = programme.filter(|programme| actor.reaches(Some(*programme))) else { return Ok(false) };
    Record::new(Act::ExportOutcomes, Target::Outcomes(id), Some(programme))
        .change(Value::Null, json!({"format": format.ending()}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(true)
}
