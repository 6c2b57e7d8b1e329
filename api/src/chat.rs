//! The parts of chat that need no live connection: unread counts, muting, saved and pinned messages, ratings, and the list of bots.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod bot_users;
mod mute;
mod pins;
mod rating;
mod saved;
mod snippet;
mod unread;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let member = || Policy::new(Access::Member);
    let active_member = || Policy::new(Access::ActiveMember);
    vec![
        Route::new(Method::GET, "/api/v2/chat/bot-users", signed_in(), bot_users::list),
        Route::new(Method::GET, "/api/v2/chat/unread-message", signed_in(), unread::count),
        Route::new(Method::POST, "/api/v2/chat/{channel}/mute", member(), mute::set),
        Route::new(Method::GET, "/api/v2/chat/saved", signed_in(), saved::list),
        Route::new(Method::GET, "/api/v2/chat/{channel}/saved", member(), saved::in_channel),
        Route::new(Method::PUT, "/api/v2/chat/{channel}/saved/{message}", member(), saved::add),
        Route::new(Method::DELETE, "/api/v2/chat/{channel}/saved/{message}", member(), saved::remove),
        Route::new(Method::GET, "/api/v2/chat/{channel}/pins", member(), pins::list),
        Route::new(Method::PUT, "/api/v2/chat/{channel}/pins/{message}", active_member(), pins::add),
        Route::new(Method::DELETE, "/api/v2/chat/{channel}/pins/{message}", active_member(), pins::remove),
        Route::new(Method::GET, "/api/v2/chat/{channel}/rating-status", member(), rating::status),
        Route::new(Method::POST, "/api/v2/chat/{channel}/rating", active_member(), rating::rate),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(paths(
        bot_users::list,
        unread::count,
        mute::set,
        pins::list,
        pins::add,
        pins::remove,
        saved::list,
        saved::in_channel,
        saved::add,
        saved::remove,
        rating::status,
        rating::rate
    ))]
    struct Document;
    Document::openapi()
}
