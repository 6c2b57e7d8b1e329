//! Webhooks: sends signed events to addresses of administrators.
//!
//! An administrator may be mistaken, and names may change: only public addresses over https, no redirects.

use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, StatusCode};
use tokio::time::timeout;
use url::{Origin, Url};

use crate::{Options, ssrf_guard};

/// Sent as `User-Agent`.
const USER_AGENT: &str = "MentorHub/1.0";

/// A request that takes longer is repeated later.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Why an event was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The address is gone for good (410).
    #[error("the address is gone")]
    Gone,
    /// Another answer than success.
    #[error("the address refused it ({0})")]
    Refused(u16),
    /// No answer in time.
    #[error("the address cannot be reached")]
    Unreachable,
    /// Requests may not go there.
    #[error("the address is not public")]
    NotPublic,
}

/// A signed event.
#[derive(Clone, Copy, Debug)]
pub struct Message<'m> {
    /// Its id.
    pub id: &'m str,
    /// Seconds since 1970.
    pub timestamp: i64,
    /// The signatures.
    pub signature: &'m str,
    /// A JSON object.
    pub body: &'m str,
}

/// Sends webhooks.
#[derive(Clone, Debug)]
pub struct Poster {
    client: Client,
    options: Options,
}

impl Poster {
    /// Creates a client. `trusted` is a server of the operator: only its origin may be private and use plain HTTP.
    pub fn new(trusted: Option<Origin>) -> Self {
        let options = Options { trusted, patience: REQUEST_TIMEOUT, ..Options::default() };
        Self { client: ssrf_guard::client(&options, USER_AGENT), options }
    }

    /// Returns whether events may be sent to this address.
    pub fn takes(&self, url: &str) -> bool {
        self.target(url).is_some()
    }

    fn target(&self, url: &str) -> Option<Url> {
        let url: Url = url.parse().ok()?;
        let is_trusted = self.options.trusted.as_ref() == Some(&url.origin());
        (ssrf_guard::may_reach(&self.options, &url) && (url.scheme() == "https" || is_trusted)).then_some(url)
    }

    /// Sends an event, and returns the status of success. The answer is not read.
    pub async fn send(&self, url: &str, message: &Message<'_>) -> Result<u16, Failure> {
        let url = self.target(url).ok_or(Failure::NotPublic)?;
        let request = self
            .client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", message.signature)
            .body(message.body.to_owned());
        let answer = timeout(self.options.patience, request.send()).await;
        let Ok(Ok(answer)) = answer else { return Err(Failure::Unreachable) };
        match answer.status() {
            status if status.is_success() => Ok(status.as_u16()),
            StatusCode::GONE => Err(Failure::Gone),
            status => Err(Failure::Refused(status.as_u16())),
        }
    }
}
