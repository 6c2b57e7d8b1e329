//! Entering and leaving the pool.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::Store;
use store::matching::pool::{self, Joined};
use store::staff::Actor;
use utoipa::ToSchema;
use web::{Error, Result, SignedIn};

const MAX_REASON: usize = 500;

/// Why a person leaves.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct LeaveRequest {
    /// For staff, up to 500 characters.
    reason: Option<String>,
}

/// Leaves the pool; what is open about the person ends.
#[web::operation(
    operation_id = "leavePool",
    request_body = LeaveRequest,
    responses(
        (status = 204, description = "The person is not in the pool now."),
        (status = 422, description = "`invalid`: the reason is too long")
    )
)]
pub(super) async fn leave(store: Data<Store>, signed_in: SignedIn, body: Json<LeaveRequest>) -> Result<HttpResponse> {
    let reason = body.reason.as_deref().unwrap_or_default();
    if reason.chars().count() > MAX_REASON {
        let sentence = format!("Shorten your reason to {MAX_REASON} characters.");
        return Err(Error::invalid(sentence.clone()).field("reason", sentence));
    }
    // A person who is not in the pool has left it.
    let _ = pool::leave(&store, &Actor::Person(signed_in.person.id), signed_in.person.id, reason).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Enters the pool, or returns to it.
#[web::operation(
    operation_id = "joinPool",
    responses(
        (status = 204, description = "The person is in the pool now."),
        (status = 409, description = "`pool_locked`: something is missing that the programme asks for")
    )
)]
pub(super) async fn join(store: Data<Store>, signed_in: SignedIn) -> Result<HttpResponse> {
    match pool::join(&store, &Actor::Person(signed_in.person.id), &signed_in).await? {
        Joined::InPool => Ok(HttpResponse::NoContent().finish()),
        Joined::Locked => Err(Error::new(
            StatusCode::CONFLICT,
            "pool_locked",
            "You cannot join the matching yet: finish what your home page shows first.",
        )),
    }
}
