//! Keeps a browser signed in, and signs it out.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use store::{Store, login_sessions, people};
use web::{Caller, Error, Result};

use super::grant::{AccessTokenResponse, add_cookie, respond};
use super::refresh_cookie;
use crate::Settings;

/// Exchanges the refresh cookie for a new access token and a new cookie. A browser without a cookie gets 204.
#[web::operation(
    responses(
        (status = 200, description = "Still signed in.", body = AccessTokenResponse),
        (status = 204, description = "Not signed in: the request has no cookie."),
        (status = 401, description = "`not_signed_in`: the cookie is invalid, and cleared"),
        (status = 403, description = "`foreign_origin`")
    ),
    security((), ("refresh" = []))
)]
pub(super) async fn refresh(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
) -> Result<HttpResponse> {
    let Some(token) = refresh_cookie::read(&request) else { return Ok(no_content(&settings)) };
    let Some(opened) = login_sessions::refresh(&store, &token).await? else { return Ok(not_signed_in(&settings)) };
    if people::by_id(&store, opened.person).await?.is_none_or(|person| person.is_disabled) {
        login_sessions::end(&store, opened.session).await?;
        return Ok(not_signed_in(&settings));
    }
    respond(&store, &settings, opened)
}

/// Ends the login session of the cookie and of the access token, and closes their sockets on every node.
#[web::operation(
    responses(
        (status = 204, description = "Signed out, or was not signed in."),
        (status = 403, description = "`foreign_origin`")
    ),
    security((), ("refresh" = []), ("bearer" = []))
)]
pub(super) async fn sign_out(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    caller: Option<Caller>,
) -> Result<HttpResponse> {
    if let Some(token) = refresh_cookie::read(&request)
        && let Some(session) = login_sessions::of_token(&store, &token).await?
    {
        login_sessions::end(&store, session).await?;
    }
    if let Some(caller) = caller {
        login_sessions::end(&store, caller.login_session).await?;
    }
    Ok(no_content(&settings))
}

/// 204, and clears the cookie, also an unreadable one.
fn no_content(settings: &Settings) -> HttpResponse {
    HttpResponse::NoContent().cookie(refresh_cookie::cleared(settings.secure_cookies)).finish()
}

/// 401, and clears the cookie.
fn not_signed_in(settings: &Settings) -> HttpResponse {
    let mut response = Error::not_signed_in().error_response();
    add_cookie(&mut response, &refresh_cookie::cleared(settings.secure_cookies));
    response
}
