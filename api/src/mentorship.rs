//! Mentorships of the signed-in person.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod ended;
mod partner;
mod pauses;
mod progress;
mod sessions;
mod show;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    vec![
        Route::new(Method::GET, "/api/v2/mentorships/sessions", signed_in(), sessions::list),
        Route::new(Method::GET, "/api/v2/mentorships/mysessions", signed_in(), sessions::list_own),
        Route::new(Method::GET, "/api/v2/mentorships/sessions/{id}", signed_in(), sessions::show),
        Route::new(Method::GET, "/api/v2/mentorships/mysessions/{id}", signed_in(), sessions::show_own),
        Route::new(Method::POST, "/api/v2/mentorships/session-init", signed_in(), sessions::init),
        Route::new(Method::POST, "/api/v2/mentorships/step-visit", signed_in(), sessions::visit),
        Route::new(Method::GET, "/api/v2/mentorships/ended", signed_in(), ended::list),
        Route::new(Method::PUT, "/api/v2/mentorships/streak", signed_in(), progress::show_streak),
        Route::new(Method::GET, "/api/v2/mentorships/{id}", signed_in(), show::show),
        Route::new(Method::POST, "/api/v2/mentorships/{id}/pauses", signed_in(), pauses::create),
        Route::new(Method::DELETE, "/api/v2/mentorships/{id}/pauses/{pause}", signed_in(), pauses::take_back),
        Route::new(Method::GET, "/api/v2/mentorships/{id}/certificate", signed_in(), ended::certificate),
        Route::new(Method::GET, "/api/v2/mentorships/{id}/progress", signed_in(), progress::show),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            show::show,
            ended::list,
            ended::certificate,
            progress::show,
            progress::show_streak,
            pauses::create,
            pauses::take_back,
            sessions::list,
            sessions::list_own,
            sessions::show,
            sessions::show_own,
            sessions::init,
            sessions::visit
        ),
        tags((name = "Mentorships", description = "Mentorships of the signed-in person."))
    )]
    struct Document;
    Document::openapi()
}
