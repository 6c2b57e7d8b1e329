//! The way to a provider.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use outside::oidc::{Journey, Kind};
use serde::Deserialize;
use store::social::{self, Attempt};
use store::{Store, digest_text, random_text};
use utoipa::{IntoParams, ToSchema};
use web::Result;

use super::{RETURN_PAGE, cookie, failed, not_proven, return_address};
use crate::Settings;
use crate::rates::check_network;
use crate::system::refuse_under_maintenance;

/// What the page waits in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// This is a window of its own, and another one waits for it.
    #[default]
    Popup,
    /// The browser allows no second window: this one goes and comes back.
    Page,
}

/// To whom, and how.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// The id of a provider, as `GET api/v2/settings/` names it.
    provider: String,
    #[serde(default)]
    #[param(required = false, inline)]
    mode: Mode,
    /// Which page waits, in letters and digits, of which 16 count: it comes back with the state.
    #[serde(default)]
    #[param(required = false)]
    tab: String,
}

impl Asked {
    /// What the state begins with: how the way began, for the page where it ends.
    fn beginning(&self) -> String {
        let mode = match self.mode {
            Mode::Popup => "popup",
            Mode::Page => "page",
        };
        let tab: String = self.tab.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
        if tab.is_empty() { mode.to_owned() } else { format!("{mode}-{tab}") }
    }
}

/// Sends the browser to a provider. It is opened as a page, so it always leads to one: where it cannot go on, to our own
/// page of the way back, with `?error=` and a code.
#[utoipa::path(
    get,
    path = "/api/v2/users/social/start/",
    operation_id = "social_start",
    tag = "Session",
    params(Asked),
    responses((status = 302, description = "To the provider, or to our page with what is wrong."))
)]
pub(crate) async fn start(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    asked: Query<Asked>,
) -> HttpResponse {
    match send_off(&request, &store, &settings, &asked).await {
        Ok(answer) => answer,
        Err(error) => {
            let place = format!("{RETURN_PAGE}?state={}.&error={}", asked.beginning(), error.code());
            HttpResponse::Found().insert_header((LOCATION, place)).finish()
        }
    }
}

async fn send_off(request: &HttpRequest, store: &Store, settings: &Settings, asked: &Asked) -> Result<HttpResponse> {
    check_network(request, settings)?;
    refuse_under_maintenance(store).await?;
    let provider = settings.social.get(&asked.provider, Kind::Code).ok_or_else(not_proven)?;
    let (state, browser) = (format!("{}.{}", asked.beginning(), random_text()), random_text());
    let attempt = Attempt { provider: asked.provider.clone(), nonce: random_text(), verifier: random_text() };
    let journey = Journey {
        redirect_uri: &return_address(request, settings.public_url.as_deref()),
        state: &state,
        nonce: &attempt.nonce,
        challenge: &digest_text(&attempt.verifier),
    };
    let address = provider.address(&journey).await.map_err(failed)?;
    social::begin(store, &state, &browser, &attempt).await?;
    let cookie = cookie::with(&state, &browser, settings.secure_cookies).ok_or_else(not_proven)?;
    Ok(HttpResponse::Found().cookie(cookie).insert_header((LOCATION, address.as_str())).finish())
}
