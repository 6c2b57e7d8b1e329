//! Keys of programs, on the routes that take them. For every other route a key is no access token: it answers 401.

use std::sync::Arc;
use std::time::Instant;

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use store::api_keys;
use store::{ApiKeyId, Store};

use crate::caller::Staff;
use crate::rate_limit::rate_limited;
use crate::{Error, Limiter, Proxies, Rate, Result};

/// How often each key may call the routes that share this. Clones share their buckets.
#[derive(Clone, Debug)]
pub struct ApiKeys(Arc<Limits>);

#[derive(Debug)]
struct Limits {
    /// Before the database: keys may be invented. A valid key gives its token back, as several programs may share an address.
    address: Limiter,
    key: Limiter<ApiKeyId>,
}

impl ApiKeys {
    /// One bucket per key and one per network address, on each node.
    pub fn new(rate: Rate) -> Self {
        Self(Arc::new(Limits { address: Limiter::new(rate), key: Limiter::new(rate) }))
    }

    /// The key of a request, valid or not; None for what may be an access token.
    pub(crate) fn presented(request: &HttpRequest) -> Option<&str> {
        let header = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
        header.strip_prefix("Bearer ").filter(|key| key.starts_with(api_keys::PREFIX))
    }

    /// Lets the key act as its creator for its programmes, and for nothing else; 401 if it is not valid. The last check of a request.
    pub(crate) async fn check(&self, request: &HttpRequest, proxies: &Proxies, key: &str) -> Result<()> {
        let store = request.app_data::<Data<Store>>().ok_or_else(Error::unavailable)?;
        let network = proxies.client_network(request);
        self.0.address.take(network.clone(), Instant::now()).map_err(rate_limited)?;
        let used = api_keys::verify(store, key).await?.ok_or_else(Error::not_signed_in)?;
        self.0.address.give_back(&network);
        self.0.key.take(used.id, Instant::now()).map_err(rate_limited)?;
        api_keys::record_use(store, &used).await?;
        request.extensions_mut().insert(CallingKey(used.id));
        request.extensions_mut().insert(Staff::of_key(used));
        Ok(())
    }
}

/// The key that made a request.
#[derive(Clone, Copy, Debug)]
struct CallingKey(ApiKeyId);

/// Returns the key that made a request; None for people.
pub fn calling_key(request: &HttpRequest) -> Option<ApiKeyId> {
    request.extensions().get::<CallingKey>().map(|key| key.0)
}
