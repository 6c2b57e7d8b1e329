//! Opens login sessions and answers with their tokens.

use actix_web::cookie::Cookie;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::login_sessions::{self, Factors, Opened};
use store::people::{Person, Role};
use store::{PersonId, Store, tokens};
use utoipa::ToSchema;
use web::Result;

use super::{refresh_cookie, second_factor};
use crate::Settings;

/// An access token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessTokenResponse {
    /// The bearer token.
    access_token: String,
    /// When it expires.
    expires_at: DateTime<Utc>,
}

/// Opens a login session for the browser that sent the request.
pub(super) async fn open(request: &HttpRequest, store: &Store, person: PersonId) -> Result<Opened> {
    Ok(login_sessions::open(store, person, user_agent(request), Factors::One).await?)
}

/// Answers a person whose password or social account is right: with a login session, or with a ticket for the second step.
pub(super) async fn first_factor(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    person: &Person,
) -> Result<HttpResponse> {
    if person.role == Role::Staff {
        return second_factor::require(store, person.id).await;
    }
    respond(store, settings, open(request, store, person.id).await?)
}

pub(super) fn user_agent(request: &HttpRequest) -> &str {
    request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// Answers with an access token and, if there is a new one, the refresh cookie.
pub(super) fn respond(store: &Store, settings: &Settings, opened: Opened) -> Result<HttpResponse> {
    respond_with(HttpResponse::Ok(), store, settings, opened, |token| token)
}

/// The same with another status and body.
pub(super) fn respond_with<T: Serialize>(
    mut response: HttpResponseBuilder,
    store: &Store,
    settings: &Settings,
    opened: Opened,
    body: impl FnOnce(AccessTokenResponse) -> T,
) -> Result<HttpResponse> {
    let (access_token, expires_at) = tokens::issue(store, opened.person, opened.session)?;
    // Without a new refresh token the browser holds a newer cookie already.
    if let Some(token) = opened.refresh_token {
        response.cookie(refresh_cookie::with(token, settings.secure_cookies));
    }
    Ok(response.json(body(AccessTokenResponse { access_token, expires_at })))
}

pub(super) fn add_cookie(response: &mut HttpResponse, cookie: &Cookie<'_>) {
    // It fails only for characters that our cookies do not contain.
    let _ = response.add_cookie(cookie);
}
