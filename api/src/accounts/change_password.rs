//! Password change with the current password.

use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::people::{self, Person, Provider};
use store::{Store, passwords};
use utoipa::ToSchema;
use web::{Caller, EmailLimit, Error, Result};

use crate::auth::reset_password::check_new;
use crate::auth::sign_in::{BLOCK, refuse_blocked};
use crate::auth::{MessageResponse, other_provider};

/// The current password, and the new one twice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangePasswordRequest {
    #[serde(alias = "current_password")]
    current_password: String,
    #[serde(alias = "new_password")]
    new_password: String,
    #[serde(alias = "check_new_password")]
    check_new_password: String,
}

/// Sets a new password, and ends all other login sessions of the person.
#[web::operation(
    operation_id = "change_password",
    request_body = ChangePasswordRequest,
    responses(
        (status = 200, description = "The password is changed.", body = MessageResponse),
        (status = 409, description = "`other_provider`: there is no password here"),
        (status = 422, description = "`current_password_wrong`; `invalid`, with the fields"),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn change(
    store: Data<Store>,
    caller: Caller,
    limit: EmailLimit,
    body: Json<ChangePasswordRequest>,
) -> Result<Json<MessageResponse>> {
    let person = people::by_id(&store, caller.person).await?.ok_or_else(Error::not_signed_in)?;
    limit.check(&store, &person.email).await?;
    if person.provider != Provider::Normal {
        return Err(other_provider());
    }
    check_new(&body.new_password, &body.check_new_password)?;
    prove(&store, &person, &body.current_password).await?;
    let hash = passwords::hash(&body.new_password).await?;
    passwords::change(&store, &person, caller.login_session, &hash).await?;
    Ok(Json(MessageResponse { message: "Your password is changed." }))
}

/// Wrong passwords count like those of a sign-in, so that a stolen access token does not help to guess the password.
async fn prove(store: &Store, person: &Person, password: &str) -> Result<()> {
    let hash = refuse_blocked(store, person.id).await?;
    if passwords::verify(password, hash).await? {
        // Concurrent guesses all pass the first check.
        return refuse_blocked(store, person.id).await.map(drop);
    }
    people::sign_in_failed(store, person.id, store.clock.now() + BLOCK).await?;
    let sentence = "This is not your current password.";
    // Not 401, which means that the caller is not signed in.
    Err(Error::invalid(sentence).with_code("current_password_wrong").field("currentPassword", sentence))
}
