//! The cookie that binds a way to a provider to the browser that takes it: one per way, so that two tabs do not disturb
//! each other.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use store::social::ATTEMPT;

const PATH: &str = "/api/v2/users/social";

/// Characters of a state that tell one way from another; the rest of it stays a secret.
const TELLING: usize = 8;

/// The cookie's name, for a state that may come from anywhere.
fn name(state: &str) -> Option<String> {
    let (_, random) = state.split_once('.')?;
    let telling = random.get(..TELLING)?;
    telling
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        .then(|| format!("mh_social_{telling}"))
}

pub(super) fn read(request: &HttpRequest, state: &str) -> Option<String> {
    request.cookie(&name(state)?).map(|cookie| cookie.value().to_owned())
}

pub(super) fn with(state: &str, secret: &str, secure: bool) -> Option<Cookie<'static>> {
    let cookie = Cookie::build(name(state)?, secret.to_owned())
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::seconds(ATTEMPT.num_seconds()));
    Some(cookie.finish())
}

pub(super) fn cleared(state: &str, secure: bool) -> Option<Cookie<'static>> {
    let mut cookie = with(state, "", secure)?;
    cookie.make_removal();
    Some(cookie)
}
