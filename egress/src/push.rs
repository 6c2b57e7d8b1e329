//! Web push: short messages to a browser through its vendor's push service.
//!
//! The endpoint is supplied by a browser, hence untrusted: only public addresses over https, no redirects. Encryption
//! (RFC 8291) and signature (RFC 8292) take about eighty lines over crates that are linked anyway; the available web-push
//! crates bring an HTTP client or a second generation of cryptography.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use tokio::time::timeout;
use url::{Origin, Url};

use crate::{Options, ssrf_guard};

mod encryption;
mod vapid;

pub use vapid::Key;

/// Sent as `User-Agent`.
const USER_AGENT: &str = "MentorHub/1.0";

/// A request that takes longer is retried later.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The `Urgency` header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Delivered when convenient.
    Normal,
    /// Delivered at once.
    High,
}

/// A validated push subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    endpoint: Url,
    public_key: Vec<u8>,
    auth: Vec<u8>,
}

/// Delivery options of a message.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'t> {
    /// How long the push service stores it for an offline device.
    pub ttl: Duration,
    /// Urgency.
    pub urgency: Urgency,
    /// A stored message with the same topic is replaced: at most 32 base64url characters.
    pub topic: &'t str,
}

/// Why a push failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The subscription no longer exists.
    #[error("the device is gone")]
    Gone,
    /// Permanent failure.
    #[error("the push service refused it with {0}")]
    Refused(u16),
    /// Temporary failure.
    #[error("the push service cannot be reached, or has no time")]
    Later,
}

/// Client of push services.
#[derive(Debug)]
pub struct Pusher {
    client: Client,
    options: Options,
    key: Key,
    /// Contact address for push services.
    contact: String,
}

impl Subscription {
    /// Parses a subscription: a P-256 point and 16 bytes, in base64url.
    pub fn parse(endpoint: &str, public_key: &str, auth: &str) -> Option<Self> {
        let decoded = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Self::of(endpoint, decoded(public_key)?, decoded(auth)?)
    }

    /// Restores a stored subscription.
    pub fn of(endpoint: &str, public_key: Vec<u8>, auth: Vec<u8>) -> Option<Self> {
        let endpoint = endpoint.parse().ok()?;
        let is_whole = encryption::is_point(&public_key) && auth.len() == encryption::AUTH_BYTES;
        is_whole.then_some(Self { endpoint, public_key, auth })
    }

    /// Returns the endpoint.
    pub fn endpoint(&self) -> &str {
        self.endpoint.as_str()
    }

    /// Returns the public key for encryption.
    pub fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    /// Returns the authentication secret.
    pub fn auth(&self) -> &[u8] {
        &self.auth
    }
}

impl Pusher {
    /// Creates a client with a VAPID key. `trusted` is the operator's own push service: only its origin may be private and use
    /// plain HTTP.
    pub fn new(key: Key, contact: String, trusted: Option<Origin>) -> Self {
        let options = Options { trusted, patience: REQUEST_TIMEOUT, ..Options::default() };
        Self { client: ssrf_guard::client(&options, USER_AGENT), options, key, contact }
    }

    /// Returns the application server key for browsers.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Returns whether this subscription's endpoint may be contacted.
    pub fn takes(&self, subscription: &Subscription) -> bool {
        let url = &subscription.endpoint;
        let is_trusted = self.options.trusted.as_ref() == Some(&url.origin());
        ssrf_guard::may_reach(&self.options, url) && (url.scheme() == "https" || is_trusted)
    }

    /// Sends a message. `now` is in seconds since 1970.
    pub async fn send(
        &self,
        subscription: &Subscription,
        message: &[u8],
        terms: &Terms<'_>,
        now: i64,
    ) -> Result<(), Failure> {
        if !self.takes(subscription) {
            return Err(Failure::Gone);
        }
        let body = encryption::encrypt(&subscription.public_key, &subscription.auth, message).ok_or(Failure::Gone)?;
        let audience = subscription.endpoint.origin().ascii_serialization();
        let urgency = if terms.urgency == Urgency::High { "high" } else { "normal" };
        let request = self
            .client
            .post(subscription.endpoint.clone())
            .header(AUTHORIZATION, self.key.authorization(&audience, &self.contact, now))
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", terms.ttl.as_secs())
            .header("urgency", urgency)
            .header("topic", terms.topic)
            .body(body);
        let answer = timeout(self.options.patience, request.send()).await;
        let Ok(Ok(answer)) = answer else { return Err(Failure::Later) };
        match answer.status() {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(Failure::Gone),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Err(Failure::Later),
            status if status.is_server_error() || has_retry_after(answer.headers()) => Err(Failure::Later),
            status => Err(Failure::Refused(status.as_u16())),
        }
    }
}

fn has_retry_after(headers: &HeaderMap) -> bool {
    headers.contains_key(RETRY_AFTER)
}
