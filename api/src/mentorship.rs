//! Mentorships of the signed-in person.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod show;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    vec![Route::new(Method::GET, "/api/v2/mentorships/{id}", Policy::new(Access::SignedIn), show::show)]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(show::show),
        tags((name = "Mentorships", description = "Mentorships of the signed-in person."))
    )]
    struct Document;
    Document::openapi()
}
