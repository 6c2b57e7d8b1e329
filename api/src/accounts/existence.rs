//! Whether an address has an account: the contract tells, within limits.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::Store;
use store::people::{self, Provider};
use utoipa::ToSchema;
use web::{ErrorBody, Result, Unavailable};

use super::proper_email;
use crate::Settings;
use crate::rates::check_rate;
use crate::system::refuse_under_maintenance;

/// Whose account is asked for.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Asked {
    email: String,
    /// `normal`, the default, or `google`.
    #[schema(nullable = false)]
    provider: Option<Provider>,
}

/// The answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Existence {
    /// Whether there is an account that signs in this way.
    user_exist: bool,
}

/// Whether an address has an account that signs in this way.
#[utoipa::path(
    post,
    path = "/api/v2/users/account-exists/",
    operation_id = "account_exists",
    tag = "Account",
    request_body = Asked,
    responses(
        (status = 200, description = "Whether there is one.", body = Existence),
        (status = 422, description = "`invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn ask(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Asked>,
) -> Result<Json<Existence>> {
    let email = proper_email(&body.email)?;
    check_rate(&request, &settings, &email)?;
    refuse_under_maintenance(&store).await?;
    let provider = body.provider.unwrap_or(Provider::Normal);
    let user_exist = people::by_email(&store, &email).await?.is_some_and(|person| person.provider == provider);
    Ok(Json(Existence { user_exist }))
}
