//! Signing in, staying signed in, signing out.

use actix_web::cookie::Cookie;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use store::people::{self, Person, Provider};
use store::sessions::{self, Opened};
use store::{PersonId, SessionId, Store, passwords, push, tokens};
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, SignedIn, Unavailable};

use crate::rates::{check_rate, whole_seconds};
use crate::system::refuse_under_maintenance;
use crate::{Settings, accounts, refresh_cookie};

/// How long an account stays blocked after too many wrong passwords.
pub(crate) const BLOCK: TimeDelta = TimeDelta::hours(1);

/// What a person signs in with.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SignIn {
    email: String,
    password: String,
}

/// What proves who calls, for a while.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Grant {
    /// The bearer token.
    access_token: String,
    /// When a new one is needed.
    expires_at: DateTime<Utc>,
}

/// Signs a person in; the refresh token comes as a cookie.
#[utoipa::path(
    post,
    path = "/api/v2/users/sign-in/",
    tag = "Session",
    request_body = SignIn,
    responses(
        (status = 200, description = "Signed in.", body = Grant),
        (status = 400, description = "`malformed`", body = ErrorBody),
        (status = 401, description = "`wrong_password`, `user_unknown`", body = ErrorBody),
        (status = 403, description = "`user_disabled`, `email_not_verified`, `foreign_origin`", body = ErrorBody),
        (status = 409, description = "`other_provider`", body = ErrorBody),
        (status = 422, description = "`invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn sign_in(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<SignIn>,
) -> Result<HttpResponse> {
    let SignIn { email, password } = body.into_inner();
    let email = people::normal_email(&email);
    check_form(&email, &password)?;
    check_rate(&request, &settings, &email)?;
    refuse_under_maintenance(&store).await?;
    let person = prove(&store, &email, &password).await?;
    let opened = open(&request, &store, person.id).await?;
    answer(&store, &settings, opened)
}

/// A new access token for the refresh cookie, which is replaced. A browser without one asks whether it is signed in, which
/// is no mistake.
#[utoipa::path(
    post,
    path = "/api/v2/users/refresh/",
    tag = "Session",
    responses(
        (status = 200, description = "Still signed in.", body = Grant),
        (status = 204, description = "Not signed in: no cookie came along."),
        (status = 401, description = "`not_signed_in`: the cookie is good for nothing, and cleared", body = ErrorBody),
        (status = 403, description = "`foreign_origin`", body = ErrorBody),
        Unavailable
    ),
    security((), ("refresh" = []))
)]
pub(crate) async fn refresh(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
) -> Result<HttpResponse> {
    // The cookie stays as it is: maintenance ends, and then people are still signed in.
    refuse_under_maintenance(&store).await?;
    let Some(token) = refresh_cookie::read(&request) else { return Ok(no_content(&settings)) };
    let Some(opened) = sessions::refresh(&store, &token).await? else { return Ok(not_signed_in(&settings)) };
    if people::by_id(&store, opened.person).await?.is_none_or(|person| person.is_disabled) {
        sessions::end(&store, opened.session).await?;
        return Ok(not_signed_in(&settings));
    }
    answer(&store, &settings, opened)
}

/// Ends the session of the cookie or the token, and closes its sockets on every node.
#[utoipa::path(
    post,
    path = "/api/v2/users/sign-out/",
    tag = "Session",
    responses(
        (status = 204, description = "Signed out, or was not signed in."),
        (status = 403, description = "`foreign_origin`", body = ErrorBody),
        Unavailable
    ),
    security((), ("refresh" = []), ("bearer" = []))
)]
pub(crate) async fn sign_out(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    who: Option<SignedIn>,
) -> Result<HttpResponse> {
    if let Some(token) = refresh_cookie::read(&request)
        && let Some(session) = sessions::of_token(&store, &token).await?
    {
        end(&store, session).await?;
    }
    if let Some(who) = who {
        end(&store, who.session).await?;
    }
    Ok(no_content(&settings))
}

/// There is no session, and no cookie from now on, not even one that cannot be read.
fn no_content(settings: &Settings) -> HttpResponse {
    HttpResponse::NoContent().cookie(refresh_cookie::cleared(settings.secure_cookies)).finish()
}

/// Ends a session; its browser is told nothing any more.
async fn end(store: &Store, session: SessionId) -> Result<()> {
    sessions::end(store, session).await?;
    Ok(push::unregister(store, session).await?)
}

fn check_form(email: &str, password: &str) -> Result<()> {
    let mut error = Error::invalid("Please enter your email address and your password.");
    let email_is_fine = accounts::may_be_email(email);
    if !email_is_fine {
        error = error.field("email", "This is not an email address.");
    }
    if password.is_empty() {
        error = error.field("password", "The password is missing.");
    }
    if email_is_fine && !password.is_empty() { Ok(()) } else { Err(error) }
}

/// The person whose password this is, if they may sign in. What is wrong with an account beyond its block is told only
/// to who knows its password.
async fn prove(store: &Store, email: &str, password: &str) -> Result<Person> {
    let Some(person) = people::by_email(store, email).await? else {
        // As slow as a wrong password.
        passwords::verify(password, None).await?;
        return Err(Error::new(StatusCode::UNAUTHORIZED, "user_unknown", "User does not exist"));
    };
    let hash = refuse_blocked(store, person.id).await?;
    if person.provider != Provider::Normal {
        return Err(other_provider());
    }
    if !passwords::verify(password, hash).await? {
        people::sign_in_failed(store, person.id, store.clock.now() + BLOCK).await?;
        return Err(Error::new(StatusCode::UNAUTHORIZED, "wrong_password", "Wrong email or password"));
    }
    // Guesses sent at once all passed the first look: a right one counts only if the others have not blocked it.
    refuse_blocked(store, person.id).await?;
    if person.is_disabled {
        return Err(user_disabled());
    }
    if person.email_verified_at.is_none() {
        return Err(Error::new(StatusCode::FORBIDDEN, "email_not_verified", "Email Not Verified"));
    }
    people::sign_in_succeeded(store, person.id).await?;
    Ok(person)
}

/// Staff closed the account.
pub(crate) fn user_disabled() -> Error {
    Error::new(StatusCode::FORBIDDEN, "user_disabled", "This account has been closed.")
}

/// The account has a password here, and nobody else vouches for it.
pub(crate) fn password_provider() -> Error {
    let sentence = "Our records say that you have signed up for our app with your email address and a password. \
                    Please sign in with them";
    Error::new(StatusCode::CONFLICT, "other_provider", sentence)
}

/// The account has no password here.
pub(crate) fn other_provider() -> Error {
    let sentence = "Our records say that you have signed up for our app via Google login. \
                    Please use the Sign-in via Google option";
    Error::new(StatusCode::CONFLICT, "other_provider", sentence)
}

/// The password hash of an account that is not blocked.
pub(crate) async fn refuse_blocked(store: &Store, person: PersonId) -> Result<Option<String>> {
    let Some(facts) = people::sign_in_facts(store, person).await? else { return Ok(None) };
    let wait = facts.blocked_until.and_then(|until| (until - store.clock.now()).to_std().ok());
    match wait {
        Some(wait) if !wait.is_zero() => {
            let sentence = "Account temporarily blocked due to many failed login attempts, try again after an hour";
            Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "account_blocked", sentence).retry_after(whole_seconds(wait)))
        }
        _ => Ok(facts.password_hash),
    }
}

/// A session of somebody who has just proven who they are, in the browser that asks.
pub(crate) async fn open(request: &HttpRequest, store: &Store, person: PersonId) -> Result<Opened> {
    let user_agent = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
    Ok(sessions::open(store, person, user_agent).await?)
}

pub(crate) fn answer(store: &Store, settings: &Settings, opened: Opened) -> Result<HttpResponse> {
    answer_with(HttpResponse::Ok(), store, settings, opened, |grant| grant)
}

/// An answer that begins a session, with what else there is to say beside the grant.
pub(crate) fn answer_with<T: Serialize>(
    mut answer: HttpResponseBuilder,
    store: &Store,
    settings: &Settings,
    opened: Opened,
    body: impl FnOnce(Grant) -> T,
) -> Result<HttpResponse> {
    let (access_token, expires_at) = tokens::issue(store, opened.person, opened.session)?;
    // Without a new one the browser holds a newer cookie already.
    if let Some(token) = opened.refresh_token {
        answer.cookie(refresh_cookie::with(token, settings.secure_cookies));
    }
    Ok(answer.json(body(Grant { access_token, expires_at })))
}

/// 401, and a browser that forgets its useless cookie.
fn not_signed_in(settings: &Settings) -> HttpResponse {
    let mut answer = Error::not_signed_in().error_response();
    add_cookie(&mut answer, &refresh_cookie::cleared(settings.secure_cookies));
    answer
}

pub(crate) fn add_cookie(answer: &mut HttpResponse, cookie: &Cookie<'_>) {
    // It fails for characters that a cookie of ours never has.
    let _ = answer.add_cookie(cookie);
}
