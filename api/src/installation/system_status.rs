//! Whether maintenance mode is on.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, flags};
use utoipa::ToSchema;
use web::{Result, Unavailable};

/// The state of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemStatusResponse {
    /// Maintenance mode is on: people cannot sign in.
    under_maintenance: bool,
}

/// Returns the state of the installation.
#[utoipa::path(
    get,
    path = "/api/v2/users/system_status/",
    operation_id = "system_status",
    tag = "Installation",
    responses((status = 200, description = "The state of the installation.", body = SystemStatusResponse), Unavailable)
)]
pub(super) async fn show(store: Data<Store>) -> Result<Json<SystemStatusResponse>> {
    Ok(Json(SystemStatusResponse { under_maintenance: flags::is_on(&store, flags::MAINTENANCE).await? }))
}
