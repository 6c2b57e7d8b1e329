//! Reports as staff see them: the list, and one with its figures.

use chrono::{DateTime, NaiveDate, Utc};

use super::Figures;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::Scope;
use crate::{OutcomeReportId, PersonId, ProgrammeId, Result, Store};

/// A report in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedReport {
    /// The report.
    pub id: OutcomeReportId,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// The IANA zone of the programme, in which its school years begin.
    pub time_zone: String,
    /// The calendar year in which its first school year begins.
    pub first_year: i64,
    /// The calendar year in which its last school year begins.
    pub last_year: i64,
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// What its figures are the state of; None while they are computed.
    pub computed_at: Option<DateTime<Utc>>,
    /// The first of the month of which the job made it; None for one that staff made.
    pub month: Option<NaiveDate>,
    /// Who made it; None for the job, and after an erasure.
    pub author_id: Option<PersonId>,
    /// Their name.
    pub author_name: Option<String>,
}

/// A report with its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the list shows.
    pub listed: ListedReport,
    /// Its figures; None while they are computed.
    pub figures: Option<Figures>,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    listed: ListedReport,
    figures: Option<String>,
}

static REPORTS: Listing = Listing {
    columns: &["r.id, r.programme_id, g.key AS programme_key, g.name AS programme_name, g.time_zone, r.first_year,
        r.last_year, r.requested_at, r.computed_at, r.month, r.made_by AS author_id,
        TRIM(p.first_name || ' ' || p.last_name) AS author_name"],
    from: "outcome_reports r JOIN programmes g ON g.id = r.programme_id LEFT JOIN people p ON p.id = r.made_by",
    condition: "TRUE",
    programme: "r.programme_id",
    id: "r.id",
    search: "LOWER(g.name) {like}",
    filters: &[
        ("programme", Filter::Id("r.programme_id")),
        // Such as `2026-2026`: reports about the same years can be compared.
        ("years", Filter::Text("(CAST(r.first_year AS TEXT) || '-' || CAST(r.last_year AS TEXT))")),
    ],
    sorts: &[
        ("madeAt", SortKey::Time("r.requested_at")),
        ("programme", SortKey::Text("LOWER(g.name)")),
        ("years", SortKey::Text("(CAST(r.first_year AS TEXT) || '-' || CAST(r.last_year AS TEXT))")),
    ],
    default_sort: "-madeAt",
};

/// Returns a page of the reports within a scope, the newest first by default.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedReport>, ListError> {
    REPORTS.page(store, scope, None, request).await
}

/// Returns a report within a scope.
pub async fn find(store: &Store, scope: &Scope, id: OutcomeReportId) -> Result<Option<Report>> {
    let row: Option<Row> = REPORTS.find(store, scope, None, ", r.figures", id.0).await?;
    let Some(Row { listed, figures }) = row else { return Ok(None) };
    let figures = figures.map(|text| serde_json::from_str(&text)).transpose()?;
    Ok(Some(Report { listed, figures }))
}
