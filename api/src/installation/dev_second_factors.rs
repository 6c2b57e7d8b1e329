//! The codes of authenticator apps in a demonstration, whose people have no such app. Only with `--demo`.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::{Store, second_factor};
use utoipa::ToSchema;
use web::{Result, not_found};

use crate::Settings;

/// The code of a member of staff.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuthenticatorCode {
    /// The address of the person.
    email: String,
    /// The next code that the person may use.
    code: String,
}

/// Lists the codes of all authenticator apps. Only with `--demo`.
#[web::operation(
    operation_id = "dev_second_factors",
    responses(
        (status = 200, description = "By address.", body = Vec<AuthenticatorCode>),
        (status = 404, description = "`not_found`: not a demonstration")
    )
)]
pub(super) async fn list(store: Data<Store>, settings: Data<Settings>) -> Result<Json<Vec<AuthenticatorCode>>> {
    if settings.outbox.is_none() {
        return Err(not_found());
    }
    let codes = second_factor::demo_codes(&store).await?.into_iter();
    Ok(Json(codes.map(|second_factor::DemoCode { email, code }| AuthenticatorCode { email, code }).collect()))
}
