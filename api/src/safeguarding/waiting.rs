//! What waits for staff, for the badge and the banner of their pages.

use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Store;
use store::alerts::Kind;
use store::staff::{Permission, Staff};
use store::waiting::{self, Waiting};
use utoipa::ToSchema;
use web::{Result, SignedIn};

/// What waits for staff.
#[derive(Serialize, ToSchema)]
pub(super) struct WaitingResponse {
    /// The kinds with something open: urgent ones first, then the longest waiting.
    items: Vec<WaitingItem>,
}

/// The open alerts of one kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingItem {
    kind: Kind,
    count: i64,
    /// When the oldest was created.
    oldest_on: DateTime<Utc>,
    /// Whether a person may be in danger.
    is_urgent: bool,
}

/// Counts what waits for the caller, as far as their roles permit. Pages fetch it again after a `changed` frame with the topic
/// `staff`.
#[web::operation(
    operation_id = "waiting",
    responses((status = 200, description = "By kind; empty if nothing waits.", body = WaitingResponse))
)]
pub(super) async fn list(store: Data<Store>, caller: SignedIn) -> Result<Json<WaitingResponse>> {
    let scope = caller.grants.scope(Permission::HandleCases);
    let items = match scope {
        Some(scope) => waiting::of_staff(&store, &Staff { person: caller.person.id, scope }).await?,
        None => Vec::new(),
    };
    Ok(Json(WaitingResponse { items: items.into_iter().map(WaitingItem::from).collect() }))
}

impl From<Waiting> for WaitingItem {
    fn from(Waiting { kind, count, oldest_at, is_urgent }: Waiting) -> Self {
        Self { kind, count, oldest_on: oldest_at, is_urgent }
    }
}
