//! One-time codes that verify an e-mail address.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde::de::IgnoredAny;
use store::Store;
use store::codes::{self, Purpose, Sent};
use store::outbox::Mail;
use store::people::{self, Provider};
use utoipa::ToSchema;
use web::{ClientNetwork, EmailLimit, Error, Result, whole_seconds};

use super::sign_up::draft;
use super::{MessageResponse, already_signed_up, other_provider};
use crate::Settings;
use crate::content::languages;
use crate::validation::require_email;

/// The lifetime of a code, as the mail states it.
const MINUTES: &str = "10";

/// The address that gets a code.
#[derive(Deserialize, ToSchema)]
pub(super) struct SendCodeRequest {
    email: String,
    /// The length of the code that the page expects; codes always have six characters.
    #[serde(default, rename = "num_otp")]
    #[schema(rename = "num_otp", value_type = u8, required = false, nullable = false)]
    _num_otp: IgnoredAny,
}

/// A code and the address that it was sent to.
#[derive(Deserialize, ToSchema)]
pub(super) struct VerifyCodeRequest {
    email: String,
    otp: String,
}

/// Sends a code of six digits to an address that has no account yet.
#[web::operation(
    request_body = SendCodeRequest,
    responses(
        (status = 200, description = "The code is being sent.", body = MessageResponse),
        (status = 406, description = "`already_signed_up`"),
        (status = 422, description = "`invalid`, with the fields"),
        (status = 429, description = "`resend_too_soon`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn send_otp(
    request: HttpRequest,
    store: Data<Store>,
    limit: EmailLimit,
    body: Json<SendCodeRequest>,
) -> Result<Json<MessageResponse>> {
    let email = require_email(&body.email)?;
    limit.check(&store, &email).await?;
    if people::by_email(&store, &email).await?.is_some() {
        return Err(already_signed_up());
    }
    send(&store, Purpose::SignUp, &email, languages::accepted(&store, &request).await?).await?;
    Ok(Json(MessageResponse { message: "A code is on its way to you." }))
}

/// Sends a code of six characters for a new password.
#[web::operation(
    request_body = SendCodeRequest,
    responses(
        (status = 200, description = "The code is being sent.", body = MessageResponse),
        (status = 404, description = "`user_unknown`"),
        (status = 409, description = "`other_provider`"),
        (status = 422, description = "`invalid`, with the fields"),
        (status = 429, description = "`resend_too_soon`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn reset_password(
    request: HttpRequest,
    store: Data<Store>,
    limit: EmailLimit,
    body: Json<SendCodeRequest>,
) -> Result<Json<MessageResponse>> {
    let email = require_email(&body.email).map_err(Error::repeated_as_errors)?;
    limit.check(&store, &email).await?;
    let Some(person) = people::by_email(&store, &email).await? else {
        let sentence = "An account with this email does not exist";
        return Err(Error::new(StatusCode::NOT_FOUND, "user_unknown", sentence).repeated_as_errors());
    };
    if person.provider != Provider::Normal {
        return Err(other_provider().repeated_as_errors());
    }
    let language = languages::accepted_by(&store, &request, &person).await?;
    send(&store, Purpose::ResetPassword, &email, language).await.map_err(Error::repeated_as_errors)?;
    Ok(Json(MessageResponse { message: "A code is on its way to you." }))
}

/// Verifies a code; a right one stays right for half an hour. One for a sign-up sets a cookie, with which `signup` needs no code.
/// `confirm-otp` does the same.
#[web::operation(
    request_body = VerifyCodeRequest,
    responses(
        (status = 200, description = "The address is verified.", body = MessageResponse),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields")
    )
)]
pub(super) async fn verify_otp(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    network: ClientNetwork,
    limit: EmailLimit,
    body: Json<VerifyCodeRequest>,
) -> Result<HttpResponse> {
    verify(&request, &store, &settings, &network, &limit, &body).await
}

/// Verifies a code; a right one stays right for half an hour. One for a sign-up sets a cookie, with which `signup` needs no code.
/// `verify-otp` does the same.
#[web::operation(
    request_body = VerifyCodeRequest,
    responses(
        (status = 200, description = "The address is verified.", body = MessageResponse),
        (status = 422, description = "`code_wrong`; `invalid`, with the fields")
    )
)]
pub(super) async fn confirm_otp(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    network: ClientNetwork,
    limit: EmailLimit,
    body: Json<VerifyCodeRequest>,
) -> Result<HttpResponse> {
    verify(&request, &store, &settings, &network, &limit, &body).await
}

async fn verify(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    network: &ClientNetwork,
    limit: &EmailLimit,
    body: &VerifyCodeRequest,
) -> Result<HttpResponse> {
    let email = require_email(&body.email)?;
    limit.check(store, &email).await?;
    let code = codes::normalize_code(&body.otp);
    let purpose = Purpose::of(&code);
    let checked = settings.guesses.check_code(store, network, codes::verify(store, purpose, &email, &code)).await;
    match purpose {
        Purpose::ResetPassword => {
            checked.map_err(Error::repeated_as_errors)?;
            Ok(HttpResponse::Ok().json(MessageResponse { message: "The code is right. Choose a new password." }))
        }
        Purpose::SignUp => {
            checked?;
            let mut response = HttpResponse::Ok().json(MessageResponse { message: "Your address is confirmed." });
            if let Some(begun) = draft::begin(request, store, &email).await? {
                draft::add_to(&mut response, &begun, settings);
            }
            Ok(response)
        }
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
        Sent::Enqueued => Ok(()),
        Sent::TooSoon(wait) => {
            let sentence = "A code was sent a moment ago. Please look into your mailbox, or wait before asking again.";
            let wait = whole_seconds(wait.to_std().unwrap_or_default());
            Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "resend_too_soon", sentence).retry_after(wait))
        }
    }
}
