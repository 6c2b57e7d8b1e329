//! The cookie with the refresh token: out of reach of scripts, and sent to the session calls alone.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use store::sessions;

const NAME: &str = "mh_refresh";
const PATH: &str = "/api/v2/users";

pub(crate) fn read(request: &HttpRequest) -> Option<String> {
    request.cookie(NAME).map(|cookie| cookie.value().to_owned())
}

pub(crate) fn with(token: String, secure: bool) -> Cookie<'static> {
    Cookie::build(NAME, token)
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::seconds(sessions::LIFETIME.num_seconds()))
        .finish()
}

pub(crate) fn cleared(secure: bool) -> Cookie<'static> {
    let mut cookie = with(String::new(), secure);
    cookie.make_removal();
    cookie
}
