//! The cookie that binds a social sign-in to the browser that started it: one per attempt, so that tabs do not interfere.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use store::social::ATTEMPT;

const PATH: &str = "/api/v2/users/social";

/// Characters of the state in the name of the cookie; the rest stays secret.
const NAME_CHARS: usize = 8;

/// The name of the cookie for a state, which is untrusted input.
fn name(state: &str) -> Option<String> {
    let (_, random) = state.split_once('.')?;
    let prefix = random.get(..NAME_CHARS)?;
    prefix
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        .then(|| format!("mh_social_{prefix}"))
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
