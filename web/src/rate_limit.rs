//! Named rate limits of routes: per network address, per person, or per address and e-mail address.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use std::future::{Ready, ready};
use store::{PersonId, Store, people};

use crate::{Caller, Error, Limiter, Proxies, Rate, Result, SharedLimiter};

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
    PersonOverAllNodes(SharedLimiter),
    AddressAndEmail { address: SharedLimiter, email: SharedLimiter },
}

impl RateLimit {
    /// One bucket per network address and node.
    pub fn per_address(name: &'static str, rate: Rate) -> Self {
        Self::new(name, Key::Address(Limiter::new(rate)))
    }

    /// One bucket per person and node. The route requires a caller.
    pub fn per_person(name: &'static str, rate: Rate) -> Self {
        Self::new(name, Key::Person(Limiter::new(rate)))
    }

    /// One bucket per person over all nodes, at the price of a statement. The route requires a caller.
    pub fn per_person_over_all_nodes(name: &'static str, rate: Rate) -> Self {
        Self::new(name, Key::PersonOverAllNodes(SharedLimiter::new(name, rate)))
    }

    /// One bucket per network address, so that one machine cannot try many accounts, and one per e-mail address, so that
    /// many machines cannot try one account; both over all nodes. The handler takes the second one with [`EmailLimit`].
    pub fn per_address_and_email(
        name: &'static str,
        (address_name, address): (&'static str, Rate),
        (email_name, email): (&'static str, Rate),
    ) -> Self {
        let address = SharedLimiter::new(address_name, address);
        Self::new(name, Key::AddressAndEmail { address, email: SharedLimiter::new(email_name, email) })
    }

    fn new(name: &'static str, key: Key) -> Self {
        Self(Arc::new(Limit { name, key }))
    }

    /// The limit as the list of routes shows it.
    pub(crate) fn describe(&self) -> String {
        let key = match self.0.key {
            Key::Address(_) => "address",
            Key::Person(_) => "person",
            Key::PersonOverAllNodes(_) => "person, all nodes",
            Key::AddressAndEmail { .. } => "address, email, all nodes",
        };
        format!("{} ({key})", self.0.name)
    }

    /// Takes a token of the caller's network address, before the caller is known.
    pub(crate) async fn check_address(&self, request: &HttpRequest, proxies: &Proxies) -> Result<()> {
        let network = proxies.client_network(request);
        request.extensions_mut().insert(ClientNetwork(network.clone()));
        match &self.0.key {
            Key::Address(limiter) => limiter.take(network, Instant::now()).map_err(rate_limited),
            Key::AddressAndEmail { address, .. } => {
                request.extensions_mut().insert(EmailLimit(self.clone()));
                address.take(store_of(request)?, &network).await
            }
            Key::Person(_) | Key::PersonOverAllNodes(_) => Ok(()),
        }
    }

    /// Takes a token of the person who calls.
    pub(crate) async fn check_person(&self, request: &HttpRequest) -> Result<()> {
        match self.0.key {
            Key::Person(_) | Key::PersonOverAllNodes(_) => {
                self.take_of(store_of(request)?, Caller::of(request).await?.person).await
            }
            Key::Address(_) | Key::AddressAndEmail { .. } => Ok(()),
        }
    }

    /// Takes a token of a person, for handlers that do several limited things.
    pub async fn take_of(&self, store: &Store, person: PersonId) -> Result<()> {
        match &self.0.key {
            Key::Person(limiter) => limiter.take(person, Instant::now()).map_err(rate_limited),
            Key::PersonOverAllNodes(limiter) => limiter.take(store, &person.to_string()).await,
            Key::Address(_) | Key::AddressAndEmail { .. } => Ok(()),
        }
    }
}

fn store_of(request: &HttpRequest) -> Result<&Store> {
    request.app_data::<Data<Store>>().map(|store| store.as_ref()).ok_or_else(Error::unavailable)
}

/// The e-mail part of the route's rate limit, for handlers that find the e-mail address in a body.
#[derive(Clone, Debug)]
pub struct EmailLimit(RateLimit);

impl EmailLimit {
    /// Takes a token of the mailbox of a valid e-mail address, in any spelling and with any tag.
    pub async fn check(&self, store: &Store, email: &str) -> Result<()> {
        let Key::AddressAndEmail { email: limiter, .. } = &self.0.0.key else { return Ok(()) };
        limiter.take(store, &people::mailbox_of(email)).await
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
