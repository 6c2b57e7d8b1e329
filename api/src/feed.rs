//! The feed of posts and quotes.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod click;
mod date_range;
mod likes;
mod list;
mod query;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/learninghub/feed", signed_in(), list::list),
        Route::new(Method::GET, "/api/v2/learninghub/feed/daterange", signed_in(), date_range::show),
        Route::new(Method::POST, "/api/v2/learninghub/feed/toggle-like", signed_in(), likes::toggle),
        Route::new(Method::PUT, "/api/v2/learninghub/feed/likes", signed_in(), likes::show),
        Route::new(Method::POST, "/api/v2/learninghub/feed/click", signed_in(), click::click),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(list::list, date_range::show, likes::toggle, likes::show, click::click),
        tags((name = "Feed", description = "Posts and quotes of the programme."))
    )]
    struct Document;
    Document::openapi()
}
