//! Numbers of unresolved cases, for the badge and the banner of the pages of staff.

use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Store;
use store::alerts::Kind;
use store::pending_cases;
use store::staff::{Permission, Staff};
use utoipa::ToSchema;
use web::{Result, SignedIn};

/// The unresolved cases.
#[derive(Serialize, ToSchema)]
pub(super) struct PendingCasesResponse {
    /// The kinds with something open: urgent ones first, then by their oldest case.
    items: Vec<PendingCases>,
}

/// The unresolved cases of one kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PendingCases {
    kind: Kind,
    count: i64,
    /// When the oldest was created.
    oldest_on: DateTime<Utc>,
    /// Whether a person may be in danger.
    is_urgent: bool,
}

/// Counts the unresolved cases that the roles of the caller permit to handle. Pages fetch them again after a `changed` frame with
/// the topic `staff`.
#[web::operation(
    operation_id = "pending_cases",
    responses((status = 200, description = "By kind; empty if all are resolved.", body = PendingCasesResponse))
)]
pub(super) async fn list(store: Data<Store>, caller: SignedIn) -> Result<Json<PendingCasesResponse>> {
    let scope = caller.grants.scope(Permission::HandleCases);
    let items = match scope {
        Some(scope) => pending_cases::of_staff(&store, &Staff { person: caller.person.id, scope }).await?,
        None => Vec::new(),
    };
    Ok(Json(PendingCasesResponse { items: items.into_iter().map(PendingCases::from).collect() }))
}

impl From<pending_cases::PendingCases> for PendingCases {
    fn from(pending: pending_cases::PendingCases) -> Self {
        Self { kind: pending.kind, count: pending.count, oldest_on: pending.oldest_at, is_urgent: pending.is_urgent }
    }
}
