//! Web push: a few bytes for one browser, through the push service of its maker.
//!
//! The address of a push service is given by a browser, so it is an address that a person gave: only public ones are
//! reached, over https, and nothing is followed. Encryption (RFC 8291) and signature (RFC 8292) are some eighty lines over
//! the primitives that are in this program anyway; the crates for it bring an HTTP client or a second generation of them.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use tokio::time::timeout;
use url::{Origin, Url};

use crate::{Options, guard};

mod encryption;
mod vapid;

pub use vapid::Key;

/// Who we say we are.
const USER_AGENT: &str = "MentorHub/1.0";

/// A push service that takes longer is asked another time.
const PATIENCE: Duration = Duration::from_secs(10);

/// How soon a device should be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// When it is convenient.
    Normal,
    /// At once: somebody waits.
    High,
}

/// What a browser gave to be reached by, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    endpoint: Url,
    public_key: Vec<u8>,
    auth: Vec<u8>,
}

/// What the push service is to do with a message.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'t> {
    /// How long it is kept for a device that is off.
    pub ttl: Duration,
    /// How soon.
    pub urgency: Urgency,
    /// One that waits under the same name is replaced: at most 32 characters of base64url.
    pub topic: &'t str,
}

/// Why a message did not get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// There is no such device any more.
    #[error("the device is gone")]
    Gone,
    /// Trying again would change nothing.
    #[error("the push service refused it with {0}")]
    Refused(u16),
    /// Another time.
    #[error("the push service cannot be reached, or has no time")]
    Later,
}

/// The way to push services.
#[derive(Debug)]
pub struct Pusher {
    client: Client,
    options: Options,
    key: Key,
    /// Whom a push service may write to about us.
    contact: String,
}

impl Subscription {
    /// What a browser told, if it can be used: a point of P-256 and 16 bytes, in base64url as browsers write it.
    pub fn parse(endpoint: &str, public_key: &str, auth: &str) -> Option<Self> {
        let decoded = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Self::of(endpoint, decoded(public_key)?, decoded(auth)?)
    }

    /// The same from what was kept.
    pub fn of(endpoint: &str, public_key: Vec<u8>, auth: Vec<u8>) -> Option<Self> {
        let endpoint = endpoint.parse().ok()?;
        let is_whole = encryption::is_point(&public_key) && auth.len() == encryption::AUTH_BYTES;
        is_whole.then_some(Self { endpoint, public_key, auth })
    }

    /// Where its messages are posted.
    pub fn endpoint(&self) -> &str {
        self.endpoint.as_str()
    }

    /// What they are encrypted for.
    pub fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    /// And with.
    pub fn auth(&self) -> &[u8] {
        &self.auth
    }
}

impl Pusher {
    /// A way that knows this installation by a key. `trusted` is a push service of the operator's own: it alone may be of
    /// their network, and may speak plain HTTP.
    pub fn new(key: Key, contact: String, trusted: Option<Origin>) -> Self {
        let options = Options { trusted, patience: PATIENCE, ..Options::default() };
        Self { client: guard::client(&options, USER_AGENT), options, key, contact }
    }

    /// What browsers subscribe with.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Whether messages for this subscription may leave at all.
    pub fn takes(&self, subscription: &Subscription) -> bool {
        let url = &subscription.endpoint;
        let is_trusted = self.options.trusted.as_ref() == Some(&url.origin());
        guard::may_reach(&self.options, url) && (url.scheme() == "https" || is_trusted)
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
        let body = encryption::seal(&subscription.public_key, &subscription.auth, message).ok_or(Failure::Gone)?;
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
