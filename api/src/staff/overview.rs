//! The first page of the console: what waits for the caller, and figures of their programmes.

use actix_web::web::{Data, Json};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::Store;
use store::console::trends::{self, Figure};
use store::console::worklist::{self, Item, Work};
use store::staff::Permission;
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Result, SignedIn};

/// What waits, and figures.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffOverviewResponse {
    /// In the order of need; kinds of which nothing waits are left out.
    work: Vec<StaffWork>,
    /// Empty for those who may not see people.
    figures: Vec<StaffFigure>,
}

/// What waits of one kind.
#[derive(Serialize, ToSchema)]
struct StaffWork {
    kind: worklist::Kind,
    list: worklist::List,
    /// The filters of the list with all of it, as names and values.
    filters: Vec<StaffWorkFilter>,
    /// The order of that list in which they come first, if it is not its own.
    #[schema(required)]
    sort: Option<&'static str>,
    /// The length of that list.
    count: i64,
    /// Those who wait longest, or whose time ends first.
    first: Vec<StaffWorkItem>,
}

/// A filter of a list.
#[derive(Serialize, ToSchema)]
struct StaffWorkFilter {
    name: &'static str,
    value: String,
}

/// A row that waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffWorkItem {
    /// Of the person, mentorship or case.
    id: Uuid,
    /// A person's name, that of a group, or those of the mentors of a pair; empty after an erasure.
    name: String,
    /// The names of the mentees of a mentorship.
    #[schema(required)]
    with: Option<String>,
    /// The programme's name.
    #[schema(required)]
    programme: Option<String>,
    /// Since when it waits.
    since: DateTime<Utc>,
    /// Until when the act is on time.
    #[schema(required)]
    due: Option<DateTime<Utc>>,
    /// The last day on which it is, where a day of the programme counts.
    #[schema(required)]
    due_on: Option<NaiveDate>,
    /// When staff last wrote to the mentor whose vetting is missing or ends, or to a member of a silent mentorship, in the last 30 days.
    #[schema(required)]
    written_at: Option<DateTime<Utc>>,
}

/// A figure, now and four weeks ago.
#[derive(Serialize, ToSchema)]
struct StaffFigure {
    kind: trends::Kind,
    now: i64,
    before: i64,
}

/// Returns what waits for the caller, within their roles, and figures of their programmes.
#[web::operation(
    operation_id = "staff_overview",
    responses((status = 200, body = StaffOverviewResponse))
)]
pub(super) async fn show(store: Data<Store>, caller: SignedIn) -> Result<Json<StaffOverviewResponse>> {
    let work = worklist::of_staff(&store, caller.person.id, &caller.grants).await?;
    let figures = match caller.grants.scope(Permission::ReadPeople) {
        Some(scope) => trends::of_scope(&store, &scope).await?,
        None => Vec::new(),
    };
    let figures = figures.into_iter().map(|Figure { kind, now, before }| StaffFigure { kind, now, before });
    Ok(Json(StaffOverviewResponse {
        work: work.into_iter().map(StaffWork::from).collect(),
        figures: figures.collect(),
    }))
}

impl From<Work> for StaffWork {
    fn from(work: Work) -> Self {
        let filters = work.filters.into_iter().map(|(name, value)| StaffWorkFilter { name, value }).collect();
        let first = work.first.into_iter().map(StaffWorkItem::from).collect();
        Self { kind: work.kind, list: work.list, filters, sort: work.sort, count: work.count, first }
    }
}

impl From<Item> for StaffWorkItem {
    fn from(Item { id, name, with, programme, since, due, due_on, written_at }: Item) -> Self {
        Self { id, name, with, programme, since, due, due_on, written_at }
    }
}
