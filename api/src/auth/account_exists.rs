//! Whether an address has an account. The API reveals it, within rate limits.

use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::Store;
use store::people::{self, Provider};
use utoipa::ToSchema;
use web::{EmailLimit, Result};

use crate::validation::require_email;

/// An address and a way to sign in.
#[derive(Deserialize, ToSchema)]
pub(super) struct CheckAccountRequest {
    email: String,
    /// `normal`, the default, or `google`.
    #[schema(nullable = false)]
    provider: Option<Provider>,
}

/// Whether the account exists.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountExistsResponse {
    /// Whether there is an account that signs in this way.
    user_exist: bool,
}

/// Checks whether an address has an account that signs in this way.
#[web::operation(
    operation_id = "account_exists",
    request_body = CheckAccountRequest,
    responses(
        (status = 200, description = "The account exists, or not.", body = AccountExistsResponse),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn check(
    store: Data<Store>,
    limit: EmailLimit,
    body: Json<CheckAccountRequest>,
) -> Result<Json<AccountExistsResponse>> {
    let email = require_email(&body.email)?;
    limit.check(&store, &email).await?;
    let provider = body.provider.unwrap_or(Provider::Normal);
    let user_exist = people::by_email(&store, &email).await?.is_some_and(|person| person.provider == provider);
    Ok(Json(AccountExistsResponse { user_exist }))
}
