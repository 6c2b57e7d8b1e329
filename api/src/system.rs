//! The state of the whole installation, for people who are not signed in too.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, switches};
use utoipa::ToSchema;
use web::{Error, Result, Unavailable};

/// The state of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SystemStatus {
    /// Nobody can sign in at the moment.
    under_maintenance: bool,
}

/// Whether the doors are open.
#[utoipa::path(
    get,
    path = "/api/v2/users/system_status/",
    operation_id = "system_status",
    tag = "Session",
    responses((status = 200, description = "The state of the installation.", body = SystemStatus), Unavailable)
)]
pub(crate) async fn status(store: Data<Store>) -> Result<Json<SystemStatus>> {
    Ok(Json(SystemStatus { under_maintenance: switches::is_on(&store, switches::MAINTENANCE).await? }))
}

/// During maintenance nobody gets in. Calls that ask who is signed in are refused before they begin.
pub(crate) async fn refuse_under_maintenance(store: &Store) -> Result<()> {
    if switches::is_on(store, switches::MAINTENANCE).await? {
        return Err(Error::under_maintenance());
    }
    Ok(())
}
