//! Work readiness scores of the signed-in person.

use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::Store;
use store::work_readiness;
use utoipa::ToSchema;
use web::{Caller, Result};

/// A work readiness score.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkReadinessScore {
    /// The area.
    name: String,
    /// The result, from zero.
    score: f64,
    /// The highest possible result.
    max: f64,
    /// The day of the measurement.
    date: NaiveDate,
    /// An interpretation; may be empty.
    description: String,
}

/// Lists the work readiness scores of the signed-in person.
#[web::operation(
    operation_id = "work_readiness",
    responses(
        (status = 200, description = "The newest first; an area can have several.", body = Vec<WorkReadinessScore>)
    )
)]
pub(super) async fn list(store: Data<Store>, caller: Caller) -> Result<Json<Vec<WorkReadinessScore>>> {
    let scores = work_readiness::of(&store, caller.person).await?;
    let response = scores.into_iter().map(|score| WorkReadinessScore {
        name: score.name,
        score: score.score,
        max: score.max,
        date: score.measured_on,
        description: score.description,
    });
    Ok(Json(response.collect()))
}
