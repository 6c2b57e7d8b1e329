//! What a provider is asked over HTTP: quickly, in small answers, and where it was sent on nobody follows.

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, redirect};
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::Failure;
use crate::guard::tls;

/// A person waits meanwhile.
const PATIENCE: Duration = Duration::from_secs(8);

/// Documents and keys of providers have some kilobytes.
const MOST_BYTES: usize = 256 * 1024;

/// The client. The operator named the provider, so it may live inside of their network.
pub(super) fn client() -> Client {
    #[expect(clippy::expect_used, reason = "everything it is made of is a constant")]
    Client::builder()
        .tls_backend_preconfigured(tls())
        // A redirect would carry codes and secrets elsewhere.
        .redirect(redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .timeout(PATIENCE)
        .user_agent("MentorHub/1.0")
        .build()
        .expect("a client of constants")
}

/// A request with a form.
pub(super) fn form(request: RequestBuilder, fields: &[(&str, &str)]) -> RequestBuilder {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)
}

/// The JSON that comes back.
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
        if bytes.len() + piece.len() > MOST_BYTES {
            return Err(Failure::Away("the answer is too long"));
        }
        bytes.extend_from_slice(&piece);
    }
    serde_json::from_slice(&bytes).map_err(|_| Failure::Away("the answer is not what was agreed upon"))
}
