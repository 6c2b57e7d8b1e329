//! Sign-in with an account that people have elsewhere. A browser is sent to the provider in a window of its own, comes back
//! to our page there, and that page hands code and state to the page that waits.

use std::collections::HashMap;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use outside::oidc::{Failure, Kind, Provider, Settings as ProviderSettings};
use web::Error;

pub(crate) mod cookie;
pub(crate) mod finish;
pub(crate) mod start;

/// The page of ours to which providers send browsers back: what an operator registers there, after the address of the
/// installation.
pub const RETURN_PAGE: &str = "/signin/social";

/// The providers of an installation, in the order in which they are offered.
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

    /// The provider of this id, if it is of this kind.
    fn get(&self, id: &str, kind: Kind) -> Option<&Provider> {
        self.by_id.get(id).filter(|provider| provider.settings().kind == kind)
    }

    /// Those that a button of ours leads to.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &ProviderSettings> {
        let all = self.order.iter().filter_map(|id| self.by_id.get(id)).map(Provider::settings);
        all.filter(|provider| provider.kind == Kind::Code)
    }
}

/// Where the provider sends the browser back to. Without a configured address it is the one that the browser called: the
/// provider accepts no other than those the operator registered there.
fn return_address(request: &HttpRequest, public_url: Option<&str>) -> String {
    let host = request.headers().get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
    let base = public_url.map_or_else(|| format!("http://{host}"), str::to_owned);
    format!("{base}{RETURN_PAGE}")
}

/// The provider's No, or ours, as people are told it. What exactly was wrong is for the log.
fn failed(failure: Failure) -> Error {
    tracing::warn!(%failure, "a social sign-in failed");
    match failure {
        Failure::Away(_) => Error::unavailable(),
        Failure::EmailUnverified => Error::new(StatusCode::FORBIDDEN, "email_not_verified", "Email Not Verified"),
        Failure::Refused | Failure::Unproven(_) => not_proven(),
    }
}

/// The way back was not the end of a way that began in this browser, or its proof is none.
fn not_proven() -> Error {
    let sentence = "This sign-in could not be completed. Please try again.";
    Error::new(StatusCode::UNAUTHORIZED, "social_failed", sentence)
}
