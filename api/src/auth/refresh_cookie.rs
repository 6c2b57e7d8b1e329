//! The cookie with the refresh token: invisible to scripts, and sent only to the routes of accounts.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use store::login_sessions;

const NAME: &str = "mh_refresh";
const PATH: &str = "/api/v2/users";

pub(super) fn read(request: &HttpRequest) -> Option<String> {
    request.cookie(NAME).map(|cookie| cookie.value().to_owned())
}

pub(super) fn with(token: String, secure: bool) -> Cookie<'static> {
    Cookie::build(NAME, token)
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::seconds(login_sessions::LIFETIME.num_seconds()))
        .finish()
}

pub(super) fn cleared(secure: bool) -> Cookie<'static> {
    let mut cookie = with(String::new(), secure);
    cookie.make_removal();
    cookie
}
