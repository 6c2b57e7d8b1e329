//! Sign-in, sign-up, one-time codes, password resets and social sign-in.

use actix_web::http::StatusCode;
use serde::Serialize;
use store::codes;
use utoipa::ToSchema;
use web::{Access, Error, Policy, RouteTable, route};

use crate::Settings;

mod account_exists;
mod grant;
pub(crate) mod guesses;
mod invitation;
mod login_session;
mod one_time_codes;
mod projects;
mod refresh_cookie;
pub(crate) mod reset_password;
mod second_factor;
pub(crate) mod sign_in;
mod sign_up;
pub mod social;

/// The routes of this area.
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let public = || Policy::new(Access::Public);
    let limits = &settings.limits;
    let sign_in = || public().limit(&limits.sign_in);
    let sign_up = || public().limit(&limits.sign_up);
    let codes = || public().limit(&limits.codes);
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(POST, "/api/v2/users/account-exists/", sign_up(), account_exists::check),
        route!(POST, "/api/v2/users/send-otp/", codes(), one_time_codes::send_otp),
        route!(POST, "/api/v2/users/verify-otp/", codes(), one_time_codes::verify_otp),
        route!(POST, "/api/v2/users/confirm-otp/", codes(), one_time_codes::confirm_otp),
        route!(POST, "/api/v2/users/signup/", sign_up(), sign_up::create),
        route!(GET, "/api/v2/users/signup/draft/", public(), sign_up::draft::show),
        route!(PUT, "/api/v2/users/signup/draft/", sign_up(), sign_up::draft::choose_password),
        route!(POST, "/api/v2/users/invitation/", sign_up(), invitation::open),
        route!(POST, "/api/v2/users/reset-password/", codes(), one_time_codes::reset_password),
        route!(POST, "/api/v2/users/confirm-password/", codes(), reset_password::confirm),
        route!(POST, "/api/v2/users/sign-in/", sign_in(), sign_in::sign_in),
        route!(POST, "/api/v2/users/second-factor/set-up/", sign_in(), second_factor::set_up),
        route!(POST, "/api/v2/users/second-factor/sign-in/", sign_in(), second_factor::sign_in),
        route!(
            POST,
            "/api/v2/users/second-factor/confirm/",
            signed_in().limit(&limits.sign_in),
            second_factor::confirm
        ),
        route!(GET, "/api/v2/users/second-factor/", signed_in(), second_factor::show),
        route!(DELETE, "/api/v2/users/second-factor/", signed_in().with_recent_factor(), second_factor::reset),
        route!(
            POST,
            "/api/v2/users/second-factor/recovery-codes/",
            signed_in().with_recent_factor(),
            second_factor::replace_codes
        ),
        route!(POST, "/api/v2/users/refresh/", public(), login_session::refresh),
        route!(POST, "/api/v2/users/sign-out/", public().under_maintenance(), login_session::sign_out),
        route!(GET, "/api/v2/users/social/start/", sign_in(), social::start::start).refuse_with(social::start::refuse),
        route!(POST, "/api/v2/users/social/finish/", sign_in(), social::finish::finish),
        route!(GET, "/api/v3/project-list/", public().under_maintenance(), projects::list),
    ];
    RouteTable::new("Auth", "Sign-in, sign-up, one-time codes, password resets and social sign-in.", routes)
}

/// A success in one sentence.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageResponse {
    pub(crate) message: &'static str,
}

/// The account is disabled.
fn user_disabled() -> Error {
    Error::new(StatusCode::FORBIDDEN, "user_disabled", "This account has been closed.")
}

/// The account has a password here and no social provider.
fn password_provider() -> Error {
    let sentence = "Our records say that you have signed up for our app with your email address and a password. \
                    Please sign in with them";
    Error::new(StatusCode::CONFLICT, "other_provider", sentence)
}

/// The account has a social provider and no password here.
pub(crate) fn other_provider() -> Error {
    let sentence = "Our records say that you have signed up for our app via Google login. \
                    Please use the Sign-in via Google option";
    Error::new(StatusCode::CONFLICT, "other_provider", sentence)
}

/// The refusal of a one-time code. It does not reveal why the code is wrong.
fn code_refused(verdict: codes::Verdict) -> Error {
    if verdict != codes::Verdict::Locked {
        return code_wrong();
    }
    let sentence = "Too many codes were tried. Please try again in an hour.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(3600)
}

fn code_wrong() -> Error {
    let sentence = "This code is wrong or too old. Please check it, or ask for a new one.";
    Error::invalid(sentence).with_code("code_wrong").field("otp", sentence)
}

fn already_signed_up() -> Error {
    let sentence = "There is an account with this email already. Please sign in, or reset your password.";
    Error::new(StatusCode::NOT_ACCEPTABLE, "already_signed_up", sentence)
}
