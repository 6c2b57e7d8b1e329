//! The content of the installation, as staff see and change it.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use serde::de::DeserializeOwned;
use web::{Error, Result, Route};

mod bundle;
mod texts;

/// Bytes of a request with texts: a document in several languages is longer than other bodies.
const MAX_TEXTS_BYTES: usize = 256 * 1024;

pub(super) fn routes() -> Vec<Route> {
    let mut routes = texts::routes();
    routes.extend(bundle::routes());
    routes
}

/// Reads a body with long texts.
async fn long_body<T: DeserializeOwned>(payload: Payload) -> Result<T> {
    let malformed = || Error::new(StatusCode::BAD_REQUEST, "malformed", "This request cannot be read.");
    let bytes = payload.to_bytes_limited(MAX_TEXTS_BYTES).await.map_err(|_| malformed())?.map_err(|_| malformed())?;
    serde_json::from_slice(&bytes).map_err(|error| malformed().field("body", error.to_string()))
}
