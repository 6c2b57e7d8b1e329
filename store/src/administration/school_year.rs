//! The school year of a programme: staff close it, decide who continues, and open the next one; a programme that ends is archived.
//!
//! Mentorships end, and people are welcomed, by a job in small steps: what is left is stored, so that a restart loses nothing.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::db::{Executor, Tx, query_as, query_scalar};
use crate::programmes::{Settings, zone};
use crate::staff::audit::{Act, Record, Target};
use crate::{MentorshipId, ProgrammeId, Result, SchoolYearId, Store};

mod archive;
mod closing;
mod opening;
mod people;
mod steps;

pub use archive::{archive, reopen, waiting};
pub use closing::{Closing, ExitSurvey, RunningMentorship, close, preview, retry};
pub use opening::open;
pub use people::{ListedMember, MAX_PEOPLE, Next, RolledOver, page as people_page, roll_over};
pub use steps::work;

/// The name of the job in the audit log.
const JOB: &str = "school_year";

/// What keeps a programme from being archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ArchiveWaitKind)]
pub enum WaitKind {
    /// Mentorships that go on.
    Mentorships,
    /// Matches about which someone decides.
    Matches,
    /// Applications without a decision.
    Applications,
    /// Invitations that can be accepted.
    Invitations,
    /// Announcements that are scheduled.
    Announcements,
    /// Survey windows that are open or still to come.
    Surveys,
}

/// Why the year of a programme stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum YearRefusal {
    /// For this actor there is no such programme.
    #[error("There is no such programme.")]
    NotFound,
    /// It is archived.
    #[error("This programme is archived{}.", by_and_at(.by.as_deref(), .at))]
    Archived {
        /// Who did it; None for the command line and people who were erased.
        by: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// It is not archived.
    #[error("This programme is not archived.")]
    NotArchived,
    /// The year is closed already.
    #[error("The year is closed already{}.", by_and_at(.by.as_deref(), .at))]
    Closed {
        /// Who closed it; None for the command line and people who were erased.
        by: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// The year is open.
    #[error("The year of this programme is open.")]
    Open,
    /// Mentorships still end.
    #[error("{0} mentorships still end. Try again when they have ended.")]
    Ending(i64),
    /// A mentorship to keep is none of those that go on in the programme.
    #[error("The mentorship {0} does not go on. Look at the list again.")]
    NotRunning(MentorshipId),
    /// The day has passed, or is too far ahead.
    #[error("Choose a day from tomorrow on, at most a year ahead.")]
    WrongDay,
    /// More people than at once.
    #[error("Choose at most {MAX_PEOPLE} people at once.")]
    TooManyPeople,
    /// Something still waits in the programme.
    #[error("Something still waits in this programme. End it first.")]
    Waits(Vec<(WaitKind, i64)>),
}

fn by_and_at(by: Option<&str>, at: &DateTime<Utc>) -> String {
    let by = by.map(|name| format!(" by {name}")).unwrap_or_default();
    format!("{by} on {}", at.format("%Y-%m-%d %H:%M UTC"))
}

/// A mentorship that did not end.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct FailedEnding {
    /// The mentorship.
    pub id: MentorshipId,
    /// The name of its group, or those of its members.
    pub name: String,
}

/// How far the mentorships are that went on when a year was closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Progress {
    /// They still end.
    pub waiting: i64,
    /// They have ended.
    pub ended: i64,
    /// They did not end, although it was tried several times.
    pub failed: i64,
    /// Staff let them go on.
    pub kept: i64,
}

/// What staff decided about the people of a programme for the next year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Decisions {
    /// People who continue, with and without a decision.
    pub continues: i64,
    /// Those of them who come first in the next round.
    pub first: i64,
    /// People who have left in this year.
    pub leaves: i64,
}

/// The year of a programme as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Year {
    /// The programme.
    pub programme: ProgrammeId,
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its time zone.
    pub time_zone: String,
    /// Since when it is archived.
    pub archived_at: Option<DateTime<Utc>>,
    /// Since when the year is closed; None while it is open.
    pub closed_at: Option<DateTime<Utc>>,
    /// Who closed it; None for the command line and people who were erased.
    pub closed_by: Option<String>,
    /// When the next year begins; None until staff have said.
    pub opens_at: Option<DateTime<Utc>>,
    /// The mentorships of the year that was closed last.
    pub progress: Progress,
    /// Those that did not end.
    pub failed: Vec<FailedEnding>,
    /// Who continues.
    pub decisions: Decisions,
    /// People who still get the mail that the year begins.
    pub to_welcome: i64,
}

/// A programme under its lock.
#[derive(sqlx::FromRow)]
struct Locked {
    name: String,
    time_zone: String,
    settings: Json<Settings>,
    archived_at: Option<DateTime<Utc>>,
    year_closed_at: Option<DateTime<Utc>>,
}

impl Locked {
    fn zone(&self) -> chrono_tz::Tz {
        zone(&self.time_zone)
    }
}

/// Locks a programme, before all else. None: there is no such programme.
async fn lock(tx: &mut Tx, programme: ProgrammeId) -> Result<Option<Locked>> {
    query_as(
        "UPDATE programmes SET key = key WHERE id = $1 RETURNING name, time_zone, settings, archived_at, year_closed_at",
    )
    .bind(programme)
    .fetch_optional(tx)
    .await
}

/// The year that is closed, or was last.
#[derive(sqlx::FromRow)]
struct Row {
    id: SchoolYearId,
    closed_by: Option<String>,
    opens_at: Option<DateTime<Utc>>,
    opened_at: Option<DateTime<Utc>>,
}

async fn newest(db: impl Executor, programme: ProgrammeId) -> Result<Option<Row>> {
    query_as(
        "SELECT y.id, TRIM(p.first_name || ' ' || p.last_name) AS closed_by, y.opens_at, y.opened_at
         FROM school_years y LEFT JOIN people p ON p.id = y.closed_by
         WHERE y.programme_id = $1 ORDER BY y.closed_at DESC, y.id DESC LIMIT 1",
    )
    .bind(programme)
    .fetch_optional(db)
    .await
}

/// The refusal of what has been archived, with the one who did it.
async fn archived(tx: &mut Tx, programme: ProgrammeId, at: DateTime<Utc>) -> Result<YearRefusal> {
    let by: Option<String> = query_scalar(
        "SELECT TRIM(p.first_name || ' ' || p.last_name) FROM audit a JOIN people p ON p.id = a.actor_id
         WHERE a.action = 'archive_programme' AND a.target_kind = 'programme' AND a.subject_id = $1
         ORDER BY a.created_at DESC LIMIT 1",
    )
    .bind(programme)
    .fetch_optional(tx)
    .await?;
    Ok(YearRefusal::Archived { by, at })
}

/// The refusal of a year that is closed already, with the one who closed it.
async fn closed(tx: &mut Tx, programme: ProgrammeId, at: DateTime<Utc>) -> Result<YearRefusal> {
    let by = newest(tx, programme).await?.and_then(|row| row.closed_by);
    Ok(YearRefusal::Closed { by, at })
}

fn record(act: Act, programme: ProgrammeId) -> Record<'static> {
    Record::new(act, Target::Programme(programme), Some(programme))
}

/// Returns the year of a programme. None: there is no such programme.
pub async fn year(store: &Store, programme: ProgrammeId) -> Result<Option<Year>> {
    type Found = (String, String, String, Option<DateTime<Utc>>, Option<DateTime<Utc>>);
    let found: Option<Found> =
        query_as("SELECT key, name, time_zone, archived_at, year_closed_at FROM programmes WHERE id = $1")
            .bind(programme)
            .fetch_optional(&store.db)
            .await?;
    let Some((key, name, time_zone, archived_at, closed_at)) = found else { return Ok(None) };
    let row = newest(&store.db, programme).await?;
    let mut year = Year {
        programme,
        key,
        name,
        time_zone,
        archived_at,
        closed_at,
        closed_by: row.as_ref().filter(|_| closed_at.is_some()).and_then(|row| row.closed_by.clone()),
        opens_at: row.as_ref().filter(|row| row.opened_at.is_none()).and_then(|row| row.opens_at),
        progress: Progress::default(),
        failed: Vec::new(),
        decisions: people::decisions(store, programme, row.as_ref().map(|row| row.id)).await?,
        to_welcome: 0,
    };
    let Some(row) = row else { return Ok(Some(year)) };
    year.progress = query_as(
        "SELECT COALESCE(SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END), 0) AS waiting,
             COALESCE(SUM(CASE WHEN state = 'ended' THEN 1 ELSE 0 END), 0) AS ended,
             COALESCE(SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END), 0) AS failed,
             COALESCE(SUM(CASE WHEN state = 'kept' THEN 1 ELSE 0 END), 0) AS kept
         FROM school_year_endings WHERE year_id = $1",
    )
    .bind(row.id)
    .fetch_one(&store.db)
    .await?;
    year.failed = query_as([
        "SELECT s.id, ",
        closing::NAME,
        " AS name FROM school_year_endings e JOIN mentorships s ON s.id = e.mentorship_id
         WHERE e.year_id = $1 AND e.state = 'failed' AND s.ended_at IS NULL ORDER BY s.started_at, s.id LIMIT 50",
    ])
    .bind(row.id)
    .fetch_all(&store.db)
    .await?;
    if row.opened_at.is_some() {
        year.to_welcome = query_scalar(
            "SELECT COUNT(*) FROM school_year_people WHERE year_id = $1 AND welcomed_at IS NULL AND choice <> 'leaves'",
        )
        .bind(row.id)
        .fetch_one(&store.db)
        .await?;
    }
    Ok(Some(year))
}
