//! Sign-in with a social account (OpenID Connect). `start` redirects a browser window to the provider, the provider redirects it
//! back to [`RETURN_PAGE`], and that page passes code and state to the page that called, which calls `finish`.

use std::collections::HashMap;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use egress::oidc::{Failure, Kind, Provider, Settings as ProviderSettings};
use web::Error;

pub(super) mod cookie;
pub(super) mod finish;
pub(super) mod start;

/// The page that providers redirect to. Operators register it at the provider, after the address of the installation.
pub const RETURN_PAGE: &str = "/signin/social";

/// The providers of an installation, in the order of their buttons.
#[derive(Debug, Default)]
pub(crate) struct Providers {
    by_id: HashMap<String, Provider>,
    order: Vec<String>,
}

impl Providers {
    pub(crate) fn new(settings: Vec<ProviderSettings>) -> Self {
        let order = settings.iter().map(|provider| provider.id.clone()).collect();
        Self { order, by_id: settings.into_iter().map(|one| (one.id.clone(), Provider::new(one))).collect() }
    }

    /// Returns the provider with this id, if it is of this kind.
    fn get(&self, id: &str, kind: Kind) -> Option<&Provider> {
        self.by_id.get(id).filter(|provider| provider.settings().kind == kind)
    }

    /// The providers that have a button.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &ProviderSettings> {
        let all = self.order.iter().filter_map(|id| self.by_id.get(id)).map(Provider::settings);
        all.filter(|provider| provider.kind == Kind::Code)
    }
}

/// The redirect URI. Without a configured address it uses the host that the browser called, which is safe: the provider
/// accepts registered addresses only.
fn return_address(request: &HttpRequest, public_url: Option<&str>) -> String {
    let host = request.headers().get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
    let base = public_url.map_or_else(|| format!("http://{host}"), str::to_owned);
    format!("{base}{RETURN_PAGE}")
}

/// Logs a failure and returns the error for the browser.
fn refuse(failure: Failure) -> Error {
    tracing::warn!(%failure, "a social sign-in failed");
    match failure {
        Failure::Away(_) => Error::unavailable(),
        Failure::EmailUnverified => Error::new(StatusCode::FORBIDDEN, "email_not_verified", "Email Not Verified"),
        Failure::Refused | Failure::Unproven(_) => not_proven(),
    }
}

/// The sign-in did not start in this browser, or its proof is invalid.
fn not_proven() -> Error {
    let sentence = "This sign-in could not be completed. Please try again.";
    Error::new(StatusCode::UNAUTHORIZED, "social_failed", sentence)
}
