//! Redirects a browser to a social provider.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use egress::oidc::{AuthorizationRequest, Kind};
use serde::Deserialize;
use store::social::{self, Attempt};
use store::{Store, digest_text, random_text};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result};

use super::{RETURN_PAGE, cookie, not_proven, return_address};
use crate::Settings;

/// The window of the sign-in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::auth) enum Mode {
    /// A popup; the page that opened it waits.
    #[default]
    Popup,
    /// The page itself, for browsers that block popups.
    Page,
}

/// The provider and the window.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::auth) struct StartSocialSignInQuery {
    /// The id of a provider, as `GET api/v2/settings/` names it.
    provider: String,
    #[serde(default)]
    #[param(required = false, inline)]
    mode: Mode,
    /// An id of the waiting page, up to 16 letters and digits. It returns with the state.
    #[serde(default)]
    #[param(required = false)]
    tab: String,
}

impl StartSocialSignInQuery {
    /// The start of the state: window and page, for the page that ends the sign-in.
    fn state_prefix(&self) -> String {
        let mode = match self.mode {
            Mode::Popup => "popup",
            Mode::Page => "page",
        };
        let tab: String = self.tab.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
        if tab.is_empty() { mode.to_owned() } else { format!("{mode}-{tab}") }
    }
}

/// Redirects the browser to a provider. Browsers open this address as a page, so errors redirect, too: to the return page
/// with `?error=` and a code.
#[web::operation(
    operation_id = "social_start",
    params(StartSocialSignInQuery),
    responses((status = 302, description = "To the provider, or to the return page with an error code."))
)]
pub(in crate::auth) async fn start(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    query: Query<StartSocialSignInQuery>,
) -> HttpResponse {
    let response = redirect(&request, &store, &settings, &query).await;
    response.unwrap_or_else(|error| redirect_with_error(&query, &error))
}

/// The response to a request that the policy of the route refuses.
pub(in crate::auth) fn refuse(request: &HttpRequest, error: &Error) -> HttpResponse {
    match Query::<StartSocialSignInQuery>::from_query(request.query_string()) {
        Ok(query) => redirect_with_error(&query, error),
        Err(_) => error.error_response(),
    }
}

fn redirect_with_error(query: &StartSocialSignInQuery, error: &Error) -> HttpResponse {
    let address = format!("{RETURN_PAGE}?state={}.&error={}", query.state_prefix(), error.code());
    HttpResponse::Found().insert_header((LOCATION, address)).finish()
}

async fn redirect(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    query: &StartSocialSignInQuery,
) -> Result<HttpResponse> {
    let provider = settings.social.get(&query.provider, Kind::Code).ok_or_else(not_proven)?;
    let (state, browser) = (format!("{}.{}", query.state_prefix(), random_text()), random_text());
    let attempt = Attempt { provider: query.provider.clone(), nonce: random_text(), verifier: random_text() };
    let authorization = AuthorizationRequest {
        redirect_uri: &return_address(request, settings.public_url.as_deref()),
        state: &state,
        nonce: &attempt.nonce,
        challenge: &digest_text(&attempt.verifier),
    };
    let address = provider.address(&authorization).await.map_err(super::refuse)?;
    social::begin(store, &state, &browser, &attempt).await?;
    let cookie = cookie::with(&state, &browser, settings.secure_cookies).ok_or_else(not_proven)?;
    Ok(HttpResponse::Found().cookie(cookie).insert_header((LOCATION, address.as_str())).finish())
}
