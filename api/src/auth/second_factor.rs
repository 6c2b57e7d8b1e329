//! The second step of a sign-in of staff, and what staff do with their authenticator app.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::second_factor::{self, Refusal, Ticket};
use store::staff::Actor;
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Caller, EmailLimit, Error, Result};

use super::grant::{self, AccessTokenResponse};
use super::sign_in::account_blocked;
use crate::Settings;

/// The first step was right; the second is missing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorRequiredResponse {
    /// `second_factor_required`.
    code: &'static str,
    /// For the second step, within ten minutes.
    ticket: String,
    /// Whether the person has an authenticator app already. Without one, the second step sets it up.
    is_set_up: bool,
}

/// Answers the first step with a ticket.
pub(super) async fn require(store: &Store, person: PersonId) -> Result<HttpResponse> {
    let is_set_up = second_factor::is_set_up(store, person).await?;
    let ticket = second_factor::issue_ticket(store, person).await?.ok_or_else(Error::not_signed_in)?;
    Ok(HttpResponse::Accepted().json(SecondFactorRequiredResponse { code: REQUIRED, ticket, is_set_up }))
}

const REQUIRED: &str = "second_factor_required";

/// The ticket of the first step.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetUpSecondFactorRequest {
    ticket: String,
}

/// A secret to share with an authenticator app.
#[derive(Serialize, ToSchema)]
pub(super) struct SecondFactorSetUpResponse {
    /// Base32, for people who type it.
    secret: String,
    /// `otpauth://…`, for a picture that the app scans.
    address: String,
}

/// Begins to set up an authenticator app, for staff without one. The secret belongs to the ticket.
#[web::operation(
    operation_id = "second_factor_set_up",
    request_body = SetUpSecondFactorRequest,
    responses(
        (status = 200, description = "What the app needs.", body = SecondFactorSetUpResponse),
        (status = 401, description = "`ticket_expired`"),
        (status = 403, description = "`foreign_origin`"),
        (status = 409, description = "`second_factor_exists`")
    )
)]
pub(super) async fn set_up(
    store: Data<Store>,
    body: Json<SetUpSecondFactorRequest>,
) -> Result<Json<SecondFactorSetUpResponse>> {
    let ticket = genuine(&store, &body.ticket).await?;
    let Some(second_factor::Setup { secret, address }) = second_factor::set_up(&store, &ticket)? else {
        let sentence = "You have set up an authenticator app already. Please sign in again, with its code.";
        return Err(Error::new(StatusCode::CONFLICT, "second_factor_exists", sentence));
    };
    Ok(Json(SecondFactorSetUpResponse { secret, address }))
}

/// The ticket of the first step, and a code.
#[derive(Deserialize, ToSchema)]
pub(super) struct SecondFactorSignInRequest {
    ticket: String,
    /// Of the app, or a recovery code.
    code: String,
}

/// A login session with two factors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorSignInResponse {
    #[serde(flatten)]
    token: AccessTokenResponse,
    /// After the first code of an app: codes that replace it once each. They are not shown again.
    recovery_codes: Vec<String>,
}

/// Signs staff in with a code of their authenticator app, or with a recovery code. The refresh token comes as a cookie. The login
/// session ends after twelve hours.
#[web::operation(
    operation_id = "second_factor_sign_in",
    request_body = SecondFactorSignInRequest,
    responses(
        (status = 200, description = "Signed in.", body = SecondFactorSignInResponse),
        (status = 401, description = "`ticket_expired`"),
        (status = 403, description = "`foreign_origin`"),
        (status = 422, description = "`app_code_wrong`"),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn sign_in(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    limit: EmailLimit,
    body: Json<SecondFactorSignInRequest>,
) -> Result<HttpResponse> {
    let ticket = genuine(&store, &body.ticket).await?;
    limit.check(&store, &ticket.person.email).await?;
    let opened = second_factor::sign_in(&store, &ticket, &body.code, grant::user_agent(&request)).await?;
    let second_factor::Opened { session, recovery_codes } = opened.map_err(|refusal| refused(&store, refusal))?;
    let body = |token| SecondFactorSignInResponse { token, recovery_codes };
    grant::respond_with(HttpResponse::Ok(), &store, &settings, session, body)
}

/// A code of the authenticator app, or a recovery code.
#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmSecondFactorRequest {
    code: String,
}

/// Accepts a code again, for acts that answer `second_factor_required`. It counts for ten minutes.
#[web::operation(
    operation_id = "second_factor_confirm",
    request_body = ConfirmSecondFactorRequest,
    responses(
        (status = 204, description = "Accepted."),
        (status = 422, description = "`app_code_wrong`"),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`")
    )
)]
pub(super) async fn confirm(
    store: Data<Store>,
    caller: Caller,
    body: Json<ConfirmSecondFactorRequest>,
) -> Result<HttpResponse> {
    let verdict = second_factor::confirm(&store, caller.login_session, caller.person, &body.code).await?;
    verdict.map_err(|refusal| refused(&store, refusal))?;
    Ok(HttpResponse::NoContent().finish())
}

/// The authenticator app of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorResponse {
    /// When the app was set up.
    set_up_at: DateTime<Utc>,
    /// Recovery codes that were not used.
    recovery_codes_left: i64,
}

/// Shows what the caller has set up.
#[web::operation(
    operation_id = "second_factor",
    responses(
        (status = 200, description = "App and recovery codes.", body = SecondFactorResponse),
        (status = 404, description = "`not_found`: there is no app")
    )
)]
pub(super) async fn show(store: Data<Store>, caller: Caller) -> Result<Json<SecondFactorResponse>> {
    let overview = second_factor::overview(&store, caller.person).await?.ok_or_else(web::not_found)?;
    let second_factor::Overview { set_up_at, recovery_codes } = overview;
    Ok(Json(SecondFactorResponse { set_up_at, recovery_codes_left: recovery_codes }))
}

/// Forgets the app of the caller and ends all their login sessions: the next sign-in sets up another one.
#[web::operation(
    operation_id = "second_factor_reset",
    responses(
        (status = 204, description = "Forgotten; the caller is signed out."),
        (status = 403, description = "`foreign_origin`")
    )
)]
pub(super) async fn reset(store: Data<Store>, caller: Caller) -> Result<HttpResponse> {
    second_factor::reset(&store, &Actor::Person(caller.person), caller.person).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// New recovery codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodesResponse {
    /// They are not shown again.
    recovery_codes: Vec<String>,
}

/// Replaces the recovery codes of the caller; the old ones end.
#[web::operation(
    operation_id = "recovery_codes_replace",
    responses(
        (status = 200, description = "The new codes.", body = RecoveryCodesResponse),
        (status = 404, description = "`not_found`: there is no app"),
        (status = 403, description = "`foreign_origin`")
    )
)]
pub(super) async fn replace_codes(store: Data<Store>, caller: Caller) -> Result<Json<RecoveryCodesResponse>> {
    let codes = second_factor::replace_recovery_codes(&store, caller.person).await?;
    let recovery_codes = codes.ok_or_else(web::not_found)?;
    Ok(Json(RecoveryCodesResponse { recovery_codes }))
}

/// The ticket of a request.
async fn genuine(store: &Store, ticket: &str) -> Result<Ticket> {
    second_factor::of_ticket(store, ticket).await?.ok_or_else(|| {
        let sentence = "This sign-in took too long. Please sign in again.";
        Error::new(StatusCode::UNAUTHORIZED, "ticket_expired", sentence)
    })
}

fn refused(store: &Store, refusal: Refusal) -> Error {
    match refusal {
        Refusal::Wrong => {
            let sentence = "This code is wrong, or was used before. Please enter another one.";
            Error::invalid(sentence).with_code("app_code_wrong")
        }
        Refusal::Blocked(until) => account_blocked((until - store.clock.now()).to_std().unwrap_or_default()),
    }
}
