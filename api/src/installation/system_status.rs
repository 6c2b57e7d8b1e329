//! Whether maintenance mode is on.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, flags};
use utoipa::ToSchema;
use web::Result;

/// The state of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemStatusResponse {
    /// Maintenance mode is on: people cannot sign in.
    under_maintenance: bool,
}

/// Returns the state of the installation.
#[web::operation(
    operation_id = "system_status",
    responses((status = 200, description = "The state of the installation.", body = SystemStatusResponse))
)]
pub(super) async fn show(store: Data<Store>) -> Result<Json<SystemStatusResponse>> {
    Ok(Json(SystemStatusResponse { under_maintenance: flags::is_on(&store, flags::MAINTENANCE).await? }))
}
