//! Password reset with a one-time code.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::codes::{self, Verdict};
use store::people::{self, Provider};
use store::{Store, passwords};
use utoipa::ToSchema;
use web::{ClientNetwork, EmailLimit, Error, Result};

use super::MessageResponse;
use crate::Settings;
use crate::content::languages;
use crate::validation::{require_email, weak_password};

/// The verified code, and the new password twice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResetPasswordRequest {
    email: String,
    otp: String,
    #[serde(alias = "new_password")]
    new_password: String,
    #[serde(alias = "check_new_password")]
    check_new_password: String,
}

/// Sets a new password, and ends all login sessions of the person.
#[web::operation(
    operation_id = "confirm_password",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, description = "The password is changed.", body = MessageResponse),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields")
    )
)]
pub(crate) async fn confirm(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    network: ClientNetwork,
    limit: EmailLimit,
    body: Json<ResetPasswordRequest>,
) -> Result<Json<MessageResponse>> {
    let email = require_email(&body.email)?;
    limit.check(&store, &email).await?;
    check_new(&body.new_password, &body.check_new_password)?;
    // Before the code is checked: the response time must not reveal whether the account exists.
    let hash = passwords::hash(&body.new_password).await?;
    let person = people::by_email(&store, &email).await?.filter(|person| person.provider == Provider::Normal);
    let code = codes::normalize_code(&body.otp);
    let reset = async {
        match &person {
            Some(person) => {
                let language = languages::accepted_by(&store, &request, person).await?;
                passwords::reset(&store, person, &language, &code, &hash).await
            }
            None => Ok(Verdict::Wrong),
        }
    };
    settings.guesses.check_code(&store, &network, reset).await.map_err(Error::repeated_as_errors)?;
    Ok(Json(MessageResponse { message: "Your password is changed. Please sign in." }))
}

/// Refuses a new password that is weak or not the same twice.
pub(crate) fn check_new(password: &str, again: &str) -> Result<()> {
    if let Some(sentence) = weak_password(password) {
        return Err(Error::invalid(sentence).field("newPassword", sentence).repeated_as_errors());
    }
    if password != again {
        let sentence = "Passwords don't match";
        return Err(Error::invalid(sentence).field("checkNewPassword", sentence).repeated_as_errors());
    }
    Ok(())
}
