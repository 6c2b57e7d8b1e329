//! Numbers of cases by month, without people.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::alerts::Kind;
use store::cases::{self, CaseMonth, Outcome, Pace};
use store::listing::{ListError, Page};
use store::sheet::Cell;
use store::{ProgrammeId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{ListQuery, Result, Staff};

use crate::list_export::{Column, ExportParams, ExportedRow, code, count, export};

/// Which cases are counted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FiguresQuery {
    /// Those of one programme; without it those of all that the caller reaches.
    programme: Option<ProgrammeId>,
}

/// The numbers of the last twelve months.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaseFiguresResponse {
    /// The time zone of the months.
    time_zone: String,
    /// The months, newest first; the current one is not over.
    months: Vec<MonthOfCases>,
}

/// The numbers of a month.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthOfCases {
    /// Its first day.
    month: NaiveDate,
    /// Its begin and its end, for the filters `opened`, `closed`, `reopened` and `openAt` of the list.
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    /// Cases that began in it, by kind.
    opened: Vec<CasesOfKind>,
    /// How many of its reports and crisis alerts a lead took within two hours.
    taken: CasePace,
    /// How many of them were first decided within a day.
    decided: CasePace,
    /// Cases that were closed in it and have stayed so, by outcome.
    closed: Vec<CasesWithOutcome>,
    /// Cases that were reopened in it.
    reopened: i64,
    /// Cases that were open at its end, or are now.
    open: i64,
}

/// Cases of a kind.
#[derive(Serialize, ToSchema)]
struct CasesOfKind {
    kind: Kind,
    count: i64,
}

/// Cases with an outcome.
#[derive(Serialize, ToSchema)]
struct CasesWithOutcome {
    /// Null where it was not recorded.
    #[schema(required)]
    outcome: Option<Outcome>,
    count: i64,
}

/// How soon a step followed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CasePace {
    /// Cases of which it is known whether it came in time.
    known: i64,
    in_time: i64,
    /// The median of the minutes until it came; null if it never did.
    #[schema(required)]
    median_minutes: Option<i64>,
}

/// Returns numbers of cases of the last twelve months, without names, of the cases that the caller may handle.
#[web::operation(
    operation_id = "case_figures",
    params(FiguresQuery),
    responses((status = 200, body = CaseFiguresResponse))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    query: Query<FiguresQuery>,
) -> Result<Json<CaseFiguresResponse>> {
    let figures = cases::figures(&store, &staff.0, query.programme).await?;
    let months = figures.months.into_iter().map(MonthOfCases::from).collect();
    Ok(Json(CaseFiguresResponse { time_zone: figures.time_zone.name().to_owned(), months }))
}

/// Returns the numbers as a table. Audited.
#[web::operation(
    operation_id = "export_case_figures",
    params(FiguresQuery, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format or filter")
    )
)]
pub(super) async fn table(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    export(&store, &staff.0, query, async |request| {
        let invalid =
            |field: &str, sentence: &str| ListError::Invalid { field: field.into(), sentence: sentence.into() };
        if let Some(unknown) = request.filters.keys().find(|name| *name != "programme") {
            return Err(invalid(unknown, "Only programme."));
        }
        let programme = match request.filters.get("programme").map(Vec::as_slice) {
            None => None,
            Some([one]) => Some(one.parse().map_err(|_| invalid("programme", "This is no id."))?),
            Some(_) => return Err(invalid("programme", "One at most.")),
        };
        let rows = cases::figures(&store, &staff.0, programme).await?.months;
        Ok(Page { total: i64::try_from(rows.len()).unwrap_or_default(), rows, next_cursor: None })
    })
    .await
}

impl ExportedRow for CaseMonth {
    const LIST: &str = "case-figures";
    const SORT: &str = "month";
    const COLUMNS: &[Column<Self>] = &[
        ("month", |row| Cell::Text(row.month.format("%Y-%m").to_string())),
        ("opened: crisis", |row| opened(row, Kind::Crisis)),
        ("opened: report", |row| opened(row, Kind::Report)),
        ("opened: contact", |row| opened(row, Kind::Contact)),
        ("opened: secrecy", |row| opened(row, Kind::Secrecy)),
        ("opened: abuse", |row| opened(row, Kind::Abuse)),
        ("with a clock", |row| count(row.taken.known)),
        ("taken within 2 h", |row| count(row.taken.in_time)),
        ("minutes until taken, median", |row| median(row.taken)),
        ("decided within 24 h", |row| count(row.decided.in_time)),
        ("of", |row| count(row.decided.known)),
        ("minutes until decided, median", |row| median(row.decided)),
        ("closed: no_concern", |row| closed(row, Some(Outcome::NoConcern))),
        ("closed: talked_to", |row| closed(row, Some(Outcome::TalkedTo))),
        ("closed: help_arranged", |row| closed(row, Some(Outcome::HelpArranged))),
        ("closed: warned", |row| closed(row, Some(Outcome::Warned))),
        ("closed: contact_ended", |row| closed(row, Some(Outcome::ContactEnded))),
        ("closed: suspended", |row| closed(row, Some(Outcome::Suspended))),
        ("closed: left_programme", |row| closed(row, Some(Outcome::LeftProgramme))),
        ("closed: authorities", |row| closed(row, Some(Outcome::Authorities))),
        ("closed: other", |row| closed(row, Some(Outcome::Other))),
        ("closed: not_recorded", |row| closed(row, None)),
        ("reopened", |row| count(row.reopened)),
        ("open at the end", |row| count(row.open)),
    ];
}

fn opened(row: &CaseMonth, kind: Kind) -> Cell {
    count(row.opened.iter().filter(|one| one.kind == kind).map(|one| one.count).sum())
}

fn closed(row: &CaseMonth, outcome: Option<Outcome>) -> Cell {
    count(row.closed.iter().filter(|one| one.outcome == outcome).map(|one| one.count).sum())
}

fn median(pace: Pace) -> Cell {
    pace.median_minutes.map_or_else(|| code(None::<String>), count)
}

impl From<CaseMonth> for MonthOfCases {
    fn from(month: CaseMonth) -> Self {
        let opened = month.opened.into_iter().map(|one| CasesOfKind { kind: one.kind, count: one.count });
        let closed = month.closed.into_iter().map(|one| CasesWithOutcome { outcome: one.outcome, count: one.count });
        Self {
            month: month.month,
            from: month.from,
            until: month.until,
            opened: opened.collect(),
            taken: month.taken.into(),
            decided: month.decided.into(),
            closed: closed.collect(),
            reopened: month.reopened,
            open: month.open,
        }
    }
}

impl From<Pace> for CasePace {
    fn from(Pace { known, in_time, median_minutes }: Pace) -> Self {
        Self { known, in_time, median_minutes }
    }
}
