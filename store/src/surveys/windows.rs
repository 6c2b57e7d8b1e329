//! Windows: staff ask people to take a survey, between two days, after some weeks of a mentorship, or after its end.
//!
//! A survey is taken once: people who have sent it are not asked again.

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::blackout::start_of_day;
use crate::content;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::experiences::{Access, Overrides, experiences_of};
use crate::programmes::{self, Programme, year};
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{CohortId, ProgrammeId, Result, Store, SurveyWindowId, cohorts};

mod asking;
mod audience;
mod changes;
pub mod lists;

pub use asking::ask_due;
pub use audience::{Audience, audience, members};
pub use changes::{ChangeRefusal, extend, remind, stop};

/// The longest window between two days.
pub const LONGEST_DAYS: u64 = 180;

/// How far ahead a window can open, in days.
pub const DAYS_AHEAD: u64 = 366;

/// The latest week of a mentorship.
pub const LAST_WEEK: u16 = 104;

/// The longest time to answer, in weeks.
pub const MOST_OPEN_WEEKS: u8 = 12;

/// The most reminders.
pub const MOST_REMINDERS: usize = 3;

/// The latest reminder, in days after the question.
pub const LAST_REMINDER: u8 = 60;

/// What opens a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[schema(as = SurveyWindowKind)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum WindowKind {
    /// Two days.
    Dates,
    /// A week of a mentorship.
    Week,
    /// The end of a mentorship.
    Exit,
}

/// When people are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// From one day to another, in the programme's zone.
    Dates {
        /// The first day.
        opens_on: NaiveDate,
        /// The last day, up to [`LONGEST_DAYS`] later.
        closes_on: NaiveDate,
    },
    /// So many weeks after a mentorship began for the person.
    Week {
        /// 1 to [`LAST_WEEK`].
        week: u16,
        /// How long they can answer: 1 to [`MOST_OPEN_WEEKS`].
        open_weeks: u8,
    },
    /// Once the end of a mentorship can no longer be taken back.
    Exit {
        /// How long they can answer: 1 to [`MOST_OPEN_WEEKS`].
        open_weeks: u8,
    },
}

impl When {
    /// Returns the kind.
    pub fn kind(&self) -> WindowKind {
        match self {
            Self::Dates { .. } => WindowKind::Dates,
            Self::Week { .. } => WindowKind::Week,
            Self::Exit { .. } => WindowKind::Exit,
        }
    }

    fn open_weeks(&self) -> Option<u8> {
        match *self {
            Self::Dates { .. } => None,
            Self::Week { open_weeks, .. } | Self::Exit { open_weeks } => Some(open_weeks),
        }
    }
}

/// A window to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWindow {
    /// The programme whose people are asked.
    pub programme: ProgrammeId,
    /// The survey.
    pub survey: String,
    /// Mentors, mentees or both.
    pub roles: BTreeSet<Role>,
    /// Those of a cohort only.
    pub cohort: Option<CohortId>,
    /// When they are asked.
    pub when: When,
    /// Days from the question to each reminder, ascending: up to [`MOST_REMINDERS`], each 1 to [`LAST_REMINDER`].
    pub remind_after: Vec<u8>,
}

/// Why a window does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowRefusal {
    /// There is no such programme, or the actor does not reach it.
    #[error("There is no such programme.")]
    NoProgramme,
    /// People cannot begin this survey.
    #[error("There is no such survey.")]
    NoSurvey,
    /// No role is named, or one of them may not take surveys.
    #[error("Choose who is asked: mentors, mentees or both, if they may take surveys in this programme.")]
    WrongRoles,
    /// The programme has no such cohort.
    #[error("This cohort is not there any more. Choose another one, or none.")]
    NoCohort,
    /// The first day has passed or is too far ahead.
    #[error("Choose a first day from today on, at most a year ahead.")]
    WrongFirstDay,
    /// The last day is before the first one, or too late.
    #[error("Choose a last day on or after the first one, at most {LONGEST_DAYS} days later.")]
    WrongLastDay,
    /// The week does not exist.
    #[error("Choose a week from 1 to {LAST_WEEK}.")]
    WrongWeek,
    /// The time to answer is too short or too long.
    #[error("People can have 1 to {MOST_OPEN_WEEKS} weeks to answer.")]
    WrongOpenWeeks,
    /// The reminders are too many, too late or not in order.
    #[error("Choose up to {MOST_REMINDERS} reminders in order, each 1 to {LAST_REMINDER} days after the question.")]
    WrongReminders,
    /// The survey is already asked of one of these roles in this way.
    #[error("These people are already asked to take this survey in this way.")]
    Exists,
}

/// Opens a window. The same id again changes nothing.
pub async fn open(
    store: &Store,
    actor: &Actor,
    id: SurveyWindowId,
    new: &NewWindow,
) -> Result<std::result::Result<(), WindowRefusal>> {
    let known = is_known(store, id, new).await?;
    if let Some(is_same) = known.filter(|_| actor.reaches(Some(new.programme))) {
        // Sent again after a lost answer, perhaps on the next day.
        return Ok(if is_same { Ok(()) } else { Err(WindowRefusal::Exists) });
    }
    let programme = match check(store, |programme| actor.reaches(programme), new).await? {
        Ok(programme) => programme,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let now = store.clock.now();
    let times = new.times(&programme, now);
    let mut tx = store.db.begin().await?;
    lock(&mut tx, programme.id).await?;
    year::goes_on_in(&mut tx, programme.id).await?;
    let mut cohort = None;
    if let Some(id) = new.cohort {
        cohort = cohorts::share(&mut tx, id).await?.filter(|(of, _)| *of == programme.id).map(|(_, name)| name);
        if cohort.is_none() {
            return Ok(Err(WindowRefusal::NoCohort));
        }
    }
    if overlaps(&mut tx, store, &times).await? {
        return Ok(Err(WindowRefusal::Exists));
    }
    let added = query(
        "INSERT INTO survey_windows (id, programme_id, survey_key, asks_mentors, asks_mentees, kind, closes_on, opens_at,
             closes_at, week, open_weeks, remind_after, created_by, created_at, revision, cohort_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, $15) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(programme.id)
    .bind(&new.survey)
    .bind(times.asks_mentors)
    .bind(times.asks_mentees)
    .bind(times.kind)
    .bind(times.closes_on)
    .bind(times.opens_at)
    .bind(times.closes_at)
    .bind(times.week)
    .bind(new.when.open_weeks().map(i64::from))
    .bind(new.remind_after.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
    .bind(actor.person())
    .bind(now)
    .bind(new.cohort)
    .execute(&mut tx)
    .await?;
    if added > 0 {
        let mut values =
            json!({"survey": new.survey, "kind": times.kind, "roles": new.roles, "until": times.closes_on});
        if let Some(name) = cohort {
            values["cohort"] = json!(name);
        }
        record(Act::OpenSurveyWindow, programme.id, Value::Null, values).write(&mut tx, store, actor).await?;
    }
    tx.commit().await?;
    Ok(Ok(()))
}

/// Whether a window with this id asks the same people to take the same survey; None without one.
async fn is_known(store: &Store, id: SurveyWindowId, new: &NewWindow) -> Result<Option<bool>> {
    let known: Option<(ProgrammeId, String, WindowKind, bool, bool, Option<CohortId>)> = query_as(
        "SELECT programme_id, survey_key, kind, asks_mentors, asks_mentees, cohort_id FROM survey_windows WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(&store.db)
    .await?;
    let has = |role| new.roles.contains(&role);
    let sent = (new.programme, new.survey.clone(), new.when.kind(), has(Role::Mentor), has(Role::Mentee), new.cohort);
    Ok(known.map(|known| known == sent))
}

/// Whom a window asks and when, as stored.
struct Times {
    /// Not compared with itself.
    id: Option<SurveyWindowId>,
    programme: ProgrammeId,
    survey: String,
    kind: WindowKind,
    asks_mentors: bool,
    asks_mentees: bool,
    cohort: Option<CohortId>,
    week: Option<i64>,
    closes_on: Option<NaiveDate>,
    opens_at: DateTime<Utc>,
    closes_at: Option<DateTime<Utc>>,
}

impl NewWindow {
    fn times(&self, programme: &Programme, now: DateTime<Utc>) -> Times {
        let (opens_at, closes_on) = match self.when {
            When::Dates { opens_on, closes_on } => (start_of_day(opens_on, programme.tz()).max(now), Some(closes_on)),
            When::Week { .. } | When::Exit { .. } => (now, None),
        };
        Times {
            id: None,
            programme: programme.id,
            survey: self.survey.clone(),
            kind: self.when.kind(),
            asks_mentors: self.roles.contains(&Role::Mentor),
            asks_mentees: self.roles.contains(&Role::Mentee),
            cohort: self.cohort,
            week: week_of(&self.when),
            closes_on,
            opens_at,
            closes_at: closes_on.map(|day| end_of_day(day, programme.tz())),
        }
    }
}

/// Whether another window asks the same people at the same time in the same way.
async fn overlaps(tx: &mut Tx, store: &Store, times: &Times) -> Result<bool> {
    let now = store.clock.now();
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM survey_windows WHERE programme_id = $1 AND survey_key = $2 AND kind = $3
             AND stopped_at IS NULL AND (closes_at IS NULL OR closes_at > $4) AND id <> $10
             AND ((asks_mentors AND $5) OR (asks_mentees AND $6)) AND (week IS NULL OR week = $7)
             AND (closes_at IS NULL OR (opens_at < $8 AND closes_at > $9))
             AND (cohort_id IS NULL OR $11 IS NULL OR cohort_id = $11))",
    )
    .bind(times.programme)
    .bind(&times.survey)
    .bind(times.kind)
    .bind(now)
    .bind(times.asks_mentors)
    .bind(times.asks_mentees)
    .bind(times.week)
    .bind(times.closes_at.unwrap_or(now))
    .bind(times.opens_at)
    .bind(times.id.unwrap_or(SurveyWindowId(Uuid::nil())))
    .bind(times.cohort)
    .fetch_one(tx)
    .await
}

/// Checks a window, and returns its programme, which must be within reach.
async fn check(
    store: &Store,
    reaches: impl Fn(Option<ProgrammeId>) -> bool,
    new: &NewWindow,
) -> Result<std::result::Result<Programme, WindowRefusal>> {
    let programme = programmes::by_id(store, new.programme).await?.filter(|found| reaches(Some(found.id)));
    let Some(programme) = programme else { return Ok(Err(WindowRefusal::NoProgramme)) };
    if content::catalogue(store).await?.surveys.to_begin(&new.survey).is_none() {
        return Ok(Err(WindowRefusal::NoSurvey));
    }
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let checked = new.check(&programme, today);
    Ok(checked.map(|()| programme))
}

impl NewWindow {
    fn check(&self, programme: &Programme, today: NaiveDate) -> std::result::Result<(), WindowRefusal> {
        if self.roles.is_empty() || !self.roles.iter().all(|role| takes_surveys(programme, *role)) {
            return Err(WindowRefusal::WrongRoles);
        }
        match self.when {
            When::Dates { opens_on, closes_on } => {
                if !(today..=today + Days::new(DAYS_AHEAD)).contains(&opens_on) {
                    return Err(WindowRefusal::WrongFirstDay);
                }
                if !(opens_on..=opens_on + Days::new(LONGEST_DAYS)).contains(&closes_on) {
                    return Err(WindowRefusal::WrongLastDay);
                }
            }
            When::Week { week, .. } if !(1..=LAST_WEEK).contains(&week) => return Err(WindowRefusal::WrongWeek),
            When::Week { .. } | When::Exit { .. } => {}
        }
        if self.when.open_weeks().is_some_and(|weeks| !(1..=MOST_OPEN_WEEKS).contains(&weeks)) {
            return Err(WindowRefusal::WrongOpenWeeks);
        }
        let are_valid = self.remind_after.len() <= MOST_REMINDERS
            && self.remind_after.is_sorted_by(|one, next| one < next)
            && self.remind_after.iter().all(|days| (1..=LAST_REMINDER).contains(days));
        if are_valid { Ok(()) } else { Err(WindowRefusal::WrongReminders) }
    }
}

/// Whether people of a role take surveys in a programme.
pub fn takes_surveys(programme: &Programme, role: Role) -> bool {
    let experiences = experiences_of(Some(&programme.settings.experiences), role, &Overrides::default());
    role != Role::Staff && experiences.survey == Access::Use
}

/// Keeps two members of staff from opening the same window at once.
async fn lock(tx: &mut Tx, programme: ProgrammeId) -> Result<()> {
    query("UPDATE programmes SET key = key WHERE id = $1").bind(programme).execute(tx).await.map(drop)
}

fn week_of(when: &When) -> Option<i64> {
    if let When::Week { week, .. } = when { Some(i64::from(*week)) } else { None }
}

fn end_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    start_of_day(day + Days::new(1), zone)
}

fn record(act: Act, programme: ProgrammeId, before: Value, after: Value) -> Record<'static> {
    Record::new(act, Target::Programme(programme), Some(programme)).change(before, after)
}

/// Returns when the next reminder after a time is due.
fn next_reminder(asked_at: DateTime<Utc>, remind_after: &str, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let days = remind_after.split(',').filter_map(|days| days.parse().ok());
    days.map(|days| asked_at + chrono::Duration::days(days)).find(|at| *at > after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_come_in_their_order_and_end() {
        let asked: DateTime<Utc> = "2026-06-01T08:00:00Z".parse().unwrap();
        let day = |days| asked + chrono::Duration::days(days);
        assert_eq!(next_reminder(asked, "7,14", asked), Some(day(7)));
        assert_eq!(next_reminder(asked, "7,14", day(7)), Some(day(14)));
        assert_eq!(next_reminder(asked, "7,14", day(9)), Some(day(14)), "after one by hand");
        assert_eq!(next_reminder(asked, "7,14", day(14)), None);
        assert_eq!(next_reminder(asked, "", asked), None);
    }
}
