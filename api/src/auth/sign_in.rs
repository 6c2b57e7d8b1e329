//! Sign-in with e-mail address and password.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::TimeDelta;
use serde::Deserialize;
use store::people::{self, Person, Provider};
use store::{PersonId, Store, passwords};
use utoipa::ToSchema;
use web::{EmailLimit, Error, Result, whole_seconds};

use super::grant::{self, AccessTokenResponse};
use super::second_factor::SecondFactorRequiredResponse;
use super::{other_provider, user_disabled};
use crate::{Settings, validation};

/// How long an account stays blocked after too many wrong passwords.
pub(crate) const BLOCK: TimeDelta = TimeDelta::hours(1);

/// E-mail address and password.
#[derive(Deserialize, ToSchema)]
pub(super) struct SignInRequest {
    email: String,
    password: String,
}

/// Signs a person in. The refresh token comes as a cookie. Staff get a ticket for the second step instead.
#[web::operation(
    request_body = SignInRequest,
    responses(
        (status = 200, description = "Signed in.", body = AccessTokenResponse),
        (status = 202, description = "`second_factor_required`: for staff.", body = SecondFactorRequiredResponse),
        (status = 400, description = "`malformed`"),
        (status = 401, description = "`wrong_password`, `user_unknown`"),
        (status = 403, description = "`user_disabled`, `email_not_verified`, `foreign_origin`"),
        (status = 409, description = "`other_provider`"),
        (status = 422, description = "`invalid`, with the fields"),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn sign_in(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    limit: EmailLimit,
    body: Json<SignInRequest>,
) -> Result<HttpResponse> {
    let SignInRequest { email, password } = body.into_inner();
    let email = people::normalize_email(&email);
    validate(&email, &password)?;
    limit.check(&store, &email).await?;
    let person = authenticate(&store, &email, &password).await?;
    grant::first_factor(&request, &store, &settings, &person).await
}

fn validate(email: &str, password: &str) -> Result<()> {
    let mut error = Error::invalid("Please enter your email address and your password.");
    let is_email = validation::may_be_email(email);
    if !is_email {
        error = error.field("email", "This is not an email address.");
    }
    if password.is_empty() {
        error = error.field("password", "The password is missing.");
    }
    if is_email && !password.is_empty() { Ok(()) } else { Err(error) }
}

/// Returns the person with this password, if they may sign in. Only callers with the right password learn that an account
/// is disabled or not verified.
async fn authenticate(store: &Store, email: &str, password: &str) -> Result<Person> {
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
    // Concurrent guesses all pass the first check: a right one counts only if the others have not blocked the account.
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

/// Returns the password hash of an account that is not blocked.
pub(crate) async fn refuse_blocked(store: &Store, person: PersonId) -> Result<Option<String>> {
    let Some(facts) = people::sign_in_facts(store, person).await? else { return Ok(None) };
    let wait = facts.blocked_until.and_then(|until| (until - store.clock.now()).to_std().ok());
    match wait {
        Some(wait) if !wait.is_zero() => Err(account_blocked(wait)),
        _ => Ok(facts.password_hash),
    }
}

pub(super) fn account_blocked(wait: Duration) -> Error {
    let sentence = "Account temporarily blocked due to many failed login attempts, try again after an hour";
    Error::new(StatusCode::TOO_MANY_REQUESTS, "account_blocked", sentence).retry_after(whole_seconds(wait))
}
