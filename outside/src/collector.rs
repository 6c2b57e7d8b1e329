//! The operator's own collector of traces, wherever it is.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use crate::{Options, Refused, guard};

/// Who we say we are.
const USER_AGENT: &str = "MentorHub/1.0";

/// A collector that takes longer loses what it was told.
const PATIENCE: Duration = Duration::from_secs(5);

/// The way there.
#[derive(Debug)]
pub struct Collector {
    client: Client,
    url: Url,
}

impl Collector {
    /// The way to an address that the operator named.
    pub fn new(url: Url) -> Self {
        let options = Options { trusted: Some(url.origin()), patience: PATIENCE, ..Options::default() };
        Self { client: guard::client(&options, USER_AGENT), url }
    }

    /// Hands something over.
    pub async fn post(&self, json: Vec<u8>) -> Result<(), Refused> {
        let request = self.client.post(self.url.clone()).header(CONTENT_TYPE, "application/json").body(json);
        let answer = request.timeout(PATIENCE).send().await.map_err(|_| Refused::Failed)?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(Refused::Status(status.as_u16())) }
    }
}
