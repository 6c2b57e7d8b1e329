//! A new password, for whoever proved the address.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::outbox::{self, MAIL};
use store::people::{self, Provider};
use store::sign_up::reset_password;
use store::{Store, codes, passwords, sessions};
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, Unavailable};

use super::change_password::told;
use super::code::refuse_weak;
use super::{Done, code_wrong, proper_email};
use crate::Settings;
use crate::rates::check_rate;
use crate::system::refuse_under_maintenance;

/// The code that was right, and the password twice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPassword {
    email: String,
    otp: String,
    #[serde(alias = "new_password")]
    new_password: String,
    #[serde(alias = "check_new_password")]
    check_new_password: String,
}

/// Sets another password, and ends all sessions of the person.
#[utoipa::path(
    post,
    path = "/api/v2/users/confirm-password/",
    operation_id = "confirm_password",
    tag = "Account",
    request_body = NewPassword,
    responses(
        (status = 200, description = "The password is changed.", body = Done),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn confirm(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<NewPassword>,
) -> Result<Json<Done>> {
    let email = proper_email(&body.email)?;
    check_rate(&request, &settings, &email)?;
    refuse_under_maintenance(&store).await?;
    check_new(&body.new_password, &body.check_new_password)?;
    // Whose code cannot be right is told so as late as whose is.
    let hash = passwords::hash(&body.new_password).await?;
    let person = people::by_email(&store, &email).await?.filter(|person| person.provider == Provider::Normal);
    let Some(person) = person else { return Err(code_wrong().repeated_as_errors()) };
    if !reset_password(&store, &person, &codes::normal_code(&body.otp), &hash).await? {
        return Err(code_wrong().repeated_as_errors());
    }
    sessions::end_all_of(&store, person.id).await?;
    outbox::put(&store, MAIL, &told(person)).await?;
    Ok(Json(Done { message: "Your password is changed. Please sign in." }))
}

/// Whether a password may be the next one.
pub(super) fn check_new(password: &str, again: &str) -> Result<()> {
    if let Some(sentence) = refuse_weak(password) {
        return Err(Error::invalid(sentence).field("newPassword", sentence).repeated_as_errors());
    }
    if password != again {
        let sentence = "Passwords don't match";
        return Err(Error::invalid(sentence).field("checkNewPassword", sentence).repeated_as_errors());
    }
    Ok(())
}
