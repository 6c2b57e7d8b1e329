//! HTTP requests to a provider, with time and size limits and without redirects.

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, redirect};
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::Failure;
use crate::ssrf_guard::tls;

/// A person waits for the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

/// Discovery and key documents have a few kilobytes.
const MAX_BYTES: usize = 256 * 1024;

/// Creates the HTTP client. The operator configured the provider, so it may be in a private network.
pub(super) fn client() -> Client {
    #[expect(clippy::expect_used, reason = "everything it is made of is a constant")]
    Client::builder()
        .tls_backend_preconfigured(tls())
        // A redirect would send codes and secrets elsewhere.
        .redirect(redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .timeout(REQUEST_TIMEOUT)
        .user_agent("MentorHub/1.0")
        .build()
        .expect("a client of constants")
}

/// Sends a form.
pub(super) fn form(request: RequestBuilder, fields: &[(&str, &str)]) -> RequestBuilder {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)
}

/// Reads a JSON answer.
pub(super) async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Failure> {
    let request = request.header(ACCEPT, "application/json");
    let mut response = request.send().await.map_err(|_| Failure::Away("no answer"))?;
    let status = response.status();
    if status.is_client_error() {
        return Err(Failure::Refused);
    }
    if !status.is_success() {
        return Err(Failure::Away("it has troubles of its own"));
    }
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|_| Failure::Away("the answer broke off"))? {
        if bytes.len() + piece.len() > MAX_BYTES {
            return Err(Failure::Away("the answer is too long"));
        }
        bytes.extend_from_slice(&piece);
    }
    serde_json::from_slice(&bytes).map_err(|_| Failure::Away("the answer is not what was agreed upon"))
}
