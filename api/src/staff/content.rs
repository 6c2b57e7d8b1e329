//! The content of the installation, as staff see and change it.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use serde::de::DeserializeOwned;
use store::staff::Permission;
use web::{Access, Error, Policy, Result, Route, route};

mod bundle;
pub(super) mod sessions;
mod texts;

/// Bytes of a request with texts: a document in several languages is longer than other bodies.
const MAX_TEXTS_BYTES: usize = 256 * 1024;

/// The routes of the content.
pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageContent));
    let mut routes = vec![
        route!(GET, "/api/staff/content/sessions/", staff(), sessions::list),
        route!(GET, "/api/staff/content/sessions/{session}/", staff(), sessions::detail::show),
        route!(POST, "/api/staff/content/sessions/{session}/answer-key/", staff(), sessions::answer_key::correct),
        route!(
            POST,
            "/api/staff/content/sessions/{session}/answer-key/preview/",
            staff(),
            sessions::answer_key::preview
        ),
    ];
    routes.extend(texts::routes());
    routes.extend(bundle::routes());
    routes
}

/// Reads a body with long texts.
async fn long_body<T: DeserializeOwned>(payload: Payload) -> Result<T> {
    let malformed = || Error::new(StatusCode::BAD_REQUEST, "malformed", "This request cannot be read.");
    let bytes = payload.to_bytes_limited(MAX_TEXTS_BYTES).await.map_err(|_| malformed())?.map_err(|_| malformed())?;
    serde_json::from_slice(&bytes).map_err(|error| malformed().field("body", error.to_string()))
}
