//! Badges as Open Badges 3.0 credentials: their owners publish them, strangers verify them.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use web::{Access, Policy, RouteTable, route};

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
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let (public, signed) = (|| Policy::new(Access::Public), || Policy::new(Access::Signed));
    let own = "/api/v2/badges/{id}/credential/";
    let routes = vec![
        route!(GET, own, signed_in(), own::show),
        route!(POST, own, signed_in(), own::publish),
        route!(DELETE, own, signed_in(), own::withdraw),
        route!(GET, "/api/v2/credentials/keys/", public(), keys::list),
        route!(GET, "/api/v2/credentials/keys/{key}/", public(), keys::show),
        route!(GET, "/api/v2/credentials/status/{key}/", public(), keys::status_list),
        route!(GET, "/api/v2/credentials/medals/{tier}", public(), medals::show),
        route!(GET, "/api/v2/credentials/{id}/", signed(), public::show),
        route!(GET, "/api/v2/credentials/{id}/badge.jwt", signed(), public::token),
        route!(GET, "/api/v2/credentials/{id}/badge.png", signed(), public::picture),
    ];
    RouteTable::new("Credentials", "Badges as Open Badges 3.0 credentials.", routes)
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
