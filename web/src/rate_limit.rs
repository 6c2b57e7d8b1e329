//! Named rate limits of routes: per network address, per person, or per address and e-mail address.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use std::future::{Ready, ready};
use store::{PersonId, people};

use crate::{Caller, Error, Limiter, Proxies, Rate, Result};

/// A rate limit that several routes can share. Clones share their buckets.
#[derive(Clone, Debug)]
pub struct RateLimit(Arc<Limit>);

#[derive(Debug)]
struct Limit {
    name: &'static str,
    key: Key,
}

#[derive(Debug)]
enum Key {
    Address(Limiter),
    Person(Limiter<PersonId>),
    AddressAndEmail { address: Limiter, email: Limiter },
}

impl RateLimit {
    /// One bucket per network address.
    pub fn per_address(name: &'static str, rate: Rate) -> Self {
        Self::new(name, Key::Address(Limiter::new(rate)))
    }

    /// One bucket per person. The route requires a caller.
    pub fn per_person(name: &'static str, rate: Rate) -> Self {
        Self::new(name, Key::Person(Limiter::new(rate)))
    }

    /// One bucket per network address, so that one machine cannot try many accounts, and one per e-mail address, so that
    /// many machines cannot try one account. The handler takes the second one with [`EmailLimit`].
    pub fn per_address_and_email(name: &'static str, address: Rate, email: Rate) -> Self {
        Self::new(name, Key::AddressAndEmail { address: Limiter::new(address), email: Limiter::new(email) })
    }

    fn new(name: &'static str, key: Key) -> Self {
        Self(Arc::new(Limit { name, key }))
    }

    /// The limit as the list of routes shows it.
    pub(crate) fn describe(&self) -> String {
        let key = match self.0.key {
            Key::Address(_) => "address",
            Key::Person(_) => "person",
            Key::AddressAndEmail { .. } => "address, email",
        };
        format!("{} ({key})", self.0.name)
    }

    /// Takes a token of the caller's network address, before the caller is known.
    pub(crate) fn check_address(&self, request: &HttpRequest, proxies: &Proxies) -> Result<()> {
        let network = proxies.client_network(request);
        request.extensions_mut().insert(ClientNetwork(network.clone()));
        match &self.0.key {
            Key::Address(limiter) => limiter.take(network, Instant::now()).map_err(rate_limited),
            Key::AddressAndEmail { address, .. } => {
                request.extensions_mut().insert(EmailLimit(self.clone()));
                address.take(network, Instant::now()).map_err(rate_limited)
            }
            Key::Person(_) => Ok(()),
        }
    }

    /// Takes a token of the person who calls.
    pub(crate) async fn check_person(&self, request: &HttpRequest) -> Result<()> {
        if let Key::Person(_) = self.0.key {
            self.take_of(Caller::of(request).await?.person)?;
        }
        Ok(())
    }

    /// Takes a token of a person, for handlers that do several limited things.
    pub fn take_of(&self, person: PersonId) -> Result<()> {
        let Key::Person(limiter) = &self.0.key else { return Ok(()) };
        limiter.take(person, Instant::now()).map_err(rate_limited)
    }
}

/// The e-mail part of the route's rate limit, for handlers that find the e-mail address in a body.
#[derive(Clone, Debug)]
pub struct EmailLimit(RateLimit);

impl EmailLimit {
    /// Takes a token of the mailbox of a valid e-mail address, in any spelling and with any tag.
    pub fn check(&self, email: &str) -> Result<()> {
        let Key::AddressAndEmail { email: limiter, .. } = &self.0.0.key else { return Ok(()) };
        limiter.take(people::mailbox_of(email), Instant::now()).map_err(rate_limited)
    }
}

impl FromRequest for EmailLimit {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(request.extensions().get().cloned().ok_or_else(|| {
            tracing::error!(path = request.path(), "the route has no rate limit per e-mail address");
            Error::unavailable()
        }))
    }
}

/// The caller's network address as rate limits count it, for handlers of routes with a limit.
#[derive(Clone, Debug)]
pub struct ClientNetwork(pub String);

impl FromRequest for ClientNetwork {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(request.extensions().get().cloned().ok_or_else(|| {
            tracing::error!(path = request.path(), "the route has no rate limit");
            Error::unavailable()
        }))
    }
}

/// 429 with the time to wait.
pub fn rate_limited(wait: Duration) -> Error {
    let sentence = "That was a lot at once. Please wait a moment.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(whole_seconds(wait))
}

/// Seconds for `Retry-After`, rounded up.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
