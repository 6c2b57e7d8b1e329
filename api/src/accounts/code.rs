//! Codes that prove an address: sent, and looked at.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::codes::{self, Purpose, Sent, Verdict};
use store::outbox::Mail;
use store::people::{self, Provider};
use store::{Store, passwords};
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, Unavailable};

use super::{Done, proper_email, refused};
use crate::languages;
use crate::rates::{check_rate, whole_seconds};
use crate::system::refuse_under_maintenance;
use crate::{Settings, auth};

/// How long a code works, as the mail says it.
const MINUTES: &str = "10";

/// Where a code is to go.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Address {
    email: String,
}

/// A code that somebody typed.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Typed {
    email: String,
    otp: String,
}

/// Sends a code of six digits to an address that has no account yet.
#[utoipa::path(
    post,
    path = "/api/v2/users/send-otp/",
    tag = "Account",
    request_body = Address,
    responses(
        (status = 200, description = "The code is on its way.", body = Done),
        (status = 406, description = "`already_signed_up`", body = ErrorBody),
        (status = 422, description = "`invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`resend_too_soon`, `rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn send_otp(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Address>,
) -> Result<Json<Done>> {
    let email = proper_email(&body.email)?;
    check_rate(&request, &settings, &email)?;
    refuse_under_maintenance(&store).await?;
    if people::by_email(&store, &email).await?.is_some() {
        return Err(already_signed_up());
    }
    send(&store, Purpose::SignUp, &email, languages::asked_for(&store, &request).await?).await?;
    Ok(Json(Done { message: "A code is on its way to you." }))
}

/// Sends a code of six characters for a new password.
#[utoipa::path(
    post,
    path = "/api/v2/users/reset-password/",
    tag = "Account",
    request_body = Address,
    responses(
        (status = 200, description = "The code is on its way.", body = Done),
        (status = 404, description = "`user_unknown`", body = ErrorBody),
        (status = 409, description = "`other_provider`", body = ErrorBody),
        (status = 422, description = "`invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`resend_too_soon`, `rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn reset_password(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Address>,
) -> Result<Json<Done>> {
    let email = proper_email(&body.email).map_err(Error::repeated_as_errors)?;
    check_rate(&request, &settings, &email)?;
    refuse_under_maintenance(&store).await?;
    let Some(person) = people::by_email(&store, &email).await? else {
        let sentence = "An account with this email does not exist";
        return Err(Error::new(StatusCode::NOT_FOUND, "user_unknown", sentence).repeated_as_errors());
    };
    if person.provider != Provider::Normal {
        return Err(auth::other_provider().repeated_as_errors());
    }
    send(&store, Purpose::ResetPassword, &email, person.language).await.map_err(Error::repeated_as_errors)?;
    Ok(Json(Done { message: "A code is on its way to you." }))
}

/// Looks at a code; the right one may be used for half an hour. `confirm-otp` is the same call by its other name.
#[utoipa::path(
    post,
    path = "/api/v2/users/verify-otp/",
    tag = "Account",
    request_body = Typed,
    responses(
        (status = 200, description = "The address is proven.", body = Done),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn verify_otp(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Typed>,
) -> Result<Json<Done>> {
    verify(&request, &store, &settings, &body).await
}

/// Looks at a code; the right one may be used for half an hour. `verify-otp` is the same call by its other name.
#[utoipa::path(
    post,
    path = "/api/v2/users/confirm-otp/",
    tag = "Account",
    request_body = Typed,
    responses(
        (status = 200, description = "The address is proven.", body = Done),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn confirm_otp(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Typed>,
) -> Result<Json<Done>> {
    verify(&request, &store, &settings, &body).await
}

async fn verify(request: &HttpRequest, store: &Store, settings: &Settings, typed: &Typed) -> Result<Json<Done>> {
    let email = proper_email(&typed.email)?;
    check_rate(request, settings, &email)?;
    refuse_under_maintenance(store).await?;
    let code = codes::normal_code(&typed.otp);
    let purpose = Purpose::of(&code);
    match codes::verify(store, purpose, &email, &code).await? {
        Verdict::Right => Ok(Json(Done { message: "Your address is confirmed." })),
        verdict if purpose == Purpose::ResetPassword => Err(refused(verdict).repeated_as_errors()),
        verdict => Err(refused(verdict)),
    }
}

async fn send(store: &Store, purpose: Purpose, email: &str, language: String) -> Result<()> {
    let template = if purpose == Purpose::SignUp { "sign_up_code" } else { "reset_password_code" };
    let mail = |code: &str| Mail {
        to: email.to_owned(),
        template: template.to_owned(),
        language,
        values: BTreeMap::from([("code".to_owned(), code.to_owned()), ("minutes".to_owned(), MINUTES.to_owned())]),
    };
    match codes::send(store, purpose, email, mail).await? {
        Sent::Yes => Ok(()),
        Sent::Wait(wait) => {
            let sentence = "A code was sent a moment ago. Please look into your mailbox, or wait before asking again.";
            let wait = whole_seconds(wait.to_std().unwrap_or_default());
            Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "resend_too_soon", sentence).retry_after(wait))
        }
    }
}

pub(super) fn already_signed_up() -> Error {
    let sentence = "There is an account with this email already. Please sign in, or reset your password.";
    Error::new(StatusCode::NOT_ACCEPTABLE, "already_signed_up", sentence)
}

/// The refusal of a password that is too easy, as a field's sentence.
pub(super) fn refuse_weak(password: &str) -> Option<&'static str> {
    (!passwords::is_acceptable(password)).then_some(
        "Please choose at least 8 characters with a capital, a small letter, a number and a special character, and \
         nothing that is easily guessed.",
    )
}
