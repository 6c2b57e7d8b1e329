//! The calendar of a mentorship.

use actix_web::http::Method;
use utoipa::OpenApi;
use web::{Access, Policy, Route};

mod availability;
mod event;
mod event_request;
mod events;
mod feed;
mod icalendar;
mod membership;

/// The routes of this area.
pub(crate) fn routes() -> Vec<Route> {
    let signed_in = || Policy::new(Access::SignedIn);
    let events = "/api/v1/mentorships/{id}/calendar-events";
    let event = "/api/v1/mentorships/{id}/calendar-events/{event}";
    let feed = "/api/v1/mentorships/{id}/calendar-feed";
    vec![
        Route::new(Method::GET, events, signed_in(), events::list),
        Route::new(Method::POST, events, signed_in(), events::create),
        Route::new(Method::PUT, event, signed_in(), events::change),
        Route::new(Method::DELETE, event, signed_in(), events::delete),
        Route::new(Method::GET, feed, signed_in(), feed::show),
        Route::new(Method::POST, feed, signed_in(), feed::create),
        Route::new(Method::DELETE, feed, signed_in(), feed::revoke),
        Route::new(Method::GET, "/api/v1/calendar.ics", Policy::new(Access::Signed), feed::read),
        Route::new(Method::GET, "/api/v1/mentorships/{id}/free-times", signed_in(), availability::free_times),
        Route::new(Method::GET, "/api/v1/availability", signed_in(), availability::show),
        Route::new(Method::PUT, "/api/v1/availability", signed_in(), availability::change),
    ]
}

/// The description of the routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            events::list,
            events::create,
            events::change,
            events::delete,
            feed::show,
            feed::create,
            feed::revoke,
            feed::read,
            availability::free_times,
            availability::show,
            availability::change
        ),
        tags((name = "Calendar", description = "The calendar of a mentorship."))
    )]
    struct Document;
    Document::openapi()
}
