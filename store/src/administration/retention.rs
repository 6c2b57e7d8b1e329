//! Erases people who left a programme, when its rule says so: a job warns them by mail, and erases them 30 days later at the earliest.
//!
//! Who left has a closed account, or never finished signing up. What protects people, what they demand, and a mentorship that goes on keep
//! the record. A warning holds only while nothing keeps it.

use chrono::NaiveDate;

use crate::db::{Tx, query, query_as, query_scalar};
use crate::programmes::{self, Programme, RetentionRules};
use crate::{PersonId, ProgrammeId, Result, Store};

mod due;
mod work;

pub(super) use due::count_in;
pub use work::work;

/// Days of the record that a page shows.
const SHOWN_DAYS: i64 = 30;

/// Why someone is kept whose day has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KeptReason)]
pub enum Reason {
    /// A case of theirs is open, or copies with their words are held.
    Protection,
    /// They demand something of their record.
    Request,
    /// They are in a mentorship that goes on.
    Mentorship,
}

/// A person who is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The person.
    pub id: PersonId,
    /// Their name.
    pub name: String,
    /// All reasons that the reader may know, one or more.
    pub reasons: Vec<Reason>,
}

/// What the rule did on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct RetentionDay {
    /// The day in the programme.
    pub day: NaiveDate,
    /// People who were warned.
    pub warned: i64,
    /// People who were erased.
    pub erased: i64,
    /// People who were kept for the protection of people; who is kept for several reasons counts for each.
    pub kept_protection: i64,
    /// People who were kept because they demanded something.
    pub kept_requests: i64,
    /// People who were kept because of a mentorship.
    pub kept_mentorships: i64,
}

/// The state of the rule in a programme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The rule.
    pub rules: RetentionRules,
    /// People who were warned and are to be erased.
    pub warned: usize,
    /// The day on which the next of them is erased.
    pub next_on: Option<NaiveDate>,
    /// People whose day has come and whom something keeps, by name.
    pub kept: Vec<Kept>,
    /// The last days on which something happened, newest first.
    pub days: Vec<RetentionDay>,
}

/// Who reads about people who are kept.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The member of staff, who never reads of cases about themselves.
    pub person: PersonId,
    /// Whether they handle cases of the programme; others do not read who is kept because of one.
    pub handles_cases: bool,
}

/// Returns the state of the rule in a programme. None: there is no such programme.
pub async fn overview(store: &Store, reader: Reader, programme: ProgrammeId) -> Result<Option<Retention>> {
    let Some(programme) = programmes::by_id(store, programme).await? else { return Ok(None) };
    let rules = programme.settings.retention;
    let days = query_as(
        "SELECT day, warned, erased, kept_protection, kept_requests, kept_mentorships FROM retention_days
         WHERE programme_id = $1 ORDER BY day DESC LIMIT $2",
    )
    .bind(programme.id)
    .bind(SHOWN_DAYS)
    .fetch_all(&store.db)
    .await?;
    let leavers = match rules.people_months {
        Some(months) => due::of(&store.db, store, &programme, months, reader.person).await?,
        None => Vec::new(),
    };
    let today = due::today(store, &programme);
    let warned: Vec<NaiveDate> = leavers.iter().filter(|one| !one.is_kept()).filter_map(|one| one.erase_on).collect();
    let kept = leavers.iter().filter(|one| one.due_on <= today).filter_map(|one| {
        let reasons: Vec<Reason> = one
            .reasons()
            .filter(|reason| *reason != Reason::Protection || reader.handles_cases && !one.concerns_reader)
            .collect();
        (!reasons.is_empty()).then(|| Kept { id: one.id, name: one.name.clone(), reasons })
    });
    Ok(Some(Retention { rules, warned: warned.len(), next_on: warned.into_iter().min(), kept: kept.collect(), days }))
}

/// Whether the erasure of a person has begun: then the account does not open any more.
pub(super) async fn has_begun_in(tx: &mut Tx, person: PersonId) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM retention_warnings WHERE person_id = $1 AND begun_at IS NOT NULL)")
        .bind(person)
        .fetch_one(tx)
        .await
}

/// Adds what happened to the record of a day.
async fn record_in(tx: &mut Tx, programme: &Programme, day: NaiveDate, (warned, erased): (i64, i64)) -> Result<()> {
    query(
        "INSERT INTO retention_days (programme_id, day, warned, erased, kept_protection, kept_requests, kept_mentorships)
         VALUES ($1, $2, $3, $4, 0, 0, 0)
         ON CONFLICT (programme_id, day) DO UPDATE SET warned = retention_days.warned + excluded.warned,
             erased = retention_days.erased + excluded.erased",
    )
    .bind(programme.id)
    .bind(day)
    .bind(warned)
    .bind(erased)
    .execute(tx)
    .await
    .map(drop)
}
