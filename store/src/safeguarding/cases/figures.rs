//! Numbers of cases by month, for those who answer for how cases are handled. Nothing of them names a person.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Duration, Months, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use sqlx::types::Uuid;

use super::Outcome;
use super::list::{CASES, audited};
use crate::alerts::Kind;
use crate::db::QueryBuilder;
use crate::programmes::{self, blackout::to_utc};
use crate::staff::{Scope, Staff};
use crate::{ProgrammeId, Result, Store};

/// Months that are counted, with the current one.
const MONTHS: u32 = 12;

/// The clocks of reports and crisis alerts. What detection noticed has none.
const TAKE_WITHIN: Duration = Duration::hours(2);
const DECIDE_WITHIN: Duration = Duration::hours(24);

/// Values of one list in a query.
const CHUNK: usize = 500;

/// The kinds in the order of lists.
const KINDS: [Kind; 5] = [Kind::Crisis, Kind::Report, Kind::Contact, Kind::Secrecy, Kind::Abuse];

/// The numbers of the last twelve months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The time zone of the months.
    pub time_zone: Tz,
    /// The months, newest first.
    pub months: Vec<CaseMonth>,
}

/// The numbers of one month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseMonth {
    /// Its first day.
    pub month: NaiveDate,
    /// When it begins.
    pub from: DateTime<Utc>,
    /// When it ends, perhaps in the future.
    pub until: DateTime<Utc>,
    /// Cases that began in it, by kind.
    pub opened: Vec<KindCount>,
    /// How soon a lead took the reports and crisis alerts of the month.
    pub taken: Pace,
    /// How soon they were first decided.
    pub decided: Pace,
    /// Cases that were closed in it and have been since, by outcome.
    pub closed: Vec<OutcomeCount>,
    /// Cases that were reopened in it.
    pub reopened: i64,
    /// Cases that were open at its end, or are now.
    pub open: i64,
}

/// Cases of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// Their number, at least one.
    pub count: i64,
}

/// Cases with one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeCount {
    /// The outcome; None where it was not recorded.
    pub outcome: Option<Outcome>,
    /// Their number, at least one.
    pub count: i64,
}

/// How soon a step followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Cases of which it is known whether the step came in time.
    pub known: i64,
    /// Those of them in which it did.
    pub in_time: i64,
    /// The median of the minutes until the step, of those in which it came.
    pub median_minutes: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct Row {
    kind: Kind,
    created_at: DateTime<Utc>,
    handled_at: Option<DateTime<Utc>>,
    outcome: Option<Outcome>,
    subject: Uuid,
    taken_at: Option<DateTime<Utc>>,
    decided_at: Option<DateTime<Utc>>,
    was_reopened: bool,
}

/// A case was closed (true) or reopened at a time.
type Turn = (DateTime<Utc>, bool);

const COLUMNS: &str = concat!(
    "a.kind, a.created_at, a.handled_at, CASE WHEN a.handled_at IS NOT NULL THEN a.outcome END AS outcome, ",
    audited!(),
    " AS subject, (SELECT MIN(u.created_at) FROM audit u WHERE u.subject_id = ",
    audited!(),
    " AND u.action IN ('assign_case', 'resolve_case')) AS taken_at,
     (SELECT MIN(u.created_at) FROM audit u WHERE u.subject_id = ",
    audited!(),
    " AND u.action = 'resolve_case') AS decided_at,
     EXISTS (SELECT 1 FROM audit u WHERE u.subject_id = ",
    audited!(),
    " AND u.action = 'reopen_case') AS was_reopened"
);

/// Returns the numbers of the cases that a member of staff may handle, of one programme or of all.
pub async fn figures(store: &Store, staff: &Staff, programme: Option<ProgrammeId>) -> Result<Figures> {
    let scope = match programme {
        Some(programme) if !staff.scope.includes(Some(programme)) => Scope::Programmes(Vec::new()),
        Some(programme) => Scope::Programmes(vec![programme]),
        None => staff.scope.clone(),
    };
    let time_zone = zone(store, &scope).await?;
    let now = store.clock.now();
    let months = months(now, time_zone);
    let since = months.last().map_or(now, |(_, from, _)| *from);
    let condition = |query: &mut QueryBuilder<'_>| {
        // What was closed before and never reopened is in no number.
        query.push("a.created_at >= ").push_bind(since).push(" OR a.handled_at IS NULL OR a.handled_at >= ");
        query.push_bind(since);
    };
    let rows: Vec<Row> = CASES.select(store, &scope, Some(staff.person), COLUMNS, condition).await?;
    let turns = turns(store, rows.iter().filter(|row| row.was_reopened)).await?;
    let none = Vec::new();
    let cases: Vec<(&Row, &[Turn])> =
        rows.iter().map(|row| (row, turns.get(&row.subject).unwrap_or(&none).as_slice())).collect();
    let months = months.into_iter().map(|(month, from, until)| count(&cases, month, (from, until), now)).collect();
    Ok(Figures { time_zone, months })
}

/// The zone of the first programme, as elsewhere where staff have several.
async fn zone(store: &Store, scope: &Scope) -> Result<Tz> {
    let mut query = QueryBuilder::new("SELECT time_zone FROM programmes WHERE ");
    scope.push(&mut query, "id");
    query.push(" ORDER BY key LIMIT 1");
    let name: Option<String> = query.build_query_scalar().fetch_optional(&store.db).await?;
    Ok(name.map_or(Tz::UTC, |name| programmes::zone(&name)))
}

/// The months with their beginnings and ends, newest first.
fn months(now: DateTime<Utc>, zone: Tz) -> Vec<(NaiveDate, DateTime<Utc>, DateTime<Utc>)> {
    let today = now.with_timezone(&zone).date_naive();
    let current = today.with_day(1).unwrap_or(today);
    let begin = |month: NaiveDate| to_utc(month.and_time(NaiveTime::MIN), zone);
    let ago = (0..MONTHS).map(|ago| current - Months::new(ago));
    ago.map(|month| (month, begin(month), begin(month + Months::new(1)))).collect()
}

/// When reopened cases were closed and reopened, oldest first.
async fn turns(store: &Store, rows: impl Iterator<Item = &Row>) -> Result<BTreeMap<Uuid, Vec<Turn>>> {
    let subjects: Vec<Uuid> = rows.map(|row| row.subject).collect();
    let mut turns: BTreeMap<Uuid, Vec<Turn>> = BTreeMap::new();
    for subjects in subjects.chunks(CHUNK) {
        let mut query = QueryBuilder::new(
            "SELECT subject_id, created_at, action = 'resolve_case' AS is_closed FROM audit
             WHERE action IN ('resolve_case', 'reopen_case') AND subject_id IN (",
        );
        query.push_list(subjects.iter().copied()).push(") ORDER BY created_at, id");
        let found: Vec<(Uuid, DateTime<Utc>, bool)> = query.build_query_as().fetch_all(&store.db).await?;
        for (subject, at, is_closed) in found {
            turns.entry(subject).or_default().push((at, is_closed));
        }
    }
    Ok(turns)
}

fn count(
    cases: &[(&Row, &[Turn])],
    month: NaiveDate,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    now: DateTime<Utc>,
) -> CaseMonth {
    let is_within = |at: DateTime<Utc>| from <= at && at < until;
    let opened: Vec<&Row> = cases.iter().map(|(row, _)| *row).filter(|row| is_within(row.created_at)).collect();
    let closed: Vec<Option<Outcome>> =
        cases.iter().filter(|(row, _)| row.handled_at.is_some_and(is_within)).map(|(row, _)| row.outcome).collect();
    let of_kind = |kind| KindCount { kind, count: number(opened.iter().filter(|row| row.kind == kind)) };
    let of_outcome =
        |outcome| OutcomeCount { outcome, count: number(closed.iter().filter(|closed| **closed == outcome)) };
    let outcomes = Outcome::ALL.into_iter().map(Some).chain([None]);
    CaseMonth {
        month,
        from,
        until,
        opened: KINDS.into_iter().map(of_kind).filter(|kind| kind.count > 0).collect(),
        taken: pace(&opened, TAKE_WITHIN, now, |row| row.taken_at.or(row.handled_at)),
        decided: pace(&opened, DECIDE_WITHIN, now, |row| row.decided_at.or(row.handled_at)),
        closed: outcomes.map(of_outcome).filter(|outcome| outcome.count > 0).collect(),
        reopened: number(
            cases.iter().filter(|(_, turns)| turns.iter().any(|(at, is_closed)| !is_closed && is_within(*at))),
        ),
        open: number(cases.iter().filter(|(row, turns)| is_open_at(row, turns, until))),
    }
}

/// Whether a case was open right before a time.
fn is_open_at(row: &Row, turns: &[Turn], at: DateTime<Utc>) -> bool {
    let last = turns.iter().rev().find(|(turned_at, _)| *turned_at < at);
    let is_closed = last.map_or(row.handled_at.is_some_and(|closed_at| closed_at < at), |(_, is_closed)| *is_closed);
    row.created_at < at && !is_closed
}

fn pace(
    opened: &[&Row],
    within: Duration,
    now: DateTime<Utc>,
    step_at: impl Fn(&Row) -> Option<DateTime<Utc>>,
) -> Pace {
    let mut pace = Pace::default();
    let mut minutes = Vec::new();
    for row in opened.iter().filter(|row| !row.kind.is_noticed()) {
        let after = step_at(row).map(|at| (at - row.created_at).max(Duration::zero()));
        minutes.extend(after.map(|after| after.num_minutes()));
        // Before the clock has run out, what has not come may still come in time.
        let is_known = after.is_some() || now - row.created_at > within;
        pace.known += i64::from(is_known);
        pace.in_time += i64::from(after.is_some_and(|after| after <= within));
    }
    minutes.sort_unstable();
    pace.median_minutes = match (minutes.len(), minutes.len() / 2) {
        (0, _) => None,
        (length, middle) if length % 2 == 0 => Some(i64::midpoint(minutes[middle - 1], minutes[middle])),
        (_, middle) => Some(minutes[middle]),
    };
    pace
}

fn number<T>(all: impl Iterator<Item = T>) -> i64 {
    i64::try_from(all.count()).unwrap_or(i64::MAX)
}
