//! The application of the signed-in person.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::Store;
use store::administration::{ApplicationStep, decide_application};
use store::staff::Actor;
use utoipa::ToSchema;
use web::{Caller, Result};

use crate::staff::refused;

/// Whether the person applies.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApplicationRequest {
    /// False withdraws the application; true applies again within 30 days of a withdrawal.
    is_open: bool,
}

/// Withdraws the application of the person, or applies again. The account is erased 30 days after a withdrawal.
#[web::operation(
    operation_id = "own_application",
    request_body = ApplicationRequest,
    responses(
        (status = 204, description = "Withdrawn, or open again."),
        (status = 404, description = "`not_found`: staff never had to decide about this person"),
        (status = 409, description = "`decided_already`: staff decided meanwhile")
    )
)]
pub(super) async fn change(store: Data<Store>, caller: Caller, body: Json<ApplicationRequest>) -> Result<HttpResponse> {
    let step = if body.is_open { ApplicationStep::Reopen } else { ApplicationStep::Withdraw };
    decide_application(&store, &Actor::Person(caller.person), caller.person, step).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}
