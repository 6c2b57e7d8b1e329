//! When staff next read about a crisis. It never delays the helplines, which pages show on their own.

use ::web::{Caller, Result};
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::people;
use store::staff::duty;
use utoipa::ToSchema;

use crate::hub::Hub;

/// When staff of the person's programme next read about a crisis.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrisisHoursResponse {
    /// Null while a lead is on duty, and where no hours are known.
    #[schema(required)]
    reads_at: Option<DateTime<Utc>>,
}

/// Returns when staff next read about a crisis of the person: by the hours of duty of the leads, or else those of the team.
#[web::operation(operation_id = "crisis_hours", responses((status = 200, body = CrisisHoursResponse)))]
pub(super) async fn show(hub: Data<Hub>, caller: Caller) -> Result<Json<CrisisHoursResponse>> {
    let person = people::by_id(&hub.store, caller.person).await?;
    let reads_at = match person.and_then(|person| person.programme_id) {
        Some(programme) => duty::reads_at(&hub.store, programme).await?,
        None => None,
    };
    Ok(Json(CrisisHoursResponse { reads_at }))
}
