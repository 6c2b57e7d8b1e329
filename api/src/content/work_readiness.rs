//! How ready for work the signed-in person was found.

use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::Store;
use store::work_readiness;
use utoipa::ToSchema;
use web::{NotSignedIn, Result, SignedIn, Unavailable};

/// A work readiness score.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkReadinessScore {
    /// The area.
    name: String,
    /// What was reached, from zero.
    score: f64,
    /// What can be reached.
    max: f64,
    /// The day on which it was measured.
    date: NaiveDate,
    /// What it says about the person; may be empty.
    description: String,
}

/// The work readiness scores of the signed-in person.
#[utoipa::path(
    get,
    path = "/api/v2/mentorships/wrs/",
    operation_id = "work_readiness",
    tag = "Content",
    responses(
        (status = 200, description = "The newest first; several of an area show how it went.", body = Vec<WorkReadinessScore>),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn own(store: Data<Store>, who: SignedIn) -> Result<Json<Vec<WorkReadinessScore>>> {
    let scores = work_readiness::of(&store, who.person).await?;
    let told = scores.into_iter().map(|score| WorkReadinessScore {
        name: score.name,
        score: score.score,
        max: score.max,
        date: score.measured_on,
        description: score.description,
    });
    Ok(Json(told.collect()))
}
