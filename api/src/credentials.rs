//! Badges as Open Badges 3.0 credentials: their owners publish them, strangers verify them.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::HeaderName;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

use crate::Settings;

mod claims;
mod keys;
mod medals;
mod own;
mod public;

/// Keeps search engines away from pages about people.
const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");

/// The type of a credential that is signed as a JSON Web Token.
const JWT: &str = "application/vc+jwt";

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let (public, signed) = (|| Policy::new(Access::Public), || Policy::new(Access::Signed));
    let own = "/api/v2/badges/{id}/credential";
    vec![
        Route::new(Method::GET, own, signed_in(), own::show),
        Route::new(Method::POST, own, signed_in(), own::publish),
        Route::new(Method::DELETE, own, signed_in(), own::withdraw),
        Route::new(Method::GET, "/api/v2/credentials/keys", public(), keys::list),
        Route::new(Method::GET, "/api/v2/credentials/keys/{key}", public(), keys::show),
        Route::new(Method::GET, "/api/v2/credentials/status/{key}", public(), keys::status_list),
        Route::new(Method::GET, "/api/v2/credentials/medals/{tier}", public(), medals::show),
        Route::new(Method::GET, "/api/v2/credentials/{id}", signed(), public::show),
        Route::new(Method::GET, "/api/v2/credentials/{id}/badge.jwt", signed(), public::token),
        Route::new(Method::GET, "/api/v2/credentials/{id}/badge.png", signed(), public::picture),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            own::show,
            own::publish,
            own::withdraw,
            keys::list,
            keys::show,
            keys::status_list,
            medals::show,
            public::show,
            public::token,
            public::picture
        ),
        tags((name = "Credentials", description = "Badges as Open Badges 3.0 credentials."))
    )]
    struct Document;
    Document::openapi()
}

/// The address of this installation, which stands in credentials. Without a configured one it is the host that the browser called.
fn origin_of(request: &HttpRequest, settings: &Settings) -> String {
    let host = request.headers().get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
    settings.public_url.clone().unwrap_or_else(|| format!("http://{host}"))
}

/// Where a public key is published.
fn key_address(origin: &str, key: &str) -> String {
    format!("{origin}/api/v2/credentials/keys/{key}/")
}

/// Where the status list of a key is published.
fn status_address(origin: &str, key: &str) -> String {
    format!("{origin}/api/v2/credentials/status/{key}/")
}
