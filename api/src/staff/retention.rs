//! What the rule about people who left does: who is kept, and what was done.

use actix_web::web::{Data, Json, Path};
use chrono::NaiveDate;
use serde::Serialize;
use store::retention::{self, Kept, Reader, Reason, Retention, RetentionDay};
use store::staff::Permission;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Access, Policy, Result, Route, SignedIn, Staff, not_found, route};

use super::names::StaffName;

pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageProgramme));
    vec![route!(GET, "/api/staff/programmes/{programme}/retention/", staff(), show)]
}

/// What the rule about people who left does.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RetentionResponse {
    /// Whether the rule is on.
    is_on: bool,
    /// People who were warned and are to be erased.
    warned: usize,
    /// The day on which the next of them is erased.
    #[schema(required)]
    next_on: Option<NaiveDate>,
    /// People whose day has come and who are kept. Those of cases only for those who handle them.
    kept: Vec<RetentionKept>,
    /// The last 30 days on which something happened, newest first.
    days: Vec<RetentionRecord>,
}

/// A person who is kept.
#[derive(Serialize, ToSchema)]
pub(super) struct RetentionKept {
    person: StaffName,
    /// One or more.
    reasons: Vec<Reason>,
}

/// What happened on a day. The numbers of people who are kept are those since this day; who is kept for several reasons counts for each.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RetentionRecord {
    day: NaiveDate,
    warned: i64,
    erased: i64,
    kept_protection: i64,
    kept_requests: i64,
    kept_mentorships: i64,
}

/// Returns what the rule about people who left does in a programme.
#[web::operation(
    operation_id = "programme_retention",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses(
        (status = 200, body = RetentionResponse),
        (status = 404, description = "`not_found`: no such programme of the caller")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    signed_in: SignedIn,
    programme: Option<Path<ProgrammeId>>,
) -> Result<Json<RetentionResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    if !staff.0.scope.includes(Some(id)) {
        return Err(not_found());
    }
    let handled = signed_in.grants.scope(Permission::HandleCases);
    let handles_cases = handled.is_some_and(|scope| scope.includes(Some(id)));
    let reader = Reader { person: staff.0.person, handles_cases };
    let found = retention::overview(&store, reader, id).await?.ok_or_else(not_found)?;
    Ok(Json(found.into()))
}

impl From<Retention> for RetentionResponse {
    fn from(Retention { rules, warned, next_on, kept, days }: Retention) -> Self {
        Self {
            is_on: rules.people_months.is_some(),
            warned,
            next_on,
            kept: kept.into_iter().map(RetentionKept::from).collect(),
            days: days.into_iter().map(RetentionRecord::from).collect(),
        }
    }
}

impl From<Kept> for RetentionKept {
    fn from(Kept { id, name, reasons }: Kept) -> Self {
        Self { person: StaffName::new(id, name), reasons }
    }
}

impl From<RetentionDay> for RetentionRecord {
    fn from(found: RetentionDay) -> Self {
        let RetentionDay { day, warned, erased, kept_protection, kept_requests, kept_mentorships } = found;
        Self { day, warned, erased, kept_protection, kept_requests, kept_mentorships }
    }
}
