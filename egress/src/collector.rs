//! Client of the operator's trace collector.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use crate::{Options, Refused, ssrf_guard};

/// Sent as `User-Agent`.
const USER_AGENT: &str = "MentorHub/1.0";

/// A batch is lost if the collector takes longer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Posts batches to the collector.
#[derive(Debug)]
pub struct Collector {
    client: Client,
    url: Url,
}

impl Collector {
    /// Creates a client for an address that the operator configured.
    pub fn new(url: Url) -> Self {
        let options = Options { trusted: Some(url.origin()), patience: REQUEST_TIMEOUT, ..Options::default() };
        Self { client: ssrf_guard::client(&options, USER_AGENT), url }
    }

    /// Posts a batch.
    pub async fn post(&self, json: Vec<u8>) -> Result<(), Refused> {
        let request = self.client.post(self.url.clone()).header(CONTENT_TYPE, "application/json").body(json);
        let answer = request.timeout(REQUEST_TIMEOUT).send().await.map_err(|_| Refused::Failed)?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(Refused::Status(status.as_u16())) }
    }
}
