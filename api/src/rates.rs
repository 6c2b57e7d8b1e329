//! How often accounts may be asked about and tried.

use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use store::PersonId;
use web::{Error, Limiter, Result};

use crate::{Settings, client};

/// Per network address alone: for calls that name nobody.
pub(crate) fn check_network(request: &HttpRequest, settings: &Settings) -> Result<()> {
    let network = client::network(request, &settings.proxies);
    settings.sign_ins_by_address.take(network, Instant::now()).map_err(too_many)
}

/// Per network address, so that one machine cannot try many accounts; per e-mail, so that many cannot try one.
pub(crate) fn check_rate(request: &HttpRequest, settings: &Settings, email: &str) -> Result<()> {
    let now = Instant::now();
    settings
        .sign_ins_by_address
        .take(client::network(request, &settings.proxies), now)
        .and_then(|()| settings.sign_ins_by_email.take(email.to_owned(), now))
        .map_err(too_many)
}

/// Per person who is signed in.
pub(crate) fn check_person(limiter: &Limiter<PersonId>, person: PersonId) -> Result<()> {
    limiter.take(person, Instant::now()).map_err(too_many)
}

fn too_many(wait: Duration) -> Error {
    let sentence = "Too many attempts. Please wait a moment.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(whole_seconds(wait))
}

/// For `Retry-After`: never too early.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
